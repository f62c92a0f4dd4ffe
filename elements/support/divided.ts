/** Adjacent panes: the lines they share, and the lines that end at the divider. */
import { nameClass } from '../../runtime/base/class-name.js';
import { BLANK, BOLD } from '../../runtime/paint/cells.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { Painter } from '../../runtime/element/contract.js';
import { TuiElement, isInlineBox, isRaw, type TuiNode } from '../../runtime/element/tui-element.js';
import { lineOf, type Arms, type Line } from './lines.js';
import { COMPUTED, BOX_TITLE } from '../../runtime/element/internals.js';
import { AXIS, DIVIDER_AT } from './internals.js';
import {
  parentElementOf,
  childNodesOf,
  borderBoxOf,
  scrollMetricsOf,
  isElement,
  isText,
  dataOf,
} from '../../runtime/element/tree.js';

/** An element with a divider between its first two children. */
export abstract class Divided extends TuiElement {
  static {
    nameClass(this, 'Divided');
  }

  /** How its panes follow each other. */
  abstract get [AXIS](): 'row' | 'column';
  /** Cells of the first pane, as laid out last: where the divider is in the content box. */
  abstract get [DIVIDER_AT](): number;
}

/** Those that it is a pane of, or a pane in a pane, from the inside out. */
export function dividedAround(split: Divided): Divided[] {
  const found: Divided[] = [];
  let around = parentElementOf(split);
  for (; around instanceof Divided; around = parentElementOf(around)) found.push(around);
  return found;
}

/** What is at its four sides, and whether its divider ends there, to be compared. */
export function sidesOf(split: Divided): string {
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => edgeOf(split, side));
  return [split[AXIS], isDivided(split), ...sides].join(' ');
}

export const FLAT = (line: Line): Arms => ({ up: 'n', right: line, down: 'n', left: line });
export const UPRIGHT = (line: Line): Arms => ({ up: line, right: 'n', down: line, left: 'n' });

type Side = 'Top' | 'Right' | 'Bottom' | 'Left';

/** The sides of the panes at the divider: of the first, and of the second. */
const FACING = { row: ['Right', 'Left'], column: ['Bottom', 'Top'] } as const;
/** The lines that end at such a side. */
const ENDING = { row: ['Top', 'Bottom'], column: ['Left', 'Right'] } as const;

/** True where there is a divider: one pane alone, while the other is not displayed, has all the room. */
export function isDivided(split: Divided): boolean {
  let panes = 0;
  let inText = false;
  for (const node of childNodesOf(split)) {
    const element = isElement(node) ? node : undefined;
    if (element === undefined && !isWords(node)) continue;
    if (element !== undefined && !isInFlow(element)) continue;
    const isPart = element === undefined || isInlineBox(element);
    // Text and inline elements beside each other are one pane.
    if (!isPart || !inText) panes++;
    inText = isPart;
    if (panes === 2) return true;
  }
  return false;
}

function isWords(node: TuiNode): boolean {
  return isText(node) && dataOf(node).trim() !== '';
}

function isInFlow(element: TuiElement): boolean {
  const { display, position } = element[COMPUTED];
  return display !== 'none' && !isRaw(element) && position !== 'fixed' && position !== 'absolute';
}

/** The panes, where they are elements; undefined where one is a bare text. */
function panesOf(split: Divided): readonly TuiElement[] | undefined {
  const panes: TuiElement[] = [];
  for (const node of childNodesOf(split)) {
    if (isWords(node)) return undefined;
    if (!isElement(node) || !isInFlow(node)) continue;
    if (isInlineBox(node)) return undefined;
    panes.push(node);
    if (panes.length === 2) break;
  }
  return panes;
}

/** The line that both panes have at the divider: it is drawn once. `n` where one of them has none. */
export function sharedLine(split: Divided): Line {
  const [one, other] = panesOf(split) ?? [];
  if (one === undefined || other === undefined) return 'n';
  const [before, after] = FACING[split[AXIS]];
  const [first, second] = [edgeOf(one, before), edgeOf(other, after)];
  return first === 'n' || second === 'n' ? 'n' : first;
}

/** The line along a side of a pane: its border, or where panes are in it theirs. */
function edgeOf(pane: TuiElement, side: Side): Line {
  if ((pane[COMPUTED][`margin${side}`] ?? 0) !== 0) return 'n';
  const own = lineOf(pane[COMPUTED][`border${side}Style`]);
  const inner = own === 'n' && pane instanceof Divided ? panesOf(pane) : undefined;
  if (inner === undefined || !(pane instanceof Divided) || !isTight(pane)) return own;
  const [before, after] = FACING[pane[AXIS]];
  const [one, other = one] = inner;
  if (one === undefined || other === undefined) return own;
  if (side === after) return edgeOf(one, side);
  if (side === before) return edgeOf(other, side);
  const [first, second] = [edgeOf(one, side), edgeOf(other, side)];
  return first === second ? first : 'n';
}

/** Nothing is between the panes and the edge of the element. */
function isTight({ [COMPUTED]: computed }: TuiElement): boolean {
  return (['Top', 'Right', 'Bottom', 'Left'] as const).every(
    (side) => (computed[`padding${side}`] ?? 0) === 0 && (computed[`margin${side}`] ?? 0) === 0,
  );
}

/** The titles of panes whose top border is the divider, where their own borders would have them. */
export function paintTitles(painter: Painter, split: Divided, row: number, line: number): void {
  const [, second] = panesOf(split) ?? [];
  const origin = contentStart(split);
  if (second === undefined || origin === undefined) return;
  const style = painter.style(undefined, undefined, BOLD);
  for (const pane of panesAtTop(second)) {
    const title = sanitize(pane[BOX_TITLE]).trim();
    const { x: left, width } = borderBoxOf(pane);
    if (title === '' || width < 5) continue;
    const x = left - origin.x;
    const text = truncate(title, width - 4);
    const cells = painter.text(x + 2, row, text, style);
    painter.put(x + 1, row, BLANK, line);
    painter.put(x + 2 + cells, row, BLANK, line);
  }
}

/** The panes, or those in them, that have their own border along the top of a pane. */
function panesAtTop(pane: TuiElement): readonly TuiElement[] {
  if (lineOf(pane[COMPUTED]['borderTopStyle']) !== 'n') return [pane];
  const inner = pane instanceof Divided ? panesOf(pane) : undefined;
  if (inner === undefined) return [];
  const isRow = pane instanceof Divided && pane[AXIS] === 'row';
  return (isRow ? inner : inner.slice(0, 1)).flatMap(panesAtTop);
}

type Ends = ReadonlyMap<number, Line>;
const NO_ENDS: Ends = new Map();

/** Where lines of the panes meet the divider, in cells along it. */
export function endsAtDivider(split: Divided): readonly [Ends, Ends] {
  const direction = split[AXIS];
  const [one, other] = panesOf(split) ?? [];
  const origin = contentStart(split);
  if (one === undefined || other === undefined || origin === undefined) return [NO_ENDS, NO_ENDS];
  const shared = sharedLine(split) !== 'n';
  const start = direction === 'row' ? origin.y : origin.x;
  const ends = (pane: TuiElement, place: 0 | 1): Ends => {
    const found = new Map<number, Line>();
    collectEnds(pane, FACING[direction][place], direction, shared, (at, line) => {
      found.set(at - start, line);
    });
    return found;
  };
  return [ends(one, 0), ends(other, 1)];
}

function collectEnds(
  pane: TuiElement,
  side: Side,
  direction: 'row' | 'column',
  shared: boolean,
  add: (at: number, line: Line) => void,
): void {
  const own = lineOf(pane[COMPUTED][`border${side}Style`]);
  // A box that is closed at this side has corners of its own.
  if ((own !== 'n' && !shared) || (pane[COMPUTED][`margin${side}`] ?? 0) !== 0) return;
  const { x, y, width, height } = borderBoxOf(pane);
  const [first, last] = direction === 'row' ? [y, y + height - 1] : [x, x + width - 1];
  if (last < first) return;
  for (const [edge, at] of [
    [ENDING[direction][0], first],
    [ENDING[direction][1], last],
  ] as const) {
    const line = lineOf(pane[COMPUTED][`border${edge}Style`]);
    if (line !== 'n') add(at, line);
  }
  if (own === 'n' && pane instanceof Divided && isTight(pane)) {
    collectInner(pane, side, direction, shared, add);
  }
}

/** Those of the panes of a pane that has no border at the side. */
function collectInner(
  pane: Divided,
  side: Side,
  direction: 'row' | 'column',
  shared: boolean,
  add: (at: number, line: Line) => void,
): void {
  const inner = panesOf(pane) ?? [];
  const [one, other = one] = inner;
  const [before, after] = FACING[pane[AXIS]];
  if (pane[AXIS] !== direction) {
    const origin = contentStart(pane);
    if (origin !== undefined && isDivided(pane)) {
      add((direction === 'row' ? origin.y : origin.x) + pane[DIVIDER_AT], 'l');
    }
    for (const each of inner) collectEnds(each, side, direction, shared, add);
  } else {
    const each = side === after ? one : side === before ? other : undefined;
    if (each !== undefined) collectEnds(each, side, direction, shared, add);
  }
}

/** The first cell of the content box on the screen; undefined where that is not known in cells. */
function contentStart(element: TuiElement): { readonly x: number; readonly y: number } | undefined {
  const { paddingLeft, paddingTop } = element[COMPUTED];
  if (typeof paddingLeft !== 'number' || typeof paddingTop !== 'number') return undefined;
  const { x, y } = borderBoxOf(element);
  return {
    x: x + scrollMetricsOf(element).clientLeft + paddingLeft,
    y: y + scrollMetricsOf(element).clientTop + paddingTop,
  };
}

/** The lines of a cell of the divider: it begins and ends where lines of panes do at its ends. */
export function armsAt(
  place: number,
  length: number,
  line: Line,
  [before, after]: readonly [Line, Line],
  isRow: boolean,
): Arms {
  const back = place === 0 ? 'n' : line;
  const on = place === length - 1 ? 'n' : line;
  return isRow
    ? { up: back, right: after, down: on, left: before }
    : { up: before, right: on, down: after, left: back };
}
