/**
 * The steps from one version of a component's template to the next: which node of the new one was which of the old one. Nodes are
 * matched by their id, then by equal content, then by name and order, as those of an edited document are.
 */
import { getAttribute, qualifiedNamesOf } from '../../dom/tree/attributes.js';
import { isEqual } from '../../dom/tree/clone.js';
import { existingContent } from '../../dom/tree/template.js';
import {
  dataOf,
  firstWrittenOf,
  isElement,
  isText,
  nameOf,
  nextWrittenOf,
  type TreeNode,
} from '../../dom/tree/tree-node.js';
import { nodesOf } from '../templates/copies.js';
import type { Piece } from '../templates/expressions.js';
import type { Block, Part, Template } from '../templates/template.js';

export interface TemplatePlan {
  readonly before: NumberedTemplate;
  readonly after: NumberedTemplate;
  /** By the number of a node of the new version, that of the node it was; undefined for new ones. */
  readonly pairs: ReadonlyMap<number, number>;
}

export function planChange(from: Template, to: Template): TemplatePlan {
  const texts = new Texts();
  const before = new NumberedTemplate(from, texts);
  const after = new NumberedTemplate(to, texts);
  return { before, after, pairs: new Matching(before, after).run() };
}

/** The nodes of a template, numbered in document order, and what code does to each. */
class NumberedTemplate {
  readonly nodes: readonly TreeNode[];
  /** Numbers of the outermost nodes. */
  readonly outermost: readonly number[];
  readonly #children: (readonly number[])[] = [];
  readonly #parents = new Map<number, number>();
  readonly #parts = new Map<number, Part[]>();
  readonly #own: string[] = [];
  readonly #whole: string[] = [];

  constructor({ nodes, parts }: Template, texts: Texts) {
    this.nodes = nodesOf(nodes);
    for (const part of parts) {
      const known = this.#parts.get(part.index);
      if (known === undefined) this.#parts.set(part.index, [part]);
      else known.push(part);
    }
    const numbers = new Map(this.nodes.map((node, number) => [node, number]));
    this.outermost = nodes.map((node) => numbers.get(node)!);
    for (let number = this.nodes.length - 1; number >= 0; number--) {
      const children: number[] = [];
      let child = firstWrittenOf(this.nodes[number]!);
      for (; child !== null; child = nextWrittenOf(child)) children.push(numbers.get(child)!);
      this.#children[number] = children;
      for (const each of children) this.#parents.set(each, number);
      this.#own[number] = this.#describe(this.nodes[number]!, number, texts);
      const inside = children.map((each) => this.#whole[each]);
      this.#whole[number] = texts.shorten(JSON.stringify([this.#own[number], inside]));
    }
  }

  childrenOf(number: number): readonly number[] {
    return this.#children[number] ?? [];
  }

  /** Undefined for outermost nodes. */
  parentOf(number: number): number | undefined {
    return this.#parents.get(number);
  }

  partsOf(number: number): readonly Part[] {
    return this.#parts.get(number) ?? [];
  }

  /** The same for nodes that are the same with all that is in them. */
  wholeOf(number: number): string {
    return this.#whole[number]!;
  }

  /** The same for nodes that can become each other. A block that has changed is another. */
  kindOf(number: number): string {
    const node = this.nodes[number]!;
    if (isText(node)) return 'text';
    const isFixed = !isElement(node) || existingContent(node) !== null;
    return isFixed ? this.#own[number]! : `<${nameOf(node)}`;
  }

  idOf(number: number): string {
    const node = this.nodes[number]!;
    return isElement(node) ? (getAttribute(node, 'id') ?? '') : '';
  }

  #describe(node: TreeNode, number: number, texts: Texts): string {
    const code = this.partsOf(number).map((part) => describePart(part, texts));
    if (!isElement(node)) return texts.shorten(JSON.stringify([isText(node), dataOf(node), code]));
    const attributes = qualifiedNamesOf(node).map((name) => [name, getAttribute(node, name)]);
    const content = existingContent(node);
    const inside = content === null ? -1 : texts.contentNumber(content);
    return texts.shorten(JSON.stringify([nameOf(node), attributes, code, inside]));
  }
}

/** A short text for each long one that is compared. */
class Texts {
  readonly #short = new Map<string, string>();
  readonly #contents: TreeNode[] = [];

  shorten(text: string): string {
    let short = this.#short.get(text);
    if (short === undefined) this.#short.set(text, (short = `#${this.#short.size}`));
    return short;
  }

  /** The same for contents of templates that are equal. */
  contentNumber(content: TreeNode): number {
    const found = this.#contents.findIndex((each) => isEqual(each, content));
    return found >= 0 ? found : this.#contents.push(content) - 1;
  }
}

function describePart(part: Part, texts: Texts): unknown {
  switch (part.type) {
    case 'text':
      return describePieces(part.pieces);
    case 'attribute':
      return [part.name, describePieces(part.pieces)];
    case 'block':
      return describeBlock(part.block, texts);
    case 'element':
      return 0;
  }
}

function describePieces(pieces: readonly Piece[]): unknown {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : [piece.code]));
}

/** Blocks in blocks are limited when they are read. */
function describeBlock(block: Block, texts: Texts): unknown {
  if (block.type === 'if') {
    return block.branches.map(({ test, content }) => [test?.code, describe(content, texts)]);
  }
  const { each, as, index, key, row, otherwise } = block;
  const inside = [describe(row, texts), otherwise && describe(otherwise, texts)];
  return [each.code, as, index, key?.code, inside];
}

function describe(template: Template, texts: Texts): unknown {
  const numbered = new NumberedTemplate(template, texts);
  return numbered.outermost.map((number) => numbered.wholeOf(number));
}

/** True where code does the same to a node, so that what runs can stay. */
export function isSamePart(part: Part, other: Part): boolean {
  const texts = new Texts();
  return (
    part.type === other.type &&
    JSON.stringify(describePart(part, texts)) === JSON.stringify(describePart(other, texts))
  );
}

class Matching {
  readonly #pairs = new Map<number, number>();
  readonly #taken = new Set<number>();

  readonly #before: NumberedTemplate;
  readonly #after: NumberedTemplate;

  constructor(before: NumberedTemplate, after: NumberedTemplate) {
    this.#before = before;
    this.#after = after;
  }

  run(): ReadonlyMap<number, number> {
    this.#pairById();
    const levels = [{ before: this.#before.outermost, after: this.#after.outermost }];
    for (const { before, after } of levels) {
      this.#pairLevel(before, after);
      for (const number of after) {
        const old = this.#pairs.get(number);
        levels.push({
          before: old === undefined ? [] : this.#before.childrenOf(old),
          after: this.#after.childrenOf(number),
        });
      }
    }
    return this.#pairs;
  }

  /** Of two elements with an id the first. */
  #pairById(): void {
    const known = new Map<string, number>();
    for (const number of this.#before.nodes.keys()) {
      const id = this.#before.idOf(number);
      if (id !== '' && !known.has(id)) known.set(id, number);
    }
    for (const number of this.#after.nodes.keys()) {
      const old = known.get(this.#after.idOf(number));
      if (old === undefined || this.#before.kindOf(old) !== this.#after.kindOf(number)) continue;
      if (!this.#taken.has(old)) this.#pair(number, old);
    }
  }

  #pairLevel(before: readonly number[], after: readonly number[]): void {
    const whole = (template: NumberedTemplate, number: number): string => template.wholeOf(number);
    const kind = (template: NumberedTemplate, number: number): string => template.kindOf(number);
    for (const keyOf of [whole, kind]) {
      const free = new Map<string, number[]>();
      for (const number of before) {
        if (this.#taken.has(number)) continue;
        const key = keyOf(this.#before, number);
        const queue = free.get(key);
        if (queue === undefined) free.set(key, [number]);
        else queue.push(number);
      }
      for (const number of after) {
        if (this.#pairs.has(number)) continue;
        const old = free.get(keyOf(this.#after, number))?.shift();
        if (old !== undefined) this.#pair(number, old);
      }
    }
  }

  #pair(number: number, old: number): void {
    this.#pairs.set(number, old);
    this.#taken.add(old);
  }
}
