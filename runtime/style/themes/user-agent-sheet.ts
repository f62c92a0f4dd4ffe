/**
 * Rules that come with the program: the themes' and the elements' own. They are data, so that a
 * document without a sheet never loads a CSS parser. An error in one is a bug.
 */
import type { StyleRule } from '../../element/contract.js';
import { parseMedia, type MediaQuery } from '../reading/media.js';
import { parseDeclaration } from '../reading/parse.js';
import type { PropertyTable } from '../properties/properties.js';
import { createBlock, type Rule } from '../matching/rules.js';
import { parseSelectors } from '../matching/selectors.js';
import type { ThemeRule } from './themes.js';

/** What is read of an element class. */
export interface RuledElementClass {
  readonly tag: string;
  readonly inline?: boolean | undefined;
  readonly content?: string | undefined;
  readonly rules?: readonly StyleRule[] | undefined;
}

/** What has been read with a table, once for all documents of a process. Rules do not change. */
interface Read {
  readonly themes: WeakMap<readonly ThemeRule[], readonly Rule[]>;
  readonly parts: WeakMap<RuledElementClass, readonly Part[]>;
  /** By the names of all classes. */
  readonly focus: Map<string, readonly Rule[]>;
}

const reads = new WeakMap<PropertyTable, Read>();

function readWith(table: PropertyTable): Read {
  let read = reads.get(table);
  if (read === undefined) {
    read = { themes: new WeakMap(), parts: new WeakMap(), focus: new Map() };
    reads.set(table, read);
  }
  return read;
}

/** @throws Error where a rule cannot be read */
export function themeRules(table: PropertyTable, rules: readonly ThemeRule[]): readonly Rule[] {
  const { themes } = readWith(table);
  let read = themes.get(rules);
  if (read === undefined) {
    read = rules.map((rule) => readRule(table, 'theme', rule.selector, rule.declarations));
    themes.set(rules, read);
  }
  return read;
}

/**
 * The weakest rules: a look for whatever has the focus, then each class's own, in order. Rules that can
 * only match around an element of their class are read when a document has one.
 */
export class ElementRules {
  #focus: readonly Rule[] = [];
  /** By class, in the order of the classes; rules that are needed by `tag` alone are not read yet. */
  #parts = new Map<RuledElementClass, readonly Part[]>();

  readonly #table: PropertyTable;

  /** @throws Error where a rule that every document needs cannot be read */
  constructor(table: PropertyTable, classes: readonly RuledElementClass[]) {
    this.#table = table;

    this.include(classes);
  }

  /**
   * Puts all classes there are now in the place of those before. True where there are more of them.
   *
   * @throws Error where a rule that every document needs cannot be read
   */
  include(classes: readonly RuledElementClass[]): boolean {
    if (classes.length === this.#parts.size) return false;
    const { focus } = readWith(this.#table);
    const names = classes.map(({ tag }) => tag).join();
    this.#focus = focus.get(names) ?? focusRules(this.#table, classes);
    focus.set(names, this.#focus);
    this.#parts = new Map(classes.map((each) => [each, this.#partsOf(each)]));
    return true;
  }

  #partsOf(owner: RuledElementClass): readonly Part[] {
    const { parts } = readWith(this.#table);
    const known = parts.get(owner);
    if (known !== undefined) return known;
    const { tag, rules = [] } = owner;
    const made = rules.map((rule) => {
      const part: Part = { tag, rule, always: !needs(rule.selector, tag), read: undefined };
      if (part.always) part.read = this.#read(part);
      return part;
    });
    parts.set(owner, made);
    return made;
  }

  /** True where an element of that name brings rules. */
  concerns(tag: string): boolean {
    return [...this.#parts].some(
      ([each, parts]) => each.tag === tag && parts.some(({ always }) => !always),
    );
  }

  /**
   * The rules for a document that has elements of these names; without names, all.
   *
   * @throws Error where one of them cannot be read
   */
  of(tags?: ReadonlySet<string>): readonly Rule[] {
    const rules = [...this.#focus];
    for (const part of [...this.#parts.values()].flat()) {
      if (!part.always && tags?.has(part.tag) === false) continue;
      rules.push((part.read ??= this.#read(part)));
    }
    return rules;
  }

  #read({ tag, rule }: Part): Rule {
    const { selector, media, declarations } = rule;
    return readRule(this.#table, `<${tag}>`, selector, Object.entries(declarations), media);
  }
}

interface Part {
  readonly tag: string;
  readonly rule: StyleRule;
  readonly always: boolean;
  read: Rule | undefined;
}

/**
 * True for a selector that matches nothing in a document without an element of that name: one of its
 * compounds begins with the name, `tag …`, `… tag`, `:is(tag …, tag …) …`, and that in each alternative.
 */
function needs(selector: string, tag: string): boolean {
  return alternatives(selector).every((each) => {
    const first = /^:is\((.*)$/.exec(each)?.[1];
    // What is behind the list is no longer part of its last alternative, which begins before it.
    if (first !== undefined && alternatives(first).every((inner) => begins(inner, tag)))
      return true;
    return outermost(each).some((compound) => begins(compound, tag));
  });
}

function begins(text: string, tag: string): boolean {
  const found = text.trimStart();
  return found.startsWith(tag) && !/^[\w\\-]/.test(found.slice(tag.length));
}

/** Parts at commas outside of parentheses, up to a parenthesis that closes more than was opened. */
function alternatives(text: string): string[] {
  return split(text, (character) => character === ',');
}

/** Parts at combinators outside of parentheses. */
function outermost(text: string): string[] {
  return split(text, (character) => /[\s>+~]/.test(character));
}

function split(text: string, isBetween: (character: string) => boolean): string[] {
  const parts: string[] = [];
  let [depth, start, end] = [0, 0, 0];
  for (; end < text.length && depth >= 0; end++) {
    const character = text.charAt(end);
    if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (depth === 0 && isBetween(character)) {
      parts.push(text.slice(start, end));
      start = end + 1;
    }
  }
  parts.push(text.slice(start, end));
  return parts;
}

/**
 * What has the focus shows it, unless its class has a look of its own for that: its border in
 * `--focus`, where nothing gives that a colour; without colours bold text in it; and what is but text in reverse video. `:where()`
 * leaves these rules without specificity.
 */
function focusRules(table: PropertyTable, classes: readonly RuledElementClass[]): Rule[] {
  const tagsOf = (test: (each: RuledElementClass) => boolean): string =>
    [...classes.filter(test).map(({ tag }) => tag)].join(', ');
  const hasOwn = ({ rules = [] }: RuledElementClass): boolean =>
    rules.some(({ selector }) => selector.includes(':focus'));
  const isText = ({ inline, content }: RuledElementClass): boolean =>
    inline === true || content === 'inline';
  const own = tagsOf(hasOwn);
  const texts = tagsOf((each) => isText(each) && !hasOwn(each));
  const others = tagsOf((each) => hasOwn(each) || isText(each) || each.content === 'none');
  const focused = (rest: string): string => `:where(:focus-visible${rest})`;
  const but = (tags: string): string => (tags === '' ? '' : `:not(${tags})`);
  const rules = [
    readRule(table, 'focus', focused(but(own)), [['outline-color', 'var(--focus)']]),
    readRule(table, 'focus', focused(but(others)), [['font-weight', 'bold']], '(monochrome)'),
  ];
  if (texts === '') return rules;
  return [...rules, readRule(table, 'focus', focused(`:is(${texts})`), [['video', 'reverse']])];
}

function readRule(
  table: PropertyTable,
  owner: string,
  selector: string,
  declarations: readonly (readonly [name: string, value: string])[],
  media?: string,
): Rule {
  const fail = (message: string): never => {
    throw new Error(`rule "${selector}" of ${owner}: ${message}`);
  };
  const parsed = parseSelectors(selector);
  if (!parsed.ok) return fail(parsed.message);
  const normal = declarations.flatMap(([name, value]) => {
    const result = parseDeclaration(table, name, value);
    return result.ok ? result.declarations : fail(result.error.message);
  });
  const conditions: MediaQuery[] = [];
  if (media !== undefined) {
    conditions.push(parseMedia(media) ?? fail(`"${media}" cannot be read as conditions`));
  }
  const written = { selector, declarations };
  return { selectors: parsed.selectors, block: createBlock(normal), conditions, written };
}
