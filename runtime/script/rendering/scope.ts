/** Names that code of a template sees: variables of the loops around it, and those of the whole document or component. */
import type { Effect, EffectQueue } from '../state/tracking.js';
import type { Selector } from './selector.js';

/** Variables that the loops around a template declare, known before anything runs. */
export class Shape {
  static #last = 0;
  readonly id = ++Shape.#last;

  constructor(
    readonly outer: Shape | undefined,
    /** How many loops are around this one. */
    readonly level: number,
    readonly as: string | undefined,
    readonly index: string | undefined,
  ) {}
}

export interface Variable {
  readonly name: string;
  readonly level: number;
  readonly isIndex: boolean;
}

/** The variable of a name, of the innermost loop that has it. */
export function findVariable(shape: Shape | undefined, name: string): Variable | undefined {
  for (let each = shape; each !== undefined; each = each.outer) {
    const isIndex = each.index === name;
    if (isIndex || each.as === name) return { name, level: each.level, isIndex };
  }
  return undefined;
}

/** All names of variables in force, each once. */
export function variablesOf(shape: Shape | undefined): Variable[] {
  const names = new Set<string>();
  for (let each = shape; each !== undefined; each = each.outer) {
    if (each.as !== undefined) names.add(each.as);
    if (each.index !== undefined) names.add(each.index);
  }
  return [...names].map((name) => findVariable(shape, name)!);
}

/** The names of a whole document, or of one instance of a component. */
export class RootScope {
  /** Functions of compiled code, each bound to these names. */
  readonly functions = new Map<object, unknown>();
  /** What rows compare with values of their own, by its code. */
  readonly selectors = new Map<string, Selector>();

  /** @param names what code sees beside variables: looked up by its `has` and `get` */
  constructor(
    readonly names: object,
    readonly queue: EffectQueue,
  ) {}
}

/** Reads an entry of a list as scripts have it. */
export type ShowEntry = (raw: unknown, list: object) => unknown;

const UNREAD = Symbol('unread');

/** The variables of one row. */
export class RowScope implements Scope {
  /** What follows the variables beside the row's own content: bindings. */
  #followers: Set<Effect> | undefined;
  #raw: unknown;
  #shown: unknown = UNREAD;
  #list: object | undefined;

  constructor(
    readonly root: RootScope,
    readonly outer: RowScope | undefined,
    readonly shape: Shape,
    public index: number,
    readonly show: ShowEntry,
  ) {}

  /** True where it holds this entry of this list. */
  holds(raw: unknown, list: object | undefined): boolean {
    return Object.is(this.#raw, raw) && this.#list === list;
  }

  /** @param list the array of a state that the entry is in; undefined where the entry is as scripts have it already */
  set(raw: unknown, list: object | undefined): void {
    this.#raw = raw;
    this.#list = list;
    this.#shown = list === undefined ? raw : UNREAD;
  }

  get row(): this {
    return this;
  }

  /** The entry without what reports its changes. */
  get raw(): unknown {
    return this.#raw;
  }

  /** The entry as scripts have it. */
  get entry(): unknown {
    if (this.#shown === UNREAD) this.#shown = this.show(this.#raw, this.#list!);
    return this.#shown;
  }

  at(level: number): RowScope | undefined {
    return rowAt(this, level);
  }

  follow(effect: Effect): () => void {
    (this.#followers ??= new Set()).add(effect);
    return () => this.#followers?.delete(effect);
  }

  notifyFollowers(): void {
    for (const each of this.#followers ?? []) each.outdate();
  }
}

function rowAt(inner: RowScope, level: number): RowScope | undefined {
  let scope: RowScope | undefined = inner;
  while (scope !== undefined && scope.shape.level !== level) scope = scope.outer;
  return scope;
}

/** Where code of a template runs. */
export interface Scope {
  readonly root: RootScope;
  readonly row: RowScope | undefined;
}

export function valueOf(scope: Scope, { level, isIndex }: Variable): unknown {
  const row = scope.row?.at(level);
  return isIndex ? row?.index : row?.entry;
}
