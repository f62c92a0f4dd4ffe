/** Elements of other vocabularies than HTML, as SVG: they behave as the fallback, under names of their own. */
import {
  nameOf,
  noteForeign,
  type ElementKind,
  type Owner,
  type TreeNode,
} from '../../dom/tree/tree-node.js';
import type { Definition } from '../definition.js';

export class ForeignKind implements ElementKind {
  readonly nodeType = 1;
  readonly isRaw = false;
  readonly rendersText = false;
  readonly lowersNames = false;
  readonly isTemplate = false;
  readonly observesContent: boolean;
  readonly isInline: boolean;
  readonly hasLifecycle: boolean;

  readonly mayHost = false;

  constructor(
    readonly definition: Definition,
    readonly namespace: string | null,
  ) {
    this.observesContent = definition.observesContent;
    this.isInline = definition.isInline;
    this.hasLifecycle = definition.hasLifecycle;
  }
  copy(element: TreeNode, owner: Owner): TreeNode {
    return owner.createElement(nameOf(element), this.namespace);
  }
  /** Names have their case. */
  attributeKey(name: string): string {
    return name;
  }
  connected(element: TreeNode): void {
    this.definition.connected(element);
  }
  disconnected(element: TreeNode): void {
    this.definition.disconnected(element);
  }
  onContentChange(element: TreeNode): void {
    this.definition.onContentChange(element);
  }
  onAttributeChange(element: TreeNode, key: string, old: string | null, text: string | null): void {
    this.definition.onAttributeChange(element, key, old, text);
  }
  attributeText(element: TreeNode, key: string): string {
    return this.definition.attributeText(element, key);
  }
  attributesCopied(from: TreeNode, to: TreeNode): void {
    this.definition.attributesCopied(from, to);
  }
  isDefined(): boolean {
    return true;
  }
  hasState(element: TreeNode, state: string): boolean {
    return this.definition.hasState(element, state);
  }
}

const kinds = new WeakMap<Definition, Map<string | null, ForeignKind>>();

export function foreignKind(definition: Definition, namespace: string | null): ElementKind {
  noteForeign();
  let byNamespace = kinds.get(definition);
  if (byNamespace === undefined)
    kinds.set(definition, (byNamespace = new Map<string | null, ForeignKind>()));
  let kind = byNamespace.get(namespace);
  if (kind === undefined)
    byNamespace.set(namespace, (kind = new ForeignKind(definition, namespace)));
  return kind;
}
