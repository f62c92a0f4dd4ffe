/** A line between parts, with an optional label. */
import {
  ACCESSIBLE_NODE,
  cellWidth,
  COMPUTED,
  MEASURE,
  nameOf,
  ORIENTATION_STYLE,
  PAINT,
  PROPS,
  sanitize,
  TRACK_STYLE,
  truncate,
  TuiElement,
} from './support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  Example,
  Painter,
  Size,
  StyleRule,
  StyleTable,
} from './support/author.js';

/** Lying and standing, by style (Unicode block 2500). */
const LINES: Readonly<Record<string, readonly [number, number]>> = {
  thin: [0x2500, 0x2502],
  thick: [0x2501, 0x2503],
  double: [0x2550, 0x2551],
  dashed: [0x254c, 0x254e],
  dotted: [0x2508, 0x250a],
};

export class Separator extends TuiElement {
  static override readonly tag: string = 'separator';
  static override readonly description: string =
    'A line between parts: across a column, or with `orientation: vertical` down a row.';
  static override readonly content = 'none';
  static override readonly attributes = {
    label: { type: 'string', default: '', description: 'Text on a horizontal line.' },
    align: {
      type: 'string',
      enum: ['left', 'center', 'right'],
      default: 'left',
      description: 'Position of the label.',
    },
  } as const satisfies AttributeTable;
  static override readonly styles = {
    ...ORIENTATION_STYLE,
    ...TRACK_STYLE,
    lineStyle: {
      type: 'string',
      enum: ['thin', 'thick', 'double', 'dashed', 'dotted'],
      default: 'thin',
      description: 'Style of the line; `track-color` is its colour.',
    },
  } as const satisfies StyleTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'separator', declarations: { color: 'var(--muted)', 'flex-shrink': '0' } },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'lines and labels',
      size: [36, 7],
      markup: `<separator/>
<separator label="Left"/>
<separator label="Centre" align="center" style="line-style: thick"/>
<separator label="Right" align="right" style="line-style: double"/>
<separator style="line-style: dashed"/>
<separator style="line-style: dotted"/>`,
    },
    {
      name: 'standing',
      size: [24, 3],
      markup: `<container style="flex-direction: row; gap: 1; height: 3">
  <text>One</text><separator style="orientation: vertical"/><text>Two</text><separator style="orientation: vertical; line-style: double"/><text>Three</text>
</container>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Separator.attributes>;

  override [MEASURE](available: Size): Size {
    const label = this.#vertical ? '' : sanitize(this[PROPS].label);
    const width = label === '' ? 1 : cellWidth(label) + 4;
    return { width: Math.min(width, available.width), height: Math.min(1, available.height) };
  }

  override [PAINT](painter: Painter): void {
    const { width, height } = painter;
    const [lying, standing] = LINES[String(this[COMPUTED]['lineStyle'])] ?? [0x2500, 0x2502];
    const color = this[COMPUTED]['trackColor'];
    const style = painter.style(typeof color === 'number' ? color : undefined);
    if (this.#vertical) {
      painter.fill(0, 0, 1, height, standing, style);
      return;
    }
    painter.fill(0, 0, width, 1, lying, style);
    // One cell of line and one blank on each side, as a box's title has them.
    const label = truncate(sanitize(this[PROPS].label).trim(), width - 4);
    if (label === '') return;
    const cells = cellWidth(label);
    const room = width - cells - 4;
    const { align } = this[PROPS];
    const x = 1 + (align === 'right' ? room : align === 'center' ? room >> 1 : 0);
    painter.text(x, 0, ` ${label} `);
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    return { role: 'separator', name: nameOf(this, this[PROPS].label), vertical: this.#vertical };
  }

  get #vertical(): boolean {
    return this[COMPUTED]['orientation'] === 'vertical';
  }
}
