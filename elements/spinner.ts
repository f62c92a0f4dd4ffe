/** A spinner: an animated glyph and a label, for a task in progress. */
import type { AccessibleElement } from '../runtime/base/accessible-node.js';
import type {
  AttributeTable,
  AttributeValues,
  Example,
  Painter,
  StyleRule,
  StyleTable,
} from '../runtime/element/contract.js';
import { TuiElement, type Insets } from '../runtime/element/tui-element.js';
import { ACCENT_STYLE, animate, ANIMATION_STYLE, nameOf } from './support/control.js';
import { wordsIn } from './support/labels.js';
import { accentOf } from './support/looks.js';
import {
  PROPS,
  GUTTERS,
  CONNECTED,
  CONTENT_CHANGED,
  PAINT_GUTTERS,
  ACCESSIBLE_NODE,
} from '../runtime/element/internals.js';
import { invalidate } from '../runtime/element/services.js';
import { textOf } from '../runtime/element/tree.js';

/** Pictures of each kind, all one cell wide, and milliseconds between them. */
const KINDS = {
  dots: { frames: [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'], interval: 80 },
  line: { frames: [...'|/-\\'], interval: 130 },
  arc: { frames: [...'◜◠◝◞◡◟'], interval: 100 },
  circle: { frames: [...'◐◓◑◒'], interval: 120 },
  bar: { frames: [...'▁▃▄▅▆▇▆▅▄▃'], interval: 100 },
  bounce: { frames: [...'⠁⠂⠄⡀⢀⠠⠐⠈'], interval: 100 },
  pulse: { frames: [...'░▒▓█▓▒'], interval: 120 },
} as const;
const NAMES = Object.keys(KINDS) as readonly (keyof typeof KINDS)[];

const ALONE: Insets = { top: 0, right: 0, bottom: 0, left: 1 };
const LABELLED: Insets = { top: 0, right: 0, bottom: 0, left: 2 };

export class Spinner extends TuiElement {
  static override readonly tag: string = 'spinner';
  static override readonly description: string =
    'Shows that a task is running. Its content is the label. It is animated while it is visible, in an app that runs in a terminal; hide it when the task is done.';
  static override readonly content = 'inline';
  static override readonly shrinkToFit = true;
  static override readonly attributes = {
    type: { type: 'string', enum: NAMES, default: 'dots', description: 'Shape of the animation.' },
  } as const satisfies AttributeTable;
  static override readonly styles = {
    ...ACCENT_STYLE,
    ...ANIMATION_STYLE,
  } as const satisfies StyleTable;
  static override readonly rules: readonly StyleRule[] = [
    // Without a label there still is what turns.
    { selector: 'spinner', declarations: { 'min-height': '1' } },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'types',
      size: [30, 4],
      markup: `<container style="flex-direction: row; flex-wrap: wrap; column-gap: 3">
${NAMES.map((name) => `  <spinner type="${name}">${name}</spinner>`).join('\n')}
</container>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Spinner.attributes>;
  #labelled = false;

  override get [GUTTERS](): Insets {
    return this.#labelled ? LABELLED : ALONE;
  }

  override [CONNECTED](): void {
    this[CONTENT_CHANGED]();
  }

  override [CONTENT_CHANGED](): void {
    const labelled = /\S/.test(textOf(this) ?? '');
    if (labelled === this.#labelled) return;
    this.#labelled = labelled;
    invalidate(this, 'structure');
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    const { frames, interval } = KINDS[this[PROPS].type];
    const frame = Math.floor(animate(this, interval) / interval) % frames.length;
    painter.text(0, 0, frames[frame] ?? '', painter.style(accentOf(this, painter)));
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const name = nameOf(this, wordsIn(this));
    return { role: 'progressbar', name, line: { role: 'spinner' } };
  }
}
