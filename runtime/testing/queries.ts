/** Finds elements by the text that they show. */
import { isText } from '../element/tree.js';
import type { Screen } from '../screen/screen.js';
import { describeElement, type TuiDocument, type TuiElement } from '../element/tui-element.js';

/** A text, compared apart from white space, or a pattern. */
export type TextMatch = string | RegExp;

export interface QueryHost {
  readonly document: TuiDocument;
  screen(): Screen;
  ownerAt(x: number, y: number): TuiElement | null;
  /** Elements for the notifications that show. */
  notices(): readonly TuiElement[];
}

/**
 * The elements and notifications whose own text is the one that is looked for, or matches; where there are none, the
 * elements that paint it, as tables, charts and fields do.
 */
export function findByText(host: QueryHost, match: TextMatch): readonly TuiElement[] {
  const elements = [...host.document.querySelectorAll('*'), ...host.notices()].filter(
    (element) => isMatch(ownText(element), match) && occupiesCells(element),
  );
  return elements.length > 0 ? elements : onScreen(host, match);
}

/** The only one. @throws Error where there is none, or several */
export function onlyOne(elements: readonly TuiElement[], match: TextMatch): TuiElement {
  const [first, ...more] = elements;
  const shown = typeof match === 'string' ? JSON.stringify(match) : String(match);
  if (first === undefined) throw new Error(`no element shows the text ${shown}`);
  if (more.length === 0) return first;
  const list = elements.map((element) => `  ${describeElement(element)}`).join('\n');
  throw new Error(`${elements.length} elements show the text ${shown}:\n${list}`);
}

function ownText(element: TuiElement): string {
  if (/^(script|style|policy|help|title)$/.test(element.localName)) return '';
  const texts = [...element.childNodes].map((node) =>
    isText(node) ? (node.textContent ?? '') : '',
  );
  return plain(texts.join(''));
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isMatch(text: string, match: TextMatch): boolean {
  if (text === '') return false;
  return typeof match === 'string' ? text === plain(match) : matches(match, text);
}

/** Whatever was matched before: a pattern with the flag `g` goes on from there. */
function matches(pattern: RegExp, text: string): boolean {
  return text.search(pattern) >= 0;
}

function occupiesCells(element: TuiElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

function onScreen(host: QueryHost, match: TextMatch): readonly TuiElement[] {
  const found = new Set<TuiElement>();
  const screen = host.screen();
  for (let y = 0; y < screen.height; y++) {
    const row = screen.rowText(y);
    const index = typeof match === 'string' ? row.indexOf(match) : row.search(match);
    const owner = index < 0 ? null : host.ownerAt(columnOf(screen, y, index), y);
    if (owner !== null) found.add(owner);
  }
  return [...found];
}

/** The cell of a place in a row's text, where graphemes are of several units and wide ones of two cells. */
function columnOf(screen: Screen, y: number, index: number): number {
  let x = 0;
  for (let units = screen.charAt(0, y).length; units <= index; x++) {
    units += screen.charAt(x + 1, y).length;
  }
  return x;
}
