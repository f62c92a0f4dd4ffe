/**
 * Instances whose template is another one, as its file was edited: what both versions have stays in their shadow trees, with all that
 * people and scripts have done to it. Their scripts run on.
 */
import { getAttribute, qualifiedNamesOf, setAttribute } from '../../dom/tree/attributes.js';
import { cloneSubtree } from '../../dom/tree/clone.js';
import { remove, setData } from '../../dom/tree/mutate.js';
import {
  dataOf,
  isConnected,
  isElement,
  isText,
  parentOf,
  shadowRootOf,
  type TreeNode,
} from '../../dom/tree/tree-node.js';
import { placeChildren } from '../loading/place-children.js';
import { documentOf, removeAttribute } from '../tree.js';
import { setSource, sourceOf, type TuiElement } from '../tui-element.js';
import {
  collectMade,
  componentsOf,
  tagOf,
  type ComponentElement,
  type ComponentTemplate,
  type Components,
} from './component-element.js';
import { shareStyles } from './shadow-styles.js';
import { planChange, type TemplatePlan } from './template-plan.js';

/** Brings all instances of a document in step with their templates; those outside of it follow when they come back. */
export function updateInstances(components: Components): void {
  const { edited } = components;
  if (edited === undefined) return;
  edited.update = updateInstance;
  for (const host of [...edited.connected]) if (isConnected(host)) updateInstance(host);
}

function updateInstance(host: ComponentElement): void {
  const components = componentsOf(documentOf(host));
  const template = components.templates.get(tagOf(host));
  const copied = components.edited?.copies.get(host);
  const root = shadowRootOf(host);
  if (template === undefined || copied === undefined || root === null) return;
  if (copied.template === template) return;
  const plan = planFor(copied.template, template);
  const change = new Replacement(root, plan, copied.nodes);
  components.edited?.copies.set(host, { template, nodes: change.nodes });
  for (const [number, from] of template.numbered.entries()) {
    const source = isElement(from) ? sourceOf(from as TuiElement) : undefined;
    if (source !== undefined) setSource(change.nodes[number] as TuiElement, source);
  }
  shareStyles(root, template.styles);
  const copies = plan.after.outermost.map((number) => change.nodes[number]!);
  const made = collectMade(() => {
    components.replaced({ host, copies, nodes: change.nodes }, () => change.run());
  });
  for (const each of made) components.instantiated(each);
}

const plans = new WeakMap<
  ComponentTemplate,
  readonly [to: ComponentTemplate, plan: TemplatePlan]
>();

/** All instances of a version take the same steps. */
function planFor(from: ComponentTemplate, to: ComponentTemplate): TemplatePlan {
  const known = plans.get(from);
  if (known?.[0] === to) return known[1];
  const plan = planChange(from.template, to.template);
  plans.set(from, [to, plan]);
  return plan;
}

class Replacement {
  /** Those of the new version, by their numbers. */
  readonly nodes: readonly TreeNode[];

  readonly #root: TreeNode;
  readonly #plan: TemplatePlan;
  readonly #before: readonly TreeNode[];

  /** @param before nodes of the version that is shown, by their numbers */
  constructor(root: TreeNode, plan: TemplatePlan, before: readonly TreeNode[]) {
    this.#root = root;
    this.#plan = plan;
    this.#before = before;

    // Only the content of templates in it goes with a copy: children are placed as others are.
    this.nodes = plan.after.nodes.map((node, number) => {
      const old = plan.pairs.get(number);
      return (old === undefined ? undefined : before[old]) ?? cloneSubtree(node, false);
    });
  }

  /** Parents before what is in them: what moves out of an element has left it when that goes. */
  run(): void {
    const { after, pairs } = this.#plan;
    this.#place(this.#root, after.outermost);
    for (const [number, node] of this.nodes.entries()) {
      const old = pairs.get(number);
      if (old !== undefined) this.#update(number, old, node);
      const children = after.childrenOf(number);
      if (children.length > 0 || old !== undefined) this.#place(node, children);
    }
    this.#removeOld();
  }

  #place(parent: TreeNode, numbers: readonly number[]): void {
    const nodes = numbers.filter((number) => this.#isInPlace(number, parent));
    placeChildren(
      parent,
      nodes.map((number) => this.nodes[number]!),
    );
  }

  /** A script may have taken a node elsewhere: there it stays. */
  #isInPlace(number: number, parent: TreeNode): boolean {
    const old = this.#plan.pairs.get(number);
    if (old === undefined) return true;
    const from = this.#parentBefore(old);
    return parentOf(this.#before[old]!) === from || from !== parent;
  }

  #parentBefore(number: number): TreeNode | undefined {
    const parent = this.#plan.before.parentOf(number);
    return parent === undefined ? this.#root : this.#before[parent];
  }

  #update(number: number, old: number, node: TreeNode): void {
    const { before, after } = this.#plan;
    const from = before.nodes[old]!;
    const to = after.nodes[number]!;
    if (isElement(node)) {
      this.#updateAttributes(node as TuiElement, number, old);
      return;
    }
    const computed = before.partsOf(old).length > 0;
    const isComputed = after.partsOf(number).length > 0;
    if (isText(node) && !isComputed && (computed || dataOf(from) !== dataOf(to))) {
      setData(node, dataOf(to));
    }
  }

  /** What an expression computes is set when it runs. */
  #updateAttributes(element: TuiElement, number: number, old: number): void {
    const { before, after } = this.#plan;
    const from = before.nodes[old]!;
    const to = after.nodes[number]!;
    const computed = (parts: typeof before, at: number): string[] =>
      parts.partsOf(at).flatMap((part) => (part.type === 'attribute' ? [part.name] : []));
    const names = qualifiedNamesOf(to);
    const now = new Set([...names, ...computed(after, number)]);
    const wasComputed = new Set(computed(before, old));
    for (const name of new Set([...qualifiedNamesOf(from), ...wasComputed])) {
      if (!now.has(name)) removeAttribute(element, name);
    }
    for (const name of names) {
      const text = getAttribute(to, name) ?? '';
      const isSame = !wasComputed.has(name) && getAttribute(from, name) === text;
      if (!isSame) setAttribute(element, name, text);
    }
  }

  /** What is in an element that goes, goes with it. */
  #removeOld(): void {
    const { before, pairs } = this.#plan;
    const kept = new Set(pairs.values());
    for (const number of before.nodes.keys()) {
      const parent = before.parentOf(number);
      const isInside = parent !== undefined && !kept.has(parent);
      const node = this.#before[number]!;
      if (kept.has(number) || isInside || parentOf(node) !== this.#parentBefore(number)) continue;
      remove(node);
    }
  }
}
