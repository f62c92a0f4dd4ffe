/** A `data-bars` element in a document of its own, painted into a grid: what the specs here look at. */
import { parseColor } from '../../../runtime/base/color.js';
import { createDocument } from '../../../runtime/element/tui-document.js';
import { createRegistry } from '../../../runtime/element/registry.js';
import type { ComputedStyle } from '../../../runtime/element/contract.js';
import { DataBars } from '../../../elements/data-bars/data-bars.js';
import { GridPainter, type GridOptions } from '../../support/grid-painter.js';
import { PAINT, MEASURE } from '../../../runtime/element/internals.js';
import { setComputed } from '../../../runtime/element/tui-element.js';

const registry = createRegistry([DataBars], { fallback: 'data-bars' });

export interface ChartSpec {
  readonly [attribute: string]: unknown;
  /** Computed style values, by camelCase name. */
  readonly style?: Readonly<Record<string, unknown>>;
}

/** The computed style that an element without rules has. */
export function computedStyle(style: Readonly<Record<string, unknown>> = {}): ComputedStyle {
  const computed: Record<string, unknown> = { width: 'auto', height: 'auto' };
  for (const [name, declaration] of Object.entries(DataBars.styles)) {
    const initial = 'default' in declaration ? declaration.default : undefined;
    computed[name] =
      declaration.type === 'color' && typeof initial === 'string'
        ? (parseColor(initial) ?? parseColor('#d6409f'))
        : initial;
  }
  return { ...computed, ...style };
}

/** An element with these attributes; objects and arrays are written as JSON. */
export function makeChart({ style, ...attributes }: ChartSpec): DataBars {
  const document = createDocument(registry);
  const element = document.createElement('data-bars') as unknown as DataBars;
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  setComputed(element, computedStyle(style));
  document.documentElement.append(element as never);
  return element;
}

export function paintChart(
  element: DataBars,
  width: number,
  height: number,
  options: GridOptions = {},
): GridPainter {
  const grid = new GridPainter(width, height, options);
  element[PAINT](grid);
  return grid;
}

/** The rows of a chart as it is painted in a box of its own size, or in `height` rows. */
export function picture(
  spec: ChartSpec,
  width: number,
  height?: number,
  options: GridOptions = {},
): string {
  const element = makeChart(spec);
  const rows = height ?? element[MEASURE]({ width, height: Infinity }).height;
  return `\n${paintChart(element, width, rows, options).rows().join('\n')}\n`;
}
