/**
 * A box that is divided between its first two children, with a line of one cell between them; a single one
 * has all of it. Each is as large along the division as its part, whatever its style sets, and nothing of
 * it shows outside.
 */
import { EMPTY_RECT, type Rect, type Size } from '../base/geometry.js';
import type { ComputedStyle, Division } from '../element/contract.js';
import { KeptArrangement } from './arrangement.js';
import type { LayoutBox } from './box.js';
import { Align, FlexDirection } from '#yoga';
import { applySetting } from './layout-node.js';
import { bounded } from './settings.js';
import { length } from './yoga.js';
import { COMPUTED, DIVISION } from '../element/internals.js';

const NOTHING = { area: EMPTY_RECT, cut: EMPTY_RECT };

export class Panes extends KeptArrangement {
  arrange(content: Size): void {
    const laid = this.laid;
    if (laid?.width === content.width && laid.height === content.height) return;
    const { width, height } = content;
    const whole = { x: 0, y: 0, width, height };
    const places = this.#isDivided()
      ? divide(content, divisionOf(this.box))
      : [{ area: whole, cut: whole }];
    let at = 0;
    for (const child of this.box.children) {
      if (child.cell === null) continue;
      if (isAbsolute(child)) {
        child.cell.settle(whole);
        continue;
      }
      const { area, cut } = places[at++] ?? NOTHING;
      child.cell.settle(area, cut);
    }
    this.laid = content;
  }

  #isDivided(): boolean {
    const panes = this.box.children.filter((child) => child.cell !== null && !isAbsolute(child));
    return panes.length > 1;
  }

  protected sizeAt(width: number, height: number): Size {
    this.laid = null;
    const division = divisionOf(this.box);
    const cells = this.box.children
      .filter((child) => !isAbsolute(child))
      .flatMap(({ cell }) => cell ?? [])
      .slice(0, 2);
    const line = division.shared ? -1 : 1;
    const sum = (sizes: readonly number[]): number =>
      sizes.reduce((all, size) => all + size, sizes.length > 1 ? line : 0);
    const natural = (): number[] => cells.map((cell) => cell.maxWidth());
    if (division.axis === 'column') {
      const wide = width === Infinity ? Math.max(0, ...natural()) : width;
      const high = height === Infinity ? sum(cells.map((cell) => cell.heightAt(wide))) : height;
      return { width: wide, height: high };
    }
    const parts = (): number[] =>
      cells.length < 2
        ? [width]
        : divide({ width, height: 0 }, division).map(({ area }) => area.width);
    const widths = width === Infinity ? natural() : parts();
    const heights = cells.map((cell, at) => cell.heightAt(widths[at] ?? 0));
    return { width: width === Infinity ? sum(widths) : width, height: Math.max(0, ...heights) };
  }
}

/** Where both panes are laid out, and what of them shows, in cells of the content box. */
function divide(size: Size, { axis, shared, first }: Division): { area: Rect; cut: Rect }[] {
  const whole = axis === 'row' ? size.width : size.height;
  const both = Math.max(0, whole - 1);
  const one = first(both);
  const under = shared && whole > 0 ? 1 : 0;
  const place = (start: number, cells: number): Rect =>
    axis === 'row'
      ? { x: start, y: 0, width: cells, height: size.height }
      : { x: 0, y: start, width: size.width, height: cells };
  return [
    { area: place(0, one + under), cut: place(0, one) },
    { area: place(one + 1 - under, both - one + under), cut: place(one + 1, both - one) },
  ];
}

/** How a pane is placed in its part: as large as that along the division, and across unless a style has a size. */
export function applyPaneStyle(child: LayoutBox, parent: LayoutBox): void {
  const { node, cell } = child;
  if (node === null || cell === null || isAbsolute(child)) return;
  const { axis } = divisionOf(parent);
  const style: ComputedStyle = child.anonymous ? {} : child.element[COMPUTED];
  const row = axis === 'row';
  applySetting(cell.node, 'flexDirection', FlexDirection.Column);
  applySetting(cell.node, 'alignItems', Align.Stretch);
  applySetting(node, 'alignSelf', Align.Stretch);
  applySetting(node, 'width', row ? 'auto' : (bounded(style['width']) ?? 'auto'));
  applySetting(node, 'minWidth', row ? undefined : length(style['minWidth']));
  applySetting(node, 'maxWidth', row ? undefined : length(style['maxWidth']));
  applySetting(node, 'height', row ? (bounded(style['height']) ?? 'auto') : 'auto');
  applySetting(node, 'minHeight', row ? length(style['minHeight']) : undefined);
  applySetting(node, 'maxHeight', row ? length(style['maxHeight']) : undefined);
  const sized = row && style['height'] !== undefined && style['height'] !== 'auto';
  applySetting(node, 'flexGrow', sized ? 0 : 1);
  applySetting(node, 'flexShrink', sized ? 0 : 1);
  applySetting(node, 'flexBasis', 'auto');
}

function divisionOf({ element }: LayoutBox): Division {
  return element[DIVISION]?.() ?? { axis: 'row', shared: false, first: (both) => both >> 1 };
}

function isAbsolute(child: LayoutBox): boolean {
  return !child.anonymous && child.element[COMPUTED]['position'] === 'absolute';
}
