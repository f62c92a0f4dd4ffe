/** Positions of the labels in a tab strip: as many as fit, including the selected one. */
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { Tab } from './tab.js';
import { PROPS } from '../../runtime/element/internals.js';

export interface Slot {
  readonly tab: Tab;
  readonly index: number;
  /** In cells from the left end of the strip; a blank on each side of the label is part of it. */
  readonly x: number;
  readonly width: number;
  readonly text: string;
  /** Cell of the mark that closes it; -1 where it has none. */
  readonly close: number;
}

export interface Strip {
  readonly slots: readonly Slot[];
  /** Index of the first tab that shows. */
  readonly first: number;
  /** Cells of the marks that there is more: -1 where there is none. */
  readonly before: number;
  readonly after: number;
}

/** The widest label, in cells. */
const WIDEST = 32;
/** `‹ ` and ` ›`. */
const MARK = 2;

export function layOutStrip(
  tabs: readonly Tab[],
  width: number,
  first: number,
  selected: number | undefined,
): Strip {
  if (width <= 0 || tabs.length === 0) return { slots: [], first: 0, before: -1, after: -1 };
  const whole = fill(tabs, 0, 0, width);
  if (whole.length === tabs.length && ends(whole, width)) {
    return { slots: whole, first: 0, before: -1, after: -1 };
  }
  // Too narrow for marks: then there are none.
  const mark = width >= 3 * MARK ? MARK : 0;
  const room = Math.max(1, width - 2 * mark);
  let start = Math.min(Math.max(0, first), tabs.length - 1, lastStart(tabs, tabs.length - 1, room));
  if (selected !== undefined) {
    start = Math.max(
      Math.min(start, selected),
      Math.min(selected, lastStart(tabs, selected, room)),
    );
  }
  const slots = fill(tabs, start, mark, mark + room);
  const next = slots.at(-1);
  const more = next !== undefined && (next.index < tabs.length - 1 || !ends(slots, mark + room));
  return {
    slots,
    first: start,
    before: mark > 0 && start > 0 ? 0 : -1,
    after: mark > 0 && more ? width - 1 : -1,
  };
}

function ends(slots: readonly Slot[], limit: number): boolean {
  const last = slots.at(-1);
  return last === undefined || last.x + last.width <= limit;
}

function fill(tabs: readonly Tab[], start: number, from: number, limit: number): Slot[] {
  const slots: Slot[] = [];
  let x = from;
  for (let index = start; index < tabs.length && x < limit; index++) {
    const tab = tabs[index];
    if (tab === undefined) break;
    const slot = slotOf(tab, index, x);
    // Labels are whole, except the first if it does not fit.
    if (slots.length > 0 && x + slot.width > limit) break;
    slots.push(x + slot.width > limit ? cut(slot, limit - x) : slot);
    x += slot.width;
  }
  return slots;
}

function slotOf(tab: Tab, index: number, x: number): Slot {
  const text = truncate(sanitize(tab[PROPS].label), WIDEST);
  const closes = tab[PROPS].closable ? 2 : 0;
  const width = cellWidth(text) + 2 + closes;
  return { tab, index, x, width, text, close: closes === 0 ? -1 : x + width - 2 };
}

function cut(slot: Slot, width: number): Slot {
  const text = truncate(slot.text, Math.max(0, width - 2));
  return { ...slot, width, text, close: -1 };
}

/** The first tab from which the one at `last` still fits. */
function lastStart(tabs: readonly Tab[], last: number, room: number): number {
  let cells = 0;
  let start = last;
  for (let index = last; index >= 0; index--) {
    const tab = tabs[index];
    if (tab === undefined) break;
    cells += slotOf(tab, index, 0).width;
    if (cells > room) break;
    start = index;
  }
  return start;
}
