/**
 * Rows near the view: of the children of a long column with `content-visibility: auto`, only these have styles and boxes.
 *
 * The style stage decides which boxes defer their children, layout which of these are near. A style of another child is computed
 * when it is read, so that whatever reads one gets the same answer as if the child were near.
 */
import { parentElementOf } from '../tree.js';
import type { TuiElement } from '../tui-element.js';

/** Of children that are deferred only as long as all of them are known to be as high as those with boxes. */
export interface Alike {
  /** Counts what may have changed the height of children without a change in these. */
  generation: number;
  /** Whether a rule names a class, an attribute or an id. */
  readonly isNamed: (feature: string) => boolean;
  /** Whether rules depend on the place among others, or on what is in an element. */
  readonly hasRulesOfPlaces: () => boolean;
}

export interface Vicinity {
  near: Set<TuiElement>;
  readonly alike: Alike | undefined;
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

export function deferChildren(element: TuiElement, alike?: Alike): void {
  hasAny = true;
  vicinities.set(element, { near: new Set(), alike });
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

const fromTemplates = new WeakSet<TuiElement>();
const different = new WeakSet<TuiElement>();

/** Many children of an element are copies of one template. */
export function noteCopies(element: TuiElement): void {
  fromTemplates.add(element);
}

/** True where all children of an element are probably as high as those near the view. */
export function mayBeAlike(element: TuiElement): boolean {
  return fromTemplates.has(element) && !different.has(element);
}

/** The children of an element are, or are not, known to differ in height. */
export function setDifferent(element: TuiElement, areDifferent: boolean): void {
  if (areDifferent) different.add(element);
  else different.delete(element);
}

/** The innermost row around a node, the node included, that is one of rows that are alike. */
export function alikeRowAround(
  element: TuiElement,
): { readonly row: TuiElement; readonly around: TuiElement; readonly alike: Alike } | undefined {
  if (!hasAny) return undefined;
  let row = element;
  for (let around = parentElementOf(row); around !== null; around = parentElementOf(row)) {
    const alike = vicinities.get(around)?.alike;
    if (alike !== undefined) return { row, around, alike };
    row = around;
  }
  return undefined;
}
