/** Painting that controls share: marks before a label, and the colour of checked parts. */
import type { Color } from '../../runtime/base/color.js';
import { BOLD, DIM, REVERSE } from '../../runtime/paint/cells.js';
import type { Painter, StyleRule } from '../../runtime/element/contract.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { isDisabled } from './control.js';
import { COMPUTED } from '../../runtime/element/internals.js';

/** Where colours alone do not show what is disabled: the user chooses how 16 colours look. */
export const FEW_COLORS = '(max-color-index: 16)';

/** The same for what is painted. */
export function hasFewColors({ depth }: Painter): boolean {
  return depth === 'none' || depth === '16';
}

/** What is on: `accent-color`; disabled, the colour of everything else. */
export function accentOf(element: TuiElement, painter: Painter): Color {
  if (isDisabled(element)) return painter.fg;
  const own = element[COMPUTED]['accentColor'];
  return typeof own === 'number' ? own : (painter.color('var(--accent)') ?? painter.fg);
}

export function trackOf(element: TuiElement, painter: Painter): Color {
  const own = element[COMPUTED]['trackColor'];
  return typeof own === 'number' && !isDisabled(element) ? own : painter.fg;
}

/** The rules of a control that is a mark and a label. */
export function markRules(tag: string): readonly StyleRule[] {
  return [
    // Without a label there still is the mark.
    { selector: tag, declarations: { color: 'var(--text)', 'min-height': '1' } },
    { selector: `${tag}:hover`, declarations: { color: 'var(--accent)' } },
    {
      selector: `${tag}:hover`,
      media: '(monochrome)',
      declarations: { 'text-decoration': 'underline' },
    },
    {
      selector: `${tag}:focus-visible`,
      declarations: {
        color: 'var(--focus)',
        'accent-color': 'var(--focus)',
        'font-weight': 'bold',
      },
    },
    {
      selector: `${tag}:focus-visible`,
      media: '(monochrome)',
      declarations: { video: 'reverse' },
    },
    { selector: `${tag}:active`, declarations: { 'font-weight': 'bold' } },
    {
      selector: `${tag}:active`,
      media: '(monochrome)',
      declarations: { 'text-decoration': 'underline' },
    },
    {
      selector: `${tag}:disabled`,
      declarations: {
        color: 'var(--disabled)',
        'font-weight': 'normal',
        'text-decoration': 'none',
      },
    },
    {
      selector: `${tag}:disabled`,
      media: FEW_COLORS,
      declarations: { 'font-weight': 'dim' },
    },
  ];
}

/** The attribute bits of an element's own text, for painters of glyphs that have to turn one of them round. */
export function attributesOf({ [COMPUTED]: computed }: TuiElement): number {
  const { fontWeight, video } = computed;
  const weight = fontWeight === 'bold' ? BOLD : fontWeight === 'dim' ? DIM : 0;
  return weight | (video === 'reverse' ? REVERSE : 0);
}
