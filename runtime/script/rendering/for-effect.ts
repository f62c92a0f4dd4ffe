/**
 * `<for>`: one content for each entry of a list. Contents follow their keys: a row whose key was there before is moved and never made
 * again, and as few rows as possible are moved.
 */
import { isElement, nextSiblingOf, parentOf, type TreeNode } from '../../dom/tree/tree-node.js';
import { noteCopies } from '../../element/rows/vicinity.js';
import type { TuiElement } from '../../element/tui-element.js';
import { isMap, isSet } from '../../element/binding/values.js';
import { longestRun } from '../../element/loading/longest-run.js';
import { removeAll } from '../../dom/tree/mutate.js';
import { toRaw } from '../state/reactive.js';
import { SHAPE, track } from '../state/tracking.js';
import { BlockEffect } from './block-effect.js';
import type { CompiledFor } from './compiled-template.js';
import { Content, insertFragment } from './content.js';
import type { Rendering } from './rendering.js';
import { RowScope, type Scope } from './scope.js';

interface Row {
  readonly key: unknown;
  readonly scope: RowScope;
  readonly content: Content;
}

interface Entry {
  readonly key: unknown;
  readonly raw: unknown;
}

export class ForEffect extends BlockEffect {
  #rows: Row[] = [];
  #otherwise: Content | undefined;
  /** What was read last. */
  #entries: readonly unknown[] = [];
  /** The array of a state that the entries are in. */
  #list: object | undefined;

  readonly #block: CompiledFor;
  /** Variables for code that identifies entries. */
  readonly #probe: RowScope;

  constructor(
    block: CompiledFor,
    anchor: TreeNode,
    scope: Scope,
    depth: number,
    rendering: Rendering,
  ) {
    super(anchor, scope, depth, rendering);
    this.#block = block;
    this.#probe = this.#createScope(0);
  }

  override get madeOf(): object {
    return this.#block;
  }

  override get nodes(): readonly TreeNode[] {
    const contents = this.#rows.flatMap(({ content }) => content.nodes);
    return this.#otherwise === undefined ? contents : [...contents, ...this.#otherwise.nodes];
  }

  override get firstNode(): TreeNode | undefined {
    for (const { content } of this.#rows) {
      const node = content.firstNode;
      if (node !== undefined) return node;
    }
    return this.#otherwise?.firstNode;
  }

  override variableChanged(level: number, isIndex: boolean): void {
    const { each, key } = this.#block;
    if (each.mentions(level, isIndex) || key?.mentions(level, isIndex) === true) this.outdate();
    for (const { content } of this.#rows) content.variableChanged(level, isIndex);
    this.#otherwise?.variableChanged(level, isIndex);
  }

  override dispose(): void {
    super.dispose();
    for (const { content } of this.#rows) content.dispose();
    this.#otherwise?.dispose();
  }

  override resume(): void {
    super.resume();
    for (const { content } of this.#rows) content.resume();
    this.#otherwise?.resume();
  }

  protected override read(): boolean {
    const { each } = this.#block;
    const result = this.evaluate(each, this.scope);
    if (result === undefined) return false;
    const { value } = result;
    const raw = toRaw(value);
    this.#list = undefined;
    if (value === null || value === undefined) this.#entries = [];
    else if (Array.isArray(raw)) {
      track(raw, SHAPE);
      this.#list = raw === value ? undefined : raw;
      this.#entries = raw as readonly unknown[];
    } else if (isIterable(value)) this.#entries = [...value];
    else {
      const found = typeof value === 'object' ? 'an object' : `a ${typeof value}`;
      const hint =
        typeof value === 'number'
          ? `write Array.from({ length: ${value} })`
          : 'for the entries of an object, write Object.entries(…)';
      this.rendering.report(each, `each: expected a list, found ${found}`, hint);
      return false;
    }
    return true;
  }

  protected override render(parent: TreeNode): void {
    const entries = this.#identify();
    const before = this.#rows;
    const isEmpty = entries.length === 0;
    if (!isEmpty && this.#otherwise !== undefined) {
      this.#otherwise.remove(parent);
      this.#otherwise = undefined;
    }
    const after = new Array<Row>(entries.length);
    let start = 0;
    while (start < before.length && start < entries.length) {
      const row = before[start]!;
      if (!isSameKey(row.key, entries[start]!.key)) break;
      after[start++] = row;
    }
    let oldEnd = before.length;
    let newEnd = entries.length;
    while (oldEnd > start && newEnd > start) {
      const row = before[oldEnd - 1]!;
      if (!isSameKey(row.key, entries[newEnd - 1]!.key)) break;
      oldEnd--;
      after[--newEnd] = row;
    }
    this.#rows = after;
    if (oldEnd > start || newEnd > start) {
      this.#exchange(parent, entries, before.slice(start, oldEnd), start, newEnd);
    }
    this.#update(entries);
    if (isEmpty && this.#otherwise === undefined && this.#block.otherwise !== undefined) {
      const fragment = this.rendering.createFragment();
      const { otherwise } = this.#block;
      const depth = this.depth + 1;
      this.#otherwise = Content.render(otherwise, this.scope, fragment, depth, this.rendering);
      insertFragment(fragment, this.anchor);
    }
  }

  /** Makes, moves and removes the rows between those that are where they were. */
  #exchange(
    parent: TreeNode,
    entries: readonly Entry[],
    before: readonly Row[],
    start: number,
    end: number,
  ): void {
    const after = this.#rows;
    const places = new Map<Row, number>();
    const gone: Row[] = [];
    if (start === end) gone.push(...before);
    else if (before.length > 0) {
      const newPlaces = new Map<unknown, number>();
      for (let index = start; index < end; index++) newPlaces.set(entries[index]!.key, index);
      for (const [place, row] of before.entries()) {
        const index = newPlaces.get(row.key);
        if (index === undefined) gone.push(row);
        else {
          after[index] = row;
          places.set(row, place);
        }
      }
    }
    this.#removeRows(parent, gone);
    const kept = places.size === 0 ? [] : after.slice(start, end);
    const staying = new Set(longestRun(kept, (row: Row | undefined) => row && places.get(row)));
    let next = this.#nodeFrom(end);
    for (let index = end - 1; index >= start; index--) {
      const row = after[index];
      if (row === undefined) {
        let first = index;
        while (first > start && after[first - 1] === undefined) first--;
        next = this.#makeRows(entries, first, index + 1, next);
        index = first;
      } else {
        if (!staying.has(row)) row.content.moveTo(parent, next);
        next = row.content.firstNode ?? next;
      }
    }
  }

  /** Rows that are neighbours go as one change of the tree. */
  #removeRows(parent: TreeNode, rows: readonly Row[]): void {
    if (rows.length === 0) return;
    for (const { content } of rows) content.dispose();
    removeRuns(
      parent,
      rows.flatMap(({ content }) => content.nodes),
    );
  }

  /** @returns the first node of the new rows */
  #makeRows(entries: readonly Entry[], from: number, to: number, before: TreeNode): TreeNode {
    const { rendering, depth } = this;
    const fragment = rendering.createFragment();
    for (let index = from; index < to; index++) {
      const { key, raw } = entries[index]!;
      const scope = this.#createScope(index);
      scope.set(raw, this.#list);
      const content = Content.render(this.#block.row, scope, fragment, depth + 1, rendering);
      this.#rows[index] = { key, scope, content };
    }
    const around = parentOf(before);
    if (around !== null && isElement(around)) noteCopies(around as TuiElement);
    insertFragment(fragment, before);
    for (let index = from; index < to; index++) {
      const node = this.#rows[index]?.content.firstNode;
      if (node !== undefined) return node;
    }
    return before;
  }

  /** The first node of the rows from this one on, or of what follows them. */
  #nodeFrom(index: number): TreeNode {
    for (let at = index; at < this.#rows.length; at++) {
      const node = this.#rows[at]?.content.firstNode;
      if (node !== undefined) return node;
    }
    return this.anchor;
  }

  /** Variables of rows that stayed: their entry may be another, and their place. */
  #update(entries: readonly Entry[]): void {
    const { level, as, index: indexName } = this.#block.shape;
    const list = this.#list;
    for (const [index, { scope, content }] of this.#rows.entries()) {
      const { raw } = entries[index]!;
      const isOther = !scope.holds(raw, list);
      const isSameEntry = !isOther || Object.is(scope.raw, raw);
      const isMoved = scope.index !== index;
      if (isOther) scope.set(raw, list);
      scope.index = index;
      if (!isSameEntry && as !== undefined) content.variableChanged(level, false);
      if (isMoved && indexName !== undefined) content.variableChanged(level, true);
      if (!isSameEntry || isMoved) scope.notifyFollowers();
    }
  }

  /** Entries with their keys. Of two with one key the first is kept, and the other reported. */
  #identify(): readonly Entry[] {
    const { key } = this.#block;
    const found = new Map<unknown, number>();
    const entries: Entry[] = [];
    for (const [index, each] of this.#entries.entries()) {
      const raw = toRaw(each);
      const identity = key === undefined ? ownKey(raw, index, found) : this.#keyOf(raw, index);
      if (identity === FAILED) continue;
      const first = found.get(identity);
      if (first === undefined) {
        found.set(identity, index);
        // Entries of a list that is not a state's are as scripts have them.
        entries.push({ key: identity, raw: this.#list === undefined ? each : raw });
      } else if (key !== undefined) {
        this.rendering.report(
          key,
          `rows ${first} and ${index} (from 0) have the same key, ${shown(identity)}; row ${index} is left out`,
          'use what differs in each row, such as an id',
        );
      }
    }
    return entries;
  }

  #keyOf(raw: unknown, index: number): unknown {
    this.#probe.set(raw, this.#list);
    this.#probe.index = index;
    const result = this.evaluate(this.#block.key!, this.#probe);
    return result === undefined ? FAILED : toRaw(result.value);
  }

  #createScope(index: number): RowScope {
    const { root, row } = this.scope;
    return new RowScope(root, row, this.#block.shape, index, this.rendering.show);
  }
}

const FAILED = Symbol('failed');

/** Without `key`: an object is itself, unless it is in the list twice; anything else is its place. */
function ownKey(raw: unknown, index: number, found: ReadonlyMap<unknown, number>): unknown {
  return typeof raw === 'object' && raw !== null && !found.has(raw) ? raw : index;
}

function isSameKey(a: unknown, b: unknown): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function isIterable(value: unknown): value is Iterable<unknown> {
  if (isSet(value) || isMap(value)) return true;
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function shown(key: unknown): string {
  return typeof key === 'string' ? JSON.stringify(key) : String(key);
}

/** Removes nodes; those that are neighbours as one change. */
function removeRuns(parent: TreeNode, nodes: readonly TreeNode[]): void {
  let run: TreeNode[] = [];
  for (const node of nodes) {
    const last = run.at(-1);
    if (last !== undefined && nextSiblingOf(last) !== node) {
      removeAll(parent, run);
      run = [];
    }
    run.push(node);
  }
  removeAll(parent, run);
}
