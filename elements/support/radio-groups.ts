/**
 * Groups of radio buttons: by the nearest `radio-group`; without one by `name`, as in HTML; without a name the
 * siblings.
 *
 * Every connected radio button is in a set here, so that a press of Tab or an arrow looks at a group
 * and never at the document.
 */
import type { TuiDocument, TuiElement } from '../../runtime/element/tui-element.js';
import { GROUP_NAME, TAKE } from './internals.js';
import { documentOf, parentElementOf, inOrder } from '../../runtime/element/tree.js';

export interface Member extends TuiElement {
  /** Named in markup, or undefined. */
  readonly [GROUP_NAME]: string | undefined;
}

export class RadioSet<M extends Member> {
  readonly #members = new Set<M>();
  #ordered: readonly M[] | undefined;
  /** Those that have `required`; kept by the members. */
  readonly required = new Set<M>();
  /** The checked one; kept by the members. */
  chosen: M | undefined;

  /** In document order. */
  get list(): readonly M[] {
    this.#ordered ??= [...this.#members].sort(inOrder);
    return this.#ordered;
  }

  /** In any order, which costs nothing. */
  get members(): Iterable<M> {
    return this.#members;
  }

  get size(): number {
    return this.#members.size;
  }

  add(member: M): void {
    this.#members.add(member);
    this.#ordered = undefined;
  }

  delete(member: M): void {
    this.#members.delete(member);
    this.required.delete(member);
    this.#ordered = undefined;
    if (this.chosen === member) this.chosen = undefined;
  }
}

/** What holds a choice together: an element, or a name within the document. */
type Scope = TuiElement | string;

export class RadioGroups<M extends Member> {
  readonly #byDocument = new WeakMap<TuiDocument, Map<Scope, RadioSet<M>>>();
  readonly #scopes = new WeakMap<M, Scope>();

  /** The choice that a connected radio button belongs to. */
  of(member: M): RadioSet<M> | undefined {
    const scope = this.#scopes.get(member);
    return scope === undefined ? undefined : this.#byDocument.get(documentOf(member))?.get(scope);
  }

  /** The element that holds the choice of a connected radio button together; undefined for a choice by name. */
  ownerOf(member: M): TuiElement | undefined {
    const scope = this.#scopes.get(member);
    return typeof scope === 'string' ? undefined : scope;
  }

  /** The choice that an element holds together. */
  under(group: TuiElement): RadioSet<M> | undefined {
    return this.#byDocument.get(documentOf(group))?.get(group);
  }

  enter(member: M): void {
    this.leave(member);
    const scope = scopeOf(member);
    if (scope === undefined) return;
    const document = documentOf(member);
    let sets = this.#byDocument.get(document);
    if (sets === undefined) this.#byDocument.set(document, (sets = new Map<Scope, RadioSet<M>>()));
    let set = sets.get(scope);
    if (set === undefined) sets.set(scope, (set = new RadioSet()));
    set.add(member);
    this.#scopes.set(member, scope);
  }

  leave(member: M): void {
    const scope = this.#scopes.get(member);
    if (scope === undefined) return;
    const sets = this.#byDocument.get(documentOf(member));
    const set = sets?.get(scope);
    set?.delete(member);
    if (set?.size === 0) sets?.delete(scope);
    this.#scopes.delete(member);
  }
}

function scopeOf(member: Member): Scope | undefined {
  for (let at = parentElementOf(member); at !== null; at = parentElementOf(at)) {
    if (TAKE in at) return at;
  }
  return member[GROUP_NAME] ?? parentElementOf(member) ?? undefined;
}
