/** A `data-line` element in a document of its own, painted into a grid: what the specs here look at. */
import { parseColor } from '../../../runtime/base/color.js';
import { createDocument } from '../../../runtime/element/tui-document.js';
import { createRegistry } from '../../../runtime/element/registry.js';
import type { ComputedStyle } from '../../../runtime/element/contract.js';
import { DataLine } from '../../../elements/data-line/data-line.js';
import { GridPainter, type GridOptions } from '../../support/grid-painter.js';
import { PAINT } from '../../../runtime/element/internals.js';
import { setComputed } from '../../../runtime/element/tui-element.js';

const registry = createRegistry([DataLine], { fallback: 'data-line' });

export interface LineSpec {
  readonly [attribute: string]: unknown;
  /** Computed style values, by camelCase name. */
  readonly style?: Readonly<Record<string, unknown>>;
}

/** The computed style that an element without rules has. */
function computedStyle(style: Readonly<Record<string, unknown>> = {}): ComputedStyle {
  const computed: Record<string, unknown> = { width: 'auto', height: 'auto' };
  for (const [name, declaration] of Object.entries(DataLine.styles)) {
    const initial = 'default' in declaration ? declaration.default : undefined;
    computed[name] = declaration.type === 'color' ? parseColor('#d6409f') : initial;
  }
  return { ...computed, ...style };
}

export function makeLines({ style, points, ...attributes }: LineSpec): DataLine {
  const document = createDocument(registry);
  const element = document.createElement('data-line') as unknown as DataLine;
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  setComputed(element, computedStyle(style));
  document.documentElement.append(element as never);
  if (points !== undefined) element.setValue(points as (number | null)[][]);
  return element;
}

export function paintLineChart(
  element: DataLine,
  width: number,
  height: number,
  options: GridOptions = {},
): GridPainter {
  const grid = new GridPainter(width, height, options);
  element[PAINT](grid);
  return grid;
}

/** The rows of a chart in a box. */
export function linePicture(
  spec: LineSpec,
  width: number,
  height: number,
  options: GridOptions = {},
): string[] {
  return paintLineChart(makeLines(spec), width, height, options).rows();
}
