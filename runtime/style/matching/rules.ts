/** Rules for the cascade: parsed blocks, their selectors, and the buckets in which they are looked up. */
import type { Declaration, Place } from '../reading/parse.js';
import { isDecidedByKey, type Matcher } from './matcher.js';
import { keysOf, ReachMap } from './invalidation-sets.js';
import type { BucketKey, Complex } from './selectors.js';
import type { MediaQuery } from '../reading/media.js';

/** A list of declarations: one rule's, or one `style` attribute's. */
export interface Block {
  /** Unique; equal lists of ids style equal parents' children equally. */
  readonly id: number;
  readonly normal: readonly Declaration[];
  readonly important: readonly Declaration[];
  /** Something in it takes a value from the parent that is not inherited by itself. */
  readonly needsParent: boolean;
}

let lastBlock = 0;

export function createBlock(
  normal: readonly Declaration[],
  important: readonly Declaration[] = [],
): Block {
  const needsParent = [...normal, ...important].some(inheritsFromParent);
  return { id: ++lastBlock, normal, important, needsParent };
}

function inheritsFromParent({ property, declared }: Declaration): boolean {
  if (property === undefined || property.inherited) return false;
  if (declared.kind === 'pending') return /inherit/i.test(declared.text);
  return declared.kind === 'inherit';
}

/** Where a rule comes from: later origins win, and with `!important` earlier ones (CSS Cascade 4, section 6.1). */
export const ORIGIN_ELEMENT = 0;
export const ORIGIN_THEME = 1;
export const ORIGIN_SHEET = 2;
export type Origin = typeof ORIGIN_ELEMENT | typeof ORIGIN_THEME | typeof ORIGIN_SHEET;

export interface Rule {
  readonly selectors: readonly Complex[];
  readonly block: Block;
  /** All have to hold for the rule to apply; empty for most. */
  readonly conditions: readonly MediaQuery[];
  /** For developer tools. */
  readonly written?: WrittenRule | undefined;
}

/** A rule as its author wrote it. */
export interface WrittenRule {
  /** Nested selectors are written out. */
  readonly selector: string;
  /** The block in its file, braces included; undefined for rules that come with the program. */
  readonly place?: Place | undefined;
  /** Of a rule that comes with the program. */
  readonly declarations?: readonly (readonly [name: string, value: string])[] | undefined;
}

/** A rule's block once for each of its selectors. */
interface Entry {
  readonly selector: Complex;
  readonly block: Block;
  readonly origin: Origin;
  /** Place in the cascade; a higher rank wins. */
  rank: number;
  /** True if the bucket alone decides the match. */
  readonly isDecided: boolean;
}

/** The names of an element, to look up its buckets. */
export interface Names {
  readonly id: string;
  readonly tag: string;
  readonly classes: readonly string[];
  /** The parent's tag; undefined where there is none. */
  readonly parentTag: string | undefined;
}

/** Blocks that match an element, weakest first, split at the end of the elements' own and the theme's. */
export interface Matched {
  readonly blocks: readonly Block[];
  /** How many of them are the element's own or the theme's: their important declarations win over all others. */
  readonly themeCount: number;
}

const NOTHING: Matched = { blocks: [], themeCount: 0 };

/** Sets of rules whose blocks are kept. */
const MAX_MATCHED = 2000;

export class RuleSet<N extends object, E extends N> {
  readonly #ids = new Map<string, Entry[]>();
  readonly #classes = new Map<string, Entry[]>();
  readonly #tags = new Map<string, Entry[]>();
  /** Of rules such as `menu > *`, by the parent's tag. */
  readonly #parentTags = new Map<string, Entry[]>();
  readonly #others: Entry[] = [];
  /** Rules about the host of the shadow tree that the sheets are of. */
  readonly #host: Entry[] = [];
  /** Rules about what slots of this tree show. */
  readonly #slotted: Entry[] = [];
  /** By the ranks of the rules that match: most elements are matched by rules that match others, too. */
  readonly #matched = new Map<string, Matched>();
  readonly reach: ReachMap;

  readonly #matcher: Matcher<N, E>;

  constructor(
    layers: readonly { readonly origin: Origin; readonly rules: readonly Rule[] }[],
    matcher: Matcher<N, E>,
    reach = new ReachMap(),
  ) {
    this.#matcher = matcher;
    this.reach = reach;

    const entries: Entry[] = [];
    for (const { origin, rules } of layers) {
      for (const { selectors, block } of rules) {
        for (const selector of selectors) {
          entries.push({ selector, block, origin, rank: 0, isDecided: isDecidedByKey(selector) });
          this.reach.add(selector);
        }
      }
    }
    // A stable sort keeps the order of appearance between equals.
    const ordered = [...entries].sort(
      (a, b) => a.origin - b.origin || a.selector.specificity - b.selector.specificity,
    );
    for (const [rank, entry] of ordered.entries()) {
      entry.rank = rank;
      if (isOfHost(entry.selector)) this.#host.push(entry);
      else if (entry.selector.combinators.at(-1) === 'slotted') this.#slotted.push(entry);
      else for (const bucket of this.#bucketsOf(entry.selector)) bucket.push(entry);
    }
  }

  /** Blocks of `:host`, weakest first, for the element whose shadow tree has these rules. */
  matchHost(host: E): readonly Block[] {
    const found = this.#host.filter(({ selector }) => this.#matcher.matchesHost(host, selector));
    return this.#blocksOf(found).blocks;
  }

  /** Blocks of `::slotted()`, weakest first, for an element in a slot of the tree that has these rules. */
  matchSlotted(element: E, slot: E): readonly Block[] {
    if (this.#slotted.length === 0) return NOTHING.blocks;
    const found = this.#slotted.filter(({ selector }) =>
      this.#matcher.matchesSlotted(element, slot, selector),
    );
    return this.#blocksOf(found).blocks;
  }

  match(element: E, names: Names): Matched {
    const found: Entry[] = [];
    this.#test(this.#others, element, found);
    this.#test(this.#tags.get(names.tag), element, found);
    if (names.parentTag !== undefined) {
      this.#test(this.#parentTags.get(names.parentTag), element, found);
    }
    for (const name of names.classes) this.#test(this.#classes.get(name), element, found);
    if (names.id !== '') this.#test(this.#ids.get(names.id), element, found);
    if (found.length === 0) return NOTHING;
    if (found.length > 1) found.sort((a, b) => a.rank - b.rank);
    let key = '';
    for (const { rank } of found) key += `${rank} `;
    let matched = this.#matched.get(key);
    if (matched === undefined) {
      matched = this.#blocksOf(found);
      if (this.#matched.size >= MAX_MATCHED) this.#matched.clear();
      this.#matched.set(key, matched);
    }
    return matched;
  }

  #blocksOf(found: readonly Entry[]): Matched {
    // Two selectors of one rule may both match: only the stronger counts.
    const blocks = new Set<Block>();
    let themeCount = 0;
    for (let index = found.length - 1; index >= 0; index--) {
      const { block, origin } = found[index]!;
      if (blocks.has(block)) continue;
      blocks.add(block);
      if (origin !== ORIGIN_SHEET) themeCount++;
    }
    return { blocks: [...blocks].reverse(), themeCount };
  }

  #test(bucket: readonly Entry[] | undefined, element: E, found: Entry[]): void {
    if (bucket === undefined) return;
    for (const entry of bucket) {
      if (entry.isDecided || this.#matcher.matches(element, entry.selector)) found.push(entry);
    }
  }

  /** Where an element that may match will be looked for: in one of these at least. */
  #bucketsOf({ compounds, combinators }: Complex): Entry[][] {
    const last = compounds.length - 1;
    const keys = keysOf(compounds[last]!);
    if (keys !== undefined) return distinct(keys).map((key) => this.#bucketOf(key));
    if (combinators[last - 1] === 'child') {
      const parents = keysOf(compounds[last - 1]!);
      if (parents?.every(({ kind }) => kind === 'tag') === true) {
        return distinct(parents).map(({ name }) => bucketIn(this.#parentTags, name));
      }
    }
    return [this.#others];
  }

  #bucketOf({ kind, name }: BucketKey): Entry[] {
    return bucketIn(
      kind === 'id' ? this.#ids : kind === 'class' ? this.#classes : this.#tags,
      name,
    );
  }
}

function isOfHost({ compounds }: Complex): boolean {
  return compounds.length === 1 && compounds[0]!.isHost === true;
}

function bucketIn(map: Map<string, Entry[]>, name: string): Entry[] {
  let bucket = map.get(name);
  if (bucket === undefined) map.set(name, (bucket = []));
  return bucket;
}

function distinct(keys: readonly BucketKey[]): readonly BucketKey[] {
  return [...new Map(keys.map((key) => [`${key.kind} ${key.name}`, key])).values()];
}
