/**
 * Values that are never kept: passwords, states and other fields that are bound to one, fields and states that are
 * named like a secret, values that a password was copied to, and everything in an element with `persist="false"`.
 */
import { getAttribute, isElement, parentElementOf, queryAll } from '../element/tree.js';
import { isPortError, portOf } from '../element/binding/ports.js';
import { isTextField, type TuiElement, type TuiNode } from '../element/tui-element.js';
import { attributesOf } from '../dom/tree/tree-node.js';

/** Types of fields that are never kept. */
const SECRET_TYPES = new Set(['password', 'hidden']);
/** UTF-16 units from which on a password is looked for within other values; a shorter one is compared whole. */
const MIN_WITHIN = 4;
/** Passwords that are remembered after their field has another value. */
const MAX_PAST = 50;

export class Secrets {
  /** Fields that a password was in: one stays secret when it is shown as text for a while. */
  readonly #elements = new WeakSet<TuiElement>();
  readonly #keys = new Set<string>();
  /** Keys that a password field is bound to. */
  readonly #passwordKeys = new Set<string>();
  /** As they are within JSON, without quotes. */
  #passwords: ReadonlySet<string> = new Set<string>();
  readonly #past = new Set<string>();

  /** Whether names are those of secrets, by what was found out already. */
  readonly #names = new Map<string, boolean>();

  readonly #looksSecret: (name: string) => boolean;

  /** @param looksSecret whether a name is one of a secret */
  constructor(looksSecret: (name: string) => boolean) {
    this.#looksSecret = looksSecret;
  }

  #isNamed(name: string): boolean {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const found = this.#looksSecret(name);
    this.#names.set(name, found);
    return found;
  }

  /** True if the state with a key is never saved. */
  hasKey(key: string): boolean {
    return this.#keys.has(key) || this.#isNamed(key);
  }

  /** Notes the secret fields of a tree, and what is in them. */
  noteTree(root: TuiElement): void {
    for (const element of [root, ...queryAll(root, '*')]) this.note(element);
  }

  note(element: TuiElement): void {
    const isSecret =
      this.#elements.has(element) ||
      SECRET_TYPES.has(typeOf(element)) ||
      (isTextField(element) &&
        ['id', 'name'].some((name) => this.#isNamed(getAttribute(element, name) ?? '')));
    if (!isSecret && getAttribute(element, 'persist') === null) return;
    if (isSecret) this.#elements.add(element);
    else if (this.mayKeep(element)) return;
    for (const each of [element, ...(isSecret ? [] : queryAll(element, '*'))]) {
      for (const key of boundKeys(each)) {
        this.#keys.add(key);
        if (isSecret && typeOf(element) !== 'hidden') this.#passwordKeys.add(key);
      }
    }
  }

  /** Whether an element may be kept, by what it is and by what it is in. */
  mayKeep(element: TuiElement): boolean {
    return this.#mayKeep(element) && !isExcluded(element);
  }

  /** Notes what was in a tree that has left a parent; false where nothing in it may be kept. */
  noteRemoved(root: TuiElement, parent: TuiNode): boolean {
    this.noteTree(root);
    for (const password of this.#passwordsIn(root)) {
      if (password.length >= MIN_WITHIN) this.#past.add(password);
    }
    return !(isElement(parent) && isExcluded(parent));
  }

  #mayKeep(element: TuiElement): boolean {
    // What shows a password is one.
    return !this.#elements.has(element) && !boundKeys(element).some((key) => this.hasKey(key));
  }

  /** Takes the passwords that are in a tree, and in states that are bound to one. */
  look(root: TuiElement, states: ReadonlyMap<string, unknown>): void {
    const found = new Set(this.#passwordsIn(root));
    for (const key of this.#passwordKeys) {
      const value = states.get(key);
      if (typeof value === 'string' && value !== '') found.add(withinJson(value));
    }
    for (const old of this.#passwords) {
      // What is only typed on, or deleted, was none yet.
      const isPart = [...found].some((each) => each.startsWith(old) || old.startsWith(each));
      if (!isPart && old.length >= MIN_WITHIN) this.#past.add(old);
    }
    for (const old of [...this.#past].slice(0, -MAX_PAST)) this.#past.delete(old);
    this.#passwords = found;
  }

  *#passwordsIn(root: TuiElement): Generator<string> {
    for (const element of [root, ...queryAll(root, '*')].filter(isTextField)) {
      if (!this.#elements.has(element) || typeOf(element) === 'hidden') continue;
      const port = portOf(element, 'value');
      const value = isPortError(port) ? undefined : port.read();
      if (typeof value === 'string' && value !== '') yield withinJson(value);
    }
  }

  /** Whether a value as JSON is a password, or has one in it. */
  isIn(text: string): boolean {
    for (const passwords of [this.#passwords, this.#past]) {
      for (const each of passwords) {
        if (each.length >= MIN_WITHIN ? text.includes(each) : text === `"${each}"`) return true;
      }
    }
    return false;
  }
}

/** A text as it is within a larger text of JSON. */
function withinJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Whether an element, or what it is in, has `persist="false"`. */
function isExcluded(element: TuiElement): boolean {
  for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
    if (/^\s*(false|0|no|off)\s*$/i.test(getAttribute(at, 'persist') ?? '')) return true;
  }
  return false;
}

function typeOf(element: TuiElement): string {
  return (getAttribute(element, 'type') ?? '').trim().toLowerCase();
}

/** The first parts of the keys that an element is bound to. */
function boundKeys(element: TuiElement): string[] {
  const keys: string[] = [];
  for (const [property, { name }] of attributesOf(element) ?? []) {
    if (property !== 'bind' && !property.startsWith('bind:')) continue;
    const [key = ''] = (getAttribute(element, name) ?? '').trim().split(/[.[]/);
    if (key !== '') keys.push(key);
  }
  return keys;
}
