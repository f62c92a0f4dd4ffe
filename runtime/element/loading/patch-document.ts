/**
 * A document brought in step with its edited file. What is in both versions stays as it is, with all that people and
 * scripts have done to it: elements are matched by their id, then by their place. Only what the edit has changed is
 * changed in the tree; what scripts have added, moved or set is left alone.
 */
import { pushAll } from '../../base/push-all.js';
import { containerOf } from '../../dom/tree/template.js';
import { insert, remove, removeAll, setData } from '../../dom/tree/mutate.js';
import { find, removeAttribute, setAttribute } from '../../dom/tree/attributes.js';
import { childNodesOf, parentOf, type TreeNode } from '../../dom/tree/tree-node.js';
import type { MarkupAttribute, MarkupElement, MarkupNode } from '../../markup/nodes.js';
import { DEFINITION } from '../internals.js';
import { ElementSource } from '../source.js';
import { createElement, documentElementOf } from '../tree.js';
import { setSource, type TuiDocument, type TuiElement } from '../tui-element.js';
import { setDocumentSource } from '../tui-document.js';
import { blocksOf, isBlock, removeBlock } from '../templates/blocks.js';
import { replaceBlocks } from '../templates/replace-blocks.js';
import { registryOf } from '../query.js';
import { buildNodes, loadElement, type Replace } from './build.js';
import type { DocumentMarkup } from './load.js';
import { LoadDiagnostics } from './load-diagnostics.js';
import { placeChildren } from './place-children.js';

/** The markup of a document that runs, and the node that each part of it has become. */
export interface LiveMarkup extends DocumentMarkup {
  readonly nodes: ReadonlyMap<MarkupNode, TreeNode>;
}

/** @param after without an error: it has been read for itself before */
export function patchDocument(
  document: TuiDocument,
  before: LiveMarkup,
  after: DocumentMarkup,
): LiveMarkup {
  return new Patch(document, before, after).run();
}

interface Level {
  readonly before: readonly MarkupNode[];
  readonly after: readonly MarkupNode[];
  readonly live: TreeNode;
}

class Patch {
  readonly #made = new Map<MarkupNode, TreeNode>();
  readonly #diagnostics: LoadDiagnostics;
  readonly #replace: Replace;
  /** By the new version, what it was before. */
  readonly #byId: ReadonlyMap<MarkupNode, MarkupElement>;
  readonly #kept: Set<MarkupNode>;
  readonly #beforeParents: ReadonlyMap<MarkupNode, MarkupElement | undefined>;
  readonly #removed: (readonly [node: TreeNode, parent: TreeNode])[] = [];

  readonly #document: TuiDocument;
  readonly #before: LiveMarkup;
  readonly #after: DocumentMarkup;

  constructor(document: TuiDocument, before: LiveMarkup, after: DocumentMarkup) {
    this.#document = document;
    this.#before = before;
    this.#after = after;

    this.#diagnostics = new LoadDiagnostics(after.source);
    this.#replace = replaceBlocks(document, this.#diagnostics);
    this.#beforeParents = parentsIn(before.content);
    this.#byId = pairsById(before.content, after.content, (node) => this.#isOpaque(node));
    this.#kept = new Set(this.#byId.values());
  }

  run(): LiveMarkup {
    const before = this.#before;
    const after = this.#after;
    const document = this.#document;
    const root = documentElementOf(document);
    setDocumentSource(document, after.source);
    this.#patchAttributes(root, before.root, after.root);
    const levels: Level[] = [{ before: before.content, after: after.content, live: root }];
    // Parents before what is in them: what moves out of a box has left it when the box goes.
    for (const level of levels) pushAll(levels, this.#patchChildren(level));
    for (const [node, parent] of this.#removed) if (parentOf(node) === parent) remove(node);
    return { ...after, nodes: this.#made };
  }

  #patchChildren({ before, after, live: parent }: Level): Level[] {
    const pairs = this.#pair(before, after);
    const inner: Level[] = [];
    const children: TreeNode[] = [];
    for (const node of after) {
      const old = pairs.get(node);
      const live = old === undefined ? undefined : this.#before.nodes.get(old);
      if (old === undefined || live === undefined) {
        const { made, level } = this.#build(node);
        pushAll(children, made);
        if (level !== undefined) inner.push(level);
        continue;
      }
      this.#made.set(node, live);
      if (this.#isInPlace(old, live, parent)) children.push(live);
      const block = blocksOf(this.#document).get(live);
      if (block !== undefined) {
        // The same text, elsewhere in the file.
        block.origin.source = this.#after.source;
        block.origin.shift += node.span.start - old.span.start;
        continue;
      }
      if (old.type === 'element' && node.type === 'element') {
        this.#patchAttributes(live as TuiElement, old, node);
        if (isTemplateMarkup(node)) this.#replaceContent(live, old, node);
        else inner.push({ before: old.children, after: node.children, live: containerOf(live) });
      } else if (old.type !== 'element' && node.type !== 'element' && old.data !== node.data) {
        setData(live, node.data);
      }
    }
    for (const old of before) {
      const live = this.#kept.has(old) ? undefined : this.#before.nodes.get(old);
      if (live === undefined) continue;
      removeBlock(this.#document, live);
      this.#removed.push([live, parent]);
    }
    placeChildren(parent, children);
    return inner;
  }

  /** What has become of each child; children with a known id have their pair wherever it was. */
  #pair(
    before: readonly MarkupNode[],
    after: readonly MarkupNode[],
  ): ReadonlyMap<MarkupNode, MarkupNode> {
    const pairs = new Map<MarkupNode, MarkupNode>();
    const free = new Map<string, MarkupNode[]>();
    const add = (key: string, node: MarkupNode): void => {
      const queue = free.get(key);
      if (queue === undefined) free.set(key, [node]);
      else queue.push(node);
    };
    for (const node of before) if (!this.#kept.has(node)) add(textOf(node, this.#before), node);
    const left: MarkupNode[] = [];
    for (const node of after) {
      const pair = this.#byId.get(node) ?? free.get(textOf(node, this.#after))?.shift();
      if (pair === undefined) left.push(node);
      else this.#keep(pairs, node, pair);
    }
    // Of what has changed, the first of a name is the first of that name.
    free.clear();
    for (const node of before) {
      if (!this.#kept.has(node) && !this.#isBlock(node)) add(kindOf(node), node);
    }
    for (const node of left) {
      // A block that has changed is another.
      const pair = this.#isBlock(node) ? undefined : free.get(kindOf(node))?.shift();
      if (pair !== undefined) this.#keep(pairs, node, pair);
    }
    return pairs;
  }

  #keep(pairs: Map<MarkupNode, MarkupNode>, node: MarkupNode, pair: MarkupNode): void {
    pairs.set(node, pair);
    this.#kept.add(pair);
  }

  /** Whether the node is to be among the children of `parent`: a script may have taken it elsewhere. */
  #isInPlace(old: MarkupNode, live: TreeNode, parent: TreeNode): boolean {
    const owner = this.#beforeParents.get(old);
    const liveOwner = owner === undefined ? undefined : this.#before.nodes.get(owner);
    const from =
      liveOwner === undefined ? documentElementOf(this.#document) : containerOf(liveOwner);
    return parentOf(live) === from || from !== parent;
  }

  /** A new node; where something in it is not new, without its content, which is a level of its own. */
  #build(node: MarkupNode): { readonly made: readonly TreeNode[]; readonly level?: Level } {
    const document = this.#document;
    if (node.type === 'element' && this.#containsKept(node)) {
      const element = createElement(document, node.name);
      loadElement(element, node, this.#diagnostics);
      this.#made.set(node, element);
      const level = { before: [], after: node.children, live: containerOf(element) };
      return { made: [element], level };
    }
    const fragment = document.createDocumentFragment();
    buildNodes(document, [node], fragment, this.#diagnostics, Infinity, {
      made: this.#made,
      replace: this.#replace,
    });
    return { made: childNodesOf(fragment) };
  }

  #isBlock(node: MarkupNode): boolean {
    const registry = registryOf(this.#document);
    return isBlock(node, 'for', registry) || isBlock(node, 'if', registry);
  }

  /** Its content has no place of its own in the document. */
  #isOpaque(node: MarkupNode): boolean {
    return this.#isBlock(node) || isTemplateMarkup(node);
  }

  /** Nothing of a template is shown, so that nothing in it has to stay. */
  #replaceContent(live: TreeNode, old: MarkupElement, node: MarkupElement): void {
    if (textOf(old, this.#before) === textOf(node, this.#after)) return;
    const content = containerOf(live);
    removeAll(content, childNodesOf(content));
    const fragment = this.#document.createDocumentFragment();
    buildNodes(this.#document, [node], fragment, new LoadDiagnostics(this.#after.source));
    const [made] = childNodesOf(fragment);
    if (made !== undefined) insert(content, childNodesOf(containerOf(made)), null);
  }

  #containsKept(element: MarkupElement): boolean {
    if (this.#byId.size === 0 || this.#isOpaque(element)) return false;
    const queue: MarkupNode[] = [...element.children];
    for (const node of queue) {
      if (this.#byId.has(node)) return true;
      if (node.type === 'element') for (const child of node.children) queue.push(child);
    }
    return false;
  }

  #patchAttributes(
    element: TuiElement,
    before: MarkupElement | undefined,
    after: MarkupElement | undefined,
  ): void {
    if (after !== undefined) setSource(element, new ElementSource(this.#after.source, after));
    const old = attributesByKey(element, before);
    const now = attributesByKey(element, after);
    for (const [key, { name }] of old) {
      if (!now.has(key) && find(element, name) !== undefined) removeAttribute(element, key);
    }
    for (const [key, { name, value }] of now) {
      if (old.get(key)?.value !== value) setAttribute(element, name, value);
    }
  }
}

function isTemplateMarkup(node: MarkupNode): boolean {
  return node.type === 'element' && node.name === 'template';
}

function attributesByKey(
  element: TuiElement,
  markup: MarkupElement | undefined,
): ReadonlyMap<string, MarkupAttribute> {
  const definition = element[DEFINITION];
  return new Map(
    (markup?.attributes ?? []).map((each) => [definition.attributeKey(each.name), each]),
  );
}

/** Elements with an id that are in both versions, under the same name. Of two with an id the first. */
function pairsById(
  before: readonly MarkupNode[],
  after: readonly MarkupNode[],
  isLeftOut: (node: MarkupNode) => boolean,
): ReadonlyMap<MarkupNode, MarkupElement> {
  const known = elementsById(before, isLeftOut);
  const pairs = new Map<MarkupNode, MarkupElement>();
  for (const [id, element] of elementsById(after, isLeftOut)) {
    const pair = known.get(id);
    if (pair?.name.toLowerCase() === element.name.toLowerCase()) pairs.set(element, pair);
  }
  return pairs;
}

/** Without what is in blocks: of that there may be many copies. */
function elementsById(
  nodes: readonly MarkupNode[],
  isLeftOut: (node: MarkupNode) => boolean,
): ReadonlyMap<string, MarkupElement> {
  const found = new Map<string, MarkupElement>();
  const queue = [...nodes];
  for (const node of queue) {
    if (node.type !== 'element' || isLeftOut(node)) continue;
    const id = node.attributes.find(({ name }) => name.toLowerCase() === 'id')?.value ?? '';
    if (id !== '' && !found.has(id)) found.set(id, node);
    for (const child of node.children) queue.push(child);
  }
  return found;
}

function parentsIn(
  nodes: readonly MarkupNode[],
): ReadonlyMap<MarkupNode, MarkupElement | undefined> {
  const parents = new Map<MarkupNode, MarkupElement | undefined>();
  for (const node of nodes) parents.set(node, undefined);
  for (const node of parents.keys()) {
    if (node.type === 'element') for (const child of node.children) parents.set(child, node);
  }
  return parents;
}

/** A node as it is written. */
function textOf(node: MarkupNode, { source }: DocumentMarkup): string {
  return `${node.type} ${source.text.slice(node.span.start, node.span.end)}`;
}

function kindOf(node: MarkupNode): string {
  return node.type === 'element' ? `<${node.name.toLowerCase()}` : node.type;
}
