/**
 * Everything in a row that decides how high it is, as far as its markup states it: tags, attributes, and how wide its texts are. A row
 * with narrower texts is as high as one whose texts have all the width that they would like.
 */
import { attributesOf, isAnyShadow, kindOf, shadowRootOf } from '../../dom/tree/tree-node.js';
import { cellWidth } from '../../base/text/graphemes.js';
import { attributeFeature, type Feature } from '../../style/matching/invalidation-sets.js';
import {
  COLLAPSED,
  COMPUTED,
  DEFINITION,
  DIVISION,
  MEASURE,
  PLACED,
  ROW_DATA,
} from '../../element/internals.js';
import type { TuiNode } from '../../element/query.js';
import {
  dataOf,
  firstChildOf,
  isElement,
  isText,
  nextSiblingOf,
  parentElementOf,
} from '../../element/tree.js';
import { statesOf, type TuiElement } from '../../element/tui-element.js';
import type { LayoutBox } from '../box.js';
import { isTextual } from '../measure.js';

/** Whether a rule names a class, an attribute or an id. */
type IsNamed = (feature: Feature) => boolean;

interface ElementPart {
  readonly type: 'element';
  readonly kind: object;
  readonly attributes: readonly (readonly [key: string, text: string])[];
  readonly states: readonly string[];
}

interface TextPart {
  readonly type: 'text';
  /** What is the same in all rows: blanks around a line of words, or all of another text. */
  readonly fixed: string;
  /** Widest text in cells that leaves the row as high as it is. */
  readonly width: number;
}

type Part = ElementPart | TextPart | null;

/** Words with single spaces between them: their width is known, whatever `white-space` says. */
// eslint-disable-next-line no-control-regex
const WORDS = /^(\s*)([^\s\x00-\x1f\x7f-\x9f]+(?: [^\s\x00-\x1f\x7f-\x9f]+)*)(\s*)$/;
/** Most texts are these, and their width is their length. */
const PLAIN_WORDS = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const NO_BLANKS = '|';
const ASCII = /^[\x20-\x7e]*$/;

/** Attributes that no element sizes itself by, unless a rule names them. */
const WITHOUT_SIZE = /^(?:id|title|name|on.*|data[A-Z].*|aria[A-Z].*)$/;

export class RowPattern {
  readonly #parts: readonly Part[];

  private constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** @returns undefined where the size of something in the row is not stated by its markup */
  static read(
    row: TuiElement,
    isNamed: IsNamed,
    boxOf: (element: TuiElement) => LayoutBox | undefined,
  ): RowPattern | undefined {
    const parts: Part[] = [];
    const walk = new Walk(row);
    do {
      const { node } = walk;
      if (walk.isEnd) parts.push(null);
      else if (isElement(node)) {
        if (!isStated(node)) return undefined;
        const attributes: [string, string][] = [];
        for (const [key, { text }] of attributesOf(node) ?? []) {
          if (key === 'style' || text === null) return undefined;
          if (isSizing(node, key, text, isNamed)) attributes.push([key, text]);
        }
        const states = [...statesOf(node)];
        parts.push({ type: 'element', kind: kindOf(node), attributes, states });
      } else if (isText(node)) parts.push(readText(node, boxOf));
    } while (walk.advance());
    return new RowPattern(parts);
  }

  /** True where a row is as high as the one that this was read from. */
  covers(row: TuiElement, isNamed: IsNamed): boolean {
    const parts = this.#parts;
    const walk = new Walk(row);
    let at = 0;
    do {
      const { node } = walk;
      const isOfElement = isElement(node);
      // Comments are where blocks render.
      if (!isOfElement && !isText(node)) continue;
      const part = parts[at++];
      if (part === undefined) return false;
      if (walk.isEnd || part === null) {
        if (!walk.isEnd || part !== null) return false;
      } else if (isOfElement) {
        if (part.type !== 'element' || !hasAttributes(node, part, isNamed)) return false;
      } else if (part.type !== 'text' || !fits(dataOf(node), part)) return false;
    } while (walk.advance());
    return at === parts.length;
  }
}

/** Goes through the nodes of a row in document order, with a stop behind the last child of each element. */
class Walk {
  /** Where the walk is: at a node, or behind the last child of it. */
  node: TuiNode;
  isEnd = false;
  readonly #row: TuiElement;

  constructor(row: TuiElement) {
    this.#row = row;
    this.node = row;
  }

  /** @returns false at the end of the row */
  advance(): boolean {
    const { node } = this;
    const first: TuiNode | null = this.isEnd || !isElement(node) ? null : firstChildOf(node);
    if (first !== null) {
      this.node = first;
      return true;
    }
    if (!this.isEnd && isElement(node)) return (this.isEnd = true);
    if (node === this.#row) return false;
    const next = nextSiblingOf(node);
    this.isEnd = next === null;
    this.node = next ?? parentElementOf(node)!;
    return true;
  }
}

/** False for elements that size themselves by something else than attributes and content. */
function isStated(element: TuiElement): boolean {
  if (isAnyShadow && shadowRootOf(element) !== null) return false;
  return (
    (element[MEASURE] === undefined || isTextual(element)) &&
    element[ROW_DATA] === undefined &&
    element[DIVISION] === undefined &&
    element[PLACED] === undefined &&
    !element[COLLAPSED]
  );
}

/** By key: the same few are looked at for each row. */
const withoutSize = new Map<string, boolean>();
const MAX_KEYS = 1000;

function isWithoutSize(key: string): boolean {
  let known = withoutSize.get(key);
  if (known === undefined) {
    if (withoutSize.size >= MAX_KEYS) withoutSize.clear();
    withoutSize.set(key, (known = WITHOUT_SIZE.test(key)));
  }
  return known;
}

function isSizing(element: TuiElement, key: string, text: string, isNamed: IsNamed): boolean {
  if (!isWithoutSize(key) || element[DEFINITION].attributes.has(key)) return true;
  return isNamed(attributeFeature(key)) || (key === 'id' && isNamed(`#${text}`));
}

function hasAttributes(
  element: TuiElement,
  { kind, attributes, states }: ElementPart,
  isNamed: IsNamed,
): boolean {
  if (kindOf(element) !== kind) return false;
  if (isAnyShadow && shadowRootOf(element) !== null) return false;
  const own = statesOf(element);
  if (own.size !== states.length || (own.size > 0 && !states.every((state) => own.has(state))))
    return false;
  let count = 0;
  for (const [key, { text }] of attributesOf(element) ?? []) {
    if (key === 'style' || text === null) return false;
    if (!isSizing(element, key, text, isNamed)) continue;
    const expected = attributes[count++];
    if (expected?.[0] !== key || expected[1] !== text) return false;
  }
  return count === attributes.length && !element[COLLAPSED];
}

function readText(node: TuiNode, boxOf: (element: TuiElement) => LayoutBox | undefined): TextPart {
  const text = dataOf(node);
  const [, before = '', words, after = ''] = WORDS.exec(text) ?? [];
  if (words === undefined) return { type: 'text', fixed: text, width: -1 };
  const width = Math.max(widthOf(words), roomOf(node, boxOf) - before.length - after.length);
  return { type: 'text', fixed: `${before}|${after}`, width };
}

function fits(text: string, { fixed, width }: TextPart): boolean {
  if (width < 0) return text === fixed;
  if (fixed === NO_BLANKS && PLAIN_WORDS.test(text)) return text.length <= width;
  const [, before = '', words, after = ''] = WORDS.exec(text) ?? [];
  return words !== undefined && `${before}|${after}` === fixed && widthOf(words) <= width;
}

function widthOf(words: string): number {
  return ASCII.test(words) ? words.length : cellWidth(words);
}

/** Cells of a box that is as wide as its style says, whatever text it has. */
function roomOf(node: TuiNode, boxOf: (element: TuiElement) => LayoutBox | undefined): number {
  const element = parentElementOf(node);
  if (element === null || !isTextual(element)) return 0;
  const isAlone = firstChildOf(element) === node && nextSiblingOf(node) === null;
  const isDefinite = typeof element[COMPUTED]['width'] === 'number';
  return isAlone && isDefinite ? (boxOf(element)?.content.width ?? 0) : 0;
}
