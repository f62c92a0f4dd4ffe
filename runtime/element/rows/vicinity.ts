/**
 * Rows near the view: of the children of a long column with `content-visibility: auto`, only these have styles and boxes.
 *
 * The style stage decides which boxes defer their children, layout which of these are near. A style of another child is computed
 * when it is read, so that whatever reads one gets the same answer as if the child were near.
 */
import { parentElementOf } from '../tree.js';
import type { TuiElement } from '../tui-element.js';

export interface Vicinity {
  near: Set<TuiElement>;
}

const vicinities = new WeakMap<TuiElement, Vicinity>();
let hasAny = false;

/** False while no box of the process defers its children: then none of this costs anything. */
export function hasVicinities(): boolean {
  return hasAny;
}

/** Undefined where all children of the element have styles and boxes. */
export function vicinityOf(element: TuiElement): Vicinity | undefined {
  return hasAny ? vicinities.get(element) : undefined;
}

export function deferChildren(element: TuiElement): void {
  hasAny = true;
  vicinities.set(element, { near: new Set() });
}

export function includeChildren(element: TuiElement): void {
  vicinities.delete(element);
}

/** True for a child that has a style only if it is read, and no box. */
export function isFar(element: TuiElement): boolean {
  if (!hasAny) return false;
  const parent = parentElementOf(element);
  return parent !== null && vicinities.get(parent)?.near.has(element) === false;
}

/** Brings an element near, and what it is in, until other rows come near. @returns the rows that were far, outermost first */
export function bringNear(element: TuiElement): TuiElement[] {
  const far: TuiElement[] = [];
  if (!hasAny) return far;
  for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
    if (isFar(at)) far.unshift(at);
  }
  for (const row of far) vicinities.get(parentElementOf(row)!)?.near.add(row);
  return far;
}
