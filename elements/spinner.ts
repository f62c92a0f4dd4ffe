/** A spinner: an animated glyph and a label, for a task in progress. */
import {
  ACCENT_STYLE,
  accentOf,
  ACCESSIBLE_NODE,
  animate,
  ANIMATION_STYLE,
  CONNECTED,
  CONTENT_CHANGED,
  GUTTERS,
  invalidate,
  nameOf,
  PAINT_GUTTERS,
  PROPS,
  textOf,
  TuiElement,
  wordsIn,
} from './support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  Example,
  Insets,
  Painter,
  StyleRule,
  StyleTable,
} from './support/author.js';

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
