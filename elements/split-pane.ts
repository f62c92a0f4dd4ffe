/** Two panes and a divider between them that keys and pointer move. */
import { BLANK, BOLD, REVERSE } from '../runtime/paint/cells.js';
import { sanitize } from '../runtime/text/sanitize.js';
import { truncate } from '../runtime/text/truncate.js';
import type {
  AttributeTable,
  AttributeValues,
  BindableTable,
  Division,
  EventTable,
  Example,
  Painter,
  StyleRule,
} from '../runtime/tree/contract.js';
import { TuiElement, type TuiDocument, type TuiEvent } from '../runtime/tree/element.js';
import {
  describe,
  DISABLED_ATTRIBUTE,
  fireChange,
  inputOf,
  nameOf,
  plainKey,
} from './support/control.js';
import { cellsOf, EVERYTHING, readExtent, type Extent } from './support/extent.js';
import { joint, lineOf, type Arms, type Line } from './support/lines.js';

/** Cells that Shift moves by. */
const STRIDE = 5;

export class SplitPane extends TuiElement {
  static override readonly tag: string = 'split-pane';
  static override readonly description: string =
    'Two children beside or below each other, with a divider that is dragged, or moved by the arrow keys. More children than two are not shown.';
  static override readonly content = 'flow';
  static override readonly attributes = {
    direction: {
      type: 'string',
      enum: ['row', 'column'],
      default: 'row',
      description: 'Whether the panes stand beside each other (`row`) or one below the other.',
    },
    position: {
      type: 'string',
      default: '50%',
      description:
        'Size of the first pane at the start: cells (`30`), or a share of the whole (`40%`), which it keeps when the size of the screen changes.',
    },
    min: {
      type: 'string',
      default: '1',
      description: 'Least size of the first pane, cells or percent.',
    },
    max: {
      type: 'string',
      default: '100%',
      description:
        'Most size of the first pane, cells or percent; the second one keeps a cell at least.',
    },
    ...DISABLED_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly events = {
    input: { description: 'The divider moves.' },
    change: { description: 'A person has moved the divider, and let go of it.' },
  } as const satisfies EventTable;
  static override readonly bindable = {
    position: {
      description: 'Where the divider is: a number of cells, or a text as `40%`.',
      default: true,
    },
  } as const satisfies BindableTable;
  static override readonly rules: readonly StyleRule[] = [
    {
      selector: 'split-pane',
      declarations: {
        'flex-grow': '1',
      },
    },
    { selector: 'split-pane > :nth-child(n+3)', declarations: { display: 'none' } },
    // The divider alone shows that it has the focus.
    { selector: 'split-pane:focus-visible', declarations: {} },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'panes',
      size: [44, 7],
      markup: `<split-pane position="30%" style="height: 7">
  <container><text>src</text><text>  index.ts</text><text>  main.ts</text></container>
  <split-pane direction="column" position="4"><text>The file that is open stands here, as wide as there is room.</text><text>And its messages here.</text></split-pane>
</split-pane>`,
    },
  ];
  declare readonly props: AttributeValues<typeof SplitPane.attributes>;

  #position: Extent | undefined;
  /** Cells of both panes together, as laid out last. */
  #whole = 0;
  /** Where the divider is held, and where it was when that began. */
  #drag: { readonly grip: number; readonly from: number } | undefined;
  #hovered = false;

  constructor(document: TuiDocument, localName: string) {
    super(document, localName);
    // What is over the divider alone is no default action: the panes are in it, too.
    this.addEventListener('mouseover', (event) => this.#hover(event.target === this));
    this.addEventListener('mouseleave', () => this.#hover(false));
  }

  /** Where the divider is: cells of the first pane, or `40%` where that was set. */
  get position(): number | string {
    const { value, percent } = this.#extent;
    return percent ? `${value}%` : value;
  }
  set position(position: unknown) {
    const extent = readExtent(String(position));
    if (extent === undefined) this.#refuse('position', String(position));
    else this.#moveTo(extent);
  }

  override get focusable(): boolean {
    return isDivided(this);
  }

  override division(): Division {
    return {
      axis: this.props.direction,
      shared: sharedLine(this) !== 'n',
      first: (both) => {
        this.#whole = both;
        return this.#cells(both);
      },
    };
  }

  override attributeChanged(name: string, value: unknown): void {
    if (name === 'position' || name === 'min' || name === 'max') {
      const text = String(value);
      if (readExtent(text) === undefined) this.#refuse(name, text);
      if (name === 'position') this.#position = undefined;
    }
    this.invalidate('structure');
  }

  override defaultAction(event: TuiEvent): boolean {
    if (this.props.disabled || !isDivided(this)) return false;
    switch (event.type) {
      case 'keydown':
        return event.target === this && this.#key(event);
      case 'mousedown':
        return event.target === this && this.#press(event);
      case 'mousemove':
        return this.#dragTo(event);
      case 'mouseup':
        return this.#release();
      case 'dblclick':
        return event.target === this && this.#reset();
      default:
        return false;
    }
  }

  override paint(painter: Painter): void {
    if (!isDivided(this)) return;
    const { width, height, depth } = painter;
    const { direction, disabled } = this.props;
    const isRow = direction === 'row';
    const at = this.#cells(Math.max(0, (isRow ? width : height) - 1));
    const focused = this.states.has('focus-visible');
    const lively = !disabled && (this.#hovered || this.#drag !== undefined);
    const color = focused ? 'var(--focus)' : lively ? 'var(--accent)' : 'var(--border)';
    const reverse = depth === 'none' && focused ? REVERSE : 0;
    const style = painter.style(
      painter.color(disabled ? 'var(--disabled)' : color),
      undefined,
      reverse,
    );
    const shared = sharedLine(this);
    const line = focused || lively ? 'h' : shared === 'n' ? 'l' : shared;
    const along = joint(isRow ? UPRIGHT(line) : FLAT(line));
    if (isRow) painter.fill(at, 0, 1, height, along, style);
    else painter.fill(0, at, width, 1, along, style);
    // Where lines of the panes end at the divider, they meet.
    const [before, after] = endsAtDivider(this, direction);
    const length = isRow ? height : width;
    for (const place of new Set([...before.keys(), ...after.keys()])) {
      if (place < 0 || place >= length) continue;
      const arms = [before.get(place) ?? 'n', after.get(place) ?? 'n'] as const;
      const glyph = joint(armsAt(place, length, line, arms, isRow));
      if (isRow) painter.put(at, place, glyph, style);
      else painter.put(place, at, glyph, style);
    }
    if (!isRow && shared !== 'n') paintTitles(painter, this, at, style);
  }

  /** Cells of the first pane, as laid out last: where the divider is in the content box. */
  get dividerAt(): number {
    return this.#cells(this.#whole);
  }

  override accessibleSummary(): string {
    const whole = this.#whole;
    return describe(this, 'splitter', nameOf(this), `${this.#cells(whole)} of ${whole}`);
  }

  get #isRow(): boolean {
    return this.props.direction === 'row';
  }

  get #extent(): Extent {
    return this.#position ?? readExtent(this.props.position) ?? { value: 50, percent: true };
  }

  /** Cells of the first pane, of so many of both. */
  #cells(whole: number): number {
    const [least, most] = this.#range(whole);
    return Math.max(least, Math.min(most, cellsOf(this.#extent, whole)));
  }

  #range(whole: number): [number, number] {
    const { min, max } = this.props;
    const most = Math.max(0, Math.min(whole - 1, cellsOf(readExtent(max) ?? EVERYTHING, whole)));
    const least = cellsOf(readExtent(min) ?? { value: 1, percent: false }, whole);
    return [Math.max(0, Math.min(least, most)), most];
  }

  #refuse(name: string, text: string): void {
    this.report({
      code: 'bad-value',
      message: `"${name}": expected cells or percent, not ${JSON.stringify(text.slice(0, 40))}`,
      suggestion: 'write a number of cells as 30, or a share as 40%',
    });
  }

  #moveTo(extent: Extent): void {
    const { value, percent } = this.#extent;
    if (value === extent.value && percent === extent.percent) return;
    this.#position = extent;
    this.invalidate('structure');
    // Dividers around it end where this one is.
    let around = this.parentElement;
    for (; around instanceof SplitPane; around = around.parentElement) around.invalidate('paint');
  }

  /** A person moves it, in cells. What is a share stays one. @returns false where it stays */
  #move(cells: number): boolean {
    const whole = this.#whole;
    const [least, most] = this.#range(whole);
    const to = Math.max(least, Math.min(most, cells));
    if (to === this.#cells(whole)) return false;
    const { percent } = this.#extent;
    // Two decimals are a cell of a screen of any width.
    const share = Math.round((to / Math.max(1, whole)) * 10_000) / 100;
    this.#moveTo({ value: percent ? share : to, percent });
    return true;
  }

  #key(event: TuiEvent): boolean {
    const key = plainKey(event);
    const step =
      (event as TuiEvent & { readonly shiftKey?: boolean }).shiftKey === true ? STRIDE : 1;
    const [back, on] = this.#isRow ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const at = this.#cells(this.#whole);
    const [least, most] = this.#range(this.#whole);
    const to = { [back!]: at - step, [on!]: at + step, Home: least, End: most }[key];
    if (to === undefined) return false;
    if (this.#move(to)) fireChange(this);
    return true;
  }

  #press(event: TuiEvent): boolean {
    if (inputOf(event).button !== 0) return false;
    const at = this.#place(event);
    const from = this.#cells(this.#whole);
    if (at !== from) return false;
    this.#drag = { grip: at - from, from };
    this.invalidate('paint');
    return true;
  }

  #dragTo(event: TuiEvent): boolean {
    if (this.#drag === undefined) return false;
    if (this.#move(this.#place(event) - this.#drag.grip))
      this.fire('input', {}, { cancelable: false });
    return true;
  }

  #release(): boolean {
    const drag = this.#drag;
    if (drag === undefined) return false;
    this.#drag = undefined;
    this.invalidate('paint');
    if (this.#cells(this.#whole) !== drag.from) this.fire('change', {}, { cancelable: false });
    return true;
  }

  /** Back to where the attribute has it. */
  #reset(): boolean {
    const before = this.#cells(this.#whole);
    this.#position = undefined;
    this.invalidate('structure');
    if (this.#cells(this.#whole) !== before) fireChange(this);
    return true;
  }

  #place(event: TuiEvent): number {
    const { offsetX = 0, offsetY = 0 } = event as TuiEvent & { offsetX?: number; offsetY?: number };
    return this.#isRow ? offsetX : offsetY;
  }

  #hover(on: boolean): void {
    if (on === this.#hovered) return;
    this.#hovered = on;
    this.invalidate('paint');
  }
}

const FLAT = (line: Line): Arms => ({ up: 'n', right: line, down: 'n', left: line });
const UPRIGHT = (line: Line): Arms => ({ up: line, right: 'n', down: line, left: 'n' });

type Side = 'Top' | 'Right' | 'Bottom' | 'Left';

/** The sides of the panes at the divider: of the first, and of the second. */
const FACING = { row: ['Right', 'Left'], column: ['Bottom', 'Top'] } as const;
/** The lines that end at such a side. */
const ENDING = { row: ['Top', 'Bottom'], column: ['Left', 'Right'] } as const;

/** True where there is a divider: one pane alone, while the other is not displayed, has all the room. */
function isDivided(split: SplitPane): boolean {
  let panes = 0;
  let inText = false;
  for (const node of split.childNodes) {
    const element = node.nodeType === 1 ? (node as TuiElement) : undefined;
    if (element === undefined && (node.nodeType !== 3 || (node.nodeValue ?? '').trim() === ''))
      continue;
    if (element !== undefined && !isInFlow(element)) continue;
    const isText = element === undefined || element.isInlineBox;
    // Text and inline elements beside each other are one pane.
    if (!isText || !inText) panes++;
    inText = isText;
    if (panes === 2) return true;
  }
  return false;
}

function isInFlow({ computed, isRaw }: TuiElement): boolean {
  const { display, position } = computed;
  return display !== 'none' && !isRaw && position !== 'fixed' && position !== 'absolute';
}

/** The two panes, where both are elements; undefined where one is missing, or is a bare text. */
function panesOf(split: SplitPane): readonly [TuiElement, TuiElement] | undefined {
  const panes: TuiElement[] = [];
  for (const node of split.childNodes) {
    if (node.nodeType === 3 && (node.nodeValue ?? '').trim() !== '') return undefined;
    if (node.nodeType !== 1) continue;
    const element = node as TuiElement;
    if (!isInFlow(element)) continue;
    if (element.isInlineBox) return undefined;
    panes.push(element);
    if (panes.length === 2) break;
  }
  const [first, second] = panes;
  return first === undefined || second === undefined ? undefined : [first, second];
}

/** The line that both panes have at the divider: it is drawn once. `n` where one of them has none. */
function sharedLine(split: SplitPane): Line {
  const panes = panesOf(split);
  if (panes === undefined) return 'n';
  const [before, after] = FACING[split.props.direction];
  const [first, second] = [edgeOf(panes[0], before), edgeOf(panes[1], after)];
  return first === 'n' || second === 'n' ? 'n' : first;
}

/** The line along a side of a pane: its border, or where panes are in it theirs. */
function edgeOf(pane: TuiElement, side: Side): Line {
  if ((pane.computed[`margin${side}`] ?? 0) !== 0) return 'n';
  const own = lineOf(pane.computed[`border${side}Style`]);
  const inner = own === 'n' && pane instanceof SplitPane ? panesOf(pane) : undefined;
  if (inner === undefined || !(pane instanceof SplitPane) || !isTight(pane)) return own;
  const [before, after] = FACING[pane.props.direction];
  if (side === after) return edgeOf(inner[0], side);
  if (side === before) return edgeOf(inner[1], side);
  const [first, second] = [edgeOf(inner[0], side), edgeOf(inner[1], side)];
  return first === second ? first : 'n';
}

/** Nothing stands between the panes and the edge of the element. */
function isTight({ computed }: TuiElement): boolean {
  return (['Top', 'Right', 'Bottom', 'Left'] as const).every(
    (side) => (computed[`padding${side}`] ?? 0) === 0 && (computed[`margin${side}`] ?? 0) === 0,
  );
}

/** The titles of panes whose top border is the divider, where their own borders would have them. */
function paintTitles(painter: Painter, split: SplitPane, row: number, line: number): void {
  const [, second] = panesOf(split) ?? [];
  const origin = contentStart(split);
  if (second === undefined || origin === undefined) return;
  const style = painter.style(undefined, undefined, BOLD);
  for (const pane of panesAtTop(second)) {
    const title = sanitize(pane.boxTitle).trim();
    const { left, width } = pane.getBoundingClientRect();
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
  if (lineOf(pane.computed['borderTopStyle']) !== 'n') return [pane];
  const inner = pane instanceof SplitPane ? panesOf(pane) : undefined;
  if (inner === undefined) return [];
  const isRow = pane instanceof SplitPane && pane.props.direction === 'row';
  return (isRow ? inner : inner.slice(0, 1)).flatMap(panesAtTop);
}

type Ends = ReadonlyMap<number, Line>;
const NO_ENDS: Ends = new Map();

/** Where lines of the panes meet the divider, in cells along it. */
function endsAtDivider(split: SplitPane, direction: 'row' | 'column'): readonly [Ends, Ends] {
  const panes = panesOf(split);
  const origin = contentStart(split);
  if (panes === undefined || origin === undefined) return [NO_ENDS, NO_ENDS];
  const shared = sharedLine(split) !== 'n';
  const start = direction === 'row' ? origin.y : origin.x;
  const ends = (place: 0 | 1): Ends => {
    const found = new Map<number, Line>();
    collectEnds(panes[place], FACING[direction][place], direction, shared, (at, line) => {
      found.set(at - start, line);
    });
    return found;
  };
  return [ends(0), ends(1)];
}

function collectEnds(
  pane: TuiElement,
  side: Side,
  direction: 'row' | 'column',
  shared: boolean,
  add: (at: number, line: Line) => void,
): void {
  const own = lineOf(pane.computed[`border${side}Style`]);
  // A box that is closed at this side has corners of its own.
  if ((own !== 'n' && !shared) || (pane.computed[`margin${side}`] ?? 0) !== 0) return;
  const { left, top, right, bottom } = pane.getBoundingClientRect();
  const [first, last] = direction === 'row' ? [top, bottom - 1] : [left, right - 1];
  if (last < first) return;
  for (const [edge, at] of [
    [ENDING[direction][0], first],
    [ENDING[direction][1], last],
  ] as const) {
    const line = lineOf(pane.computed[`border${edge}Style`]);
    if (line !== 'n') add(at, line);
  }
  if (own !== 'n' || !(pane instanceof SplitPane) || !isTight(pane)) return;
  const inner = panesOf(pane);
  const [before, after] = FACING[pane.props.direction];
  if (pane.props.direction !== direction) {
    const origin = contentStart(pane);
    if (origin !== undefined) {
      add((direction === 'row' ? origin.y : origin.x) + pane.dividerAt, 'l');
    }
    for (const each of inner ?? []) collectEnds(each, side, direction, shared, add);
  } else if (inner !== undefined) {
    const each = side === after ? inner[0] : side === before ? inner[1] : undefined;
    if (each !== undefined) collectEnds(each, side, direction, shared, add);
  }
}

/** The first cell of the content box on the screen; undefined where that is not known in cells. */
function contentStart(element: TuiElement): { readonly x: number; readonly y: number } | undefined {
  const { paddingLeft, paddingTop } = element.computed;
  if (typeof paddingLeft !== 'number' || typeof paddingTop !== 'number') return undefined;
  const { x, y } = element.getBoundingClientRect();
  return { x: x + element.clientLeft + paddingLeft, y: y + element.clientTop + paddingTop };
}

/** The lines of a cell of the divider: it begins and ends where lines of panes do at its ends. */
function armsAt(
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
