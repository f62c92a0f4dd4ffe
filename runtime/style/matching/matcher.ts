/**
 * Matching elements against complex selectors.
 *
 * css-select tests the simple selectors of a compound. Combinators and nested selectors are walked
 * here: css-select tries every way through them, which a hostile sheet makes exponential, and its
 * caches outlive changes of the tree. The four outcomes below bound the walk (the method is WebKit's
 * `SelectorChecker::matchRecursively`).
 */
import { _compileUnsafe, type Options } from 'css-select';
import { SelectorType, type Selector } from 'css-what';
import { parseFormula, type Complex, type Compound, type Nested } from './selectors.js';

export type SelectAdapter<N, E extends N> = NonNullable<Options<N, E>['adapter']>;

/** Tests of pseudo-classes for states; those with an argument have two parameters. */
export type StatePseudos<E> = Readonly<
  Record<string, (element: E, value?: string | null) => boolean>
>;

type Test<E> = (element: E) => boolean;

/** css-select has aliases of its own (`:disabled` is HTML's list of tags), which win over functions of the same name. */
const OWN = 'tui-';

const MATCHES = 0;
/** No match here; another ancestor or sibling may still match. */
const FAILS_HERE = 1;
/** No sibling of the element can match either. */
const FAILS_ALL_SIBLINGS = 2;
/** No sibling and no ancestor can match. */
const FAILS_EVERYWHERE = 3;
type Outcome = 0 | 1 | 2 | 3;

/** Outcomes that end a search among ancestors. */
function isFinalAbove(outcome: Outcome): boolean {
  return outcome === MATCHES || outcome === FAILS_EVERYWHERE;
}

/** Outcomes that end a search among siblings. */
function isFinalBeside(outcome: Outcome): boolean {
  return outcome !== FAILS_HERE;
}

/** Searches longer than this many steps are remembered. */
const REMEMBERED_STEPS = 16;

/** Place of each element among its siblings, counted from 1, for `:nth-child()` and its kind. */
interface Places<E> {
  readonly fromStart: Map<E, number>;
  readonly ofType: Map<E, number>;
  readonly count: number;
  readonly countOfType: Map<string, number>;
}

export class Matcher<N extends object, E extends N> {
  readonly #tests = new WeakMap<Compound, Test<E>>();
  readonly #options: Options<N, E>;
  /** Made on demand, dropped by `onTreeChange`. */
  #places = new Map<N | undefined, Places<E>>();
  /** Outcomes of long searches, by selector, place in it, and where they began; dropped with `places`. */
  #searches = new Map<Complex, Map<E, Outcome>[]>();

  readonly #adapter: SelectAdapter<N, E>;
  readonly #states: StatePseudos<E>;

  readonly #hostOf: (element: E) => E | null;

  /** @param hostOf the host of the shadow tree that an element is in */
  constructor(
    adapter: SelectAdapter<N, E>,
    states: StatePseudos<E> = {},
    hostOf: (element: E) => E | null = () => null,
  ) {
    this.#adapter = adapter;
    this.#states = states;
    this.#hostOf = hostOf;

    this.#options = {
      adapter,
      xmlMode: true,
      relativeSelector: false,
      // Its caches do not learn that the tree has changed.
      cacheResults: false,
      pseudos: this.#pseudos(),
    };
  }

  /** Forgets what was counted and found; to be called before matching once anything in the tree changed. */
  onTreeChange(): void {
    if (this.#places.size > 0) this.#places = new Map();
    if (this.#searches.size > 0) this.#searches = new Map();
  }

  /** Whether a rule of an element's own shadow tree is about the element itself: `:host`. */
  matchesHost(host: E, { compounds }: Complex): boolean {
    const [compound] = compounds;
    return compounds.length === 1 && compound!.isHost === true && this.#testOf(compound!)(host);
  }

  /** Whether a rule of the tree of a slot is about what the slot shows: `::slotted()`. */
  matchesSlotted(element: E, slot: E, complex: Complex): boolean {
    const { compounds } = complex;
    if (!this.#testOf(compounds.at(-1)!)(element)) return false;
    return this.#walk(slot, complex, compounds.length - 2) === MATCHES;
  }

  matches(element: E, complex: Complex): boolean {
    return this.#walk(element, complex, complex.compounds.length - 1) === MATCHES;
  }

  /** Compiles every compound of a selector, so that one that css-select refuses is found at once. */
  compile(complex: Complex): void {
    for (const compound of complex.compounds) {
      this.#testOf(compound);
      for (const { list } of compound.nested) for (const nested of list) this.compile(nested);
    }
  }

  #walk(element: E, complex: Complex, index: number): Outcome {
    const compound = complex.compounds[index]!;
    if (compound.isHost === true || !this.#testOf(compound)(element)) return FAILS_HERE;
    if (index === 0) return MATCHES;
    const before = complex.compounds[index - 1]!;
    if (before.isHost === true) return this.#walkToHost(element, complex, before);
    switch (complex.combinators[index - 1]!) {
      case 'child': {
        const parent = this.#parent(element);
        if (parent === undefined) return FAILS_EVERYWHERE;
        const outcome = this.#walk(parent, complex, index - 1);
        if (outcome === MATCHES || outcome === FAILS_EVERYWHERE) return outcome;
        return FAILS_ALL_SIBLINGS;
      }
      case 'descendant':
        return this.#search(element, complex, index, (from) => this.#parent(from), isFinalAbove);
      case 'adjacent': {
        const before = this.#previous(element);
        if (before === undefined) return FAILS_ALL_SIBLINGS;
        return this.#walk(before, complex, index - 1);
      }
      case 'sibling':
        return this.#search(element, complex, index, (from) => this.#previous(from), isFinalBeside);
      case 'slotted':
        // `matchesSlotted` has the element and its slot.
        return FAILS_EVERYWHERE;
    }
  }

  /** `:host .name`, `:host > .name`: the host is outside of the tree in which the rest matches. */
  #walkToHost(element: E, { combinators }: Complex, compound: Compound): Outcome {
    if (combinators[0] === 'child' && this.#parent(element) !== undefined) return FAILS_EVERYWHERE;
    if (combinators[0] !== 'child' && combinators[0] !== 'descendant') return FAILS_EVERYWHERE;
    const host = this.#hostOf(element);
    if (host === null) return FAILS_EVERYWHERE;
    return this.#testOf(compound)(host) ? MATCHES : FAILS_HERE;
  }

  /**
   * The outcome of the compound before `index` on the ancestors (or earlier siblings) of an element, the
   * nearest first. Long searches are remembered: elements are matched from the top, so that the next
   * one need not go all the way again.
   */
  #search(
    element: E,
    complex: Complex,
    index: number,
    step: (from: E) => E | undefined,
    isFinal: (outcome: Outcome) => boolean,
  ): Outcome {
    const start = step(element);
    let steps = 0;
    let known: Map<E, Outcome> | undefined;
    let outcome: Outcome | undefined;
    for (let at = start; at !== undefined; at = step(at)) {
      if (++steps > REMEMBERED_STEPS) {
        known ??= this.#searchesOf(complex, index);
        outcome = known.get(at);
        if (outcome !== undefined) break;
      }
      const found = this.#walk(at, complex, index - 1);
      if (isFinal(found)) {
        outcome = found;
        break;
      }
    }
    outcome ??= isFinal(FAILS_ALL_SIBLINGS) ? FAILS_ALL_SIBLINGS : FAILS_EVERYWHERE;
    if (known !== undefined && start !== undefined) known.set(start, outcome);
    return outcome;
  }

  #searchesOf(complex: Complex, index: number): Map<E, Outcome> {
    let byIndex = this.#searches.get(complex);
    if (byIndex === undefined) this.#searches.set(complex, (byIndex = []));
    return (byIndex[index] ??= new Map());
  }

  #testOf(compound: Compound): Test<E> {
    let test = this.#tests.get(compound);
    if (test === undefined) this.#tests.set(compound, (test = this.#compileCompound(compound)));
    return test;
  }

  #compileCompound({ simple, nested }: Compound): Test<E> {
    // css-select sorts the tokens it is given in place.
    const tokens: Selector[] = simple.map((token) =>
      token.type === SelectorType.Pseudo && this.#isOwn(token.name)
        ? { ...token, name: OWN + token.name }
        : { ...token },
    );
    const own: Test<E> =
      tokens.length === 0 ? () => true : _compileUnsafe<N, E>([tokens], this.#options);
    if (nested.length === 0) return own;
    return (element) => {
      if (!own(element)) return false;
      for (const one of nested) if (!this.#matchesNested(element, one)) return false;
      return true;
    };
  }

  #isOwn(name: string): boolean {
    return name === 'root' || Object.hasOwn(this.#states, name);
  }

  #matchesNested(element: E, { name, list }: Nested): boolean {
    let matches = false;
    for (const complex of list) {
      matches = name === 'has' ? this.#hasInside(element, complex) : this.matches(element, complex);
      if (matches) break;
    }
    return name === 'has' ? matches : matches !== (name === 'not');
  }

  #hasInside(element: E, complex: Complex): boolean {
    const test = this.#testOf(complex.compounds[0]!);
    const adapter = this.#adapter;
    if (complex.lead === 'sibling' || complex.lead === 'adjacent') {
      const siblings = adapter
        .getSiblings(element)
        .filter((node): node is E => adapter.isTag(node));
      const from = siblings.indexOf(element) + 1;
      return siblings.slice(from, complex.lead === 'adjacent' ? from + 1 : undefined).some(test);
    }
    const stack: N[] = [...adapter.getChildren(element)];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (!adapter.isTag(node)) continue;
      if (test(node)) return true;
      if (complex.lead !== 'child')
        for (const child of adapter.getChildren(node)) stack.push(child);
    }
    return false;
  }

  #parent(element: E): E | undefined {
    const parent = this.#adapter.getParent(element);
    return parent !== null && this.#adapter.isTag(parent) ? parent : undefined;
  }

  #previous(element: E): E | undefined {
    const adapter = this.#adapter;
    if (adapter.prevElementSibling !== undefined) {
      return adapter.prevElementSibling(element) ?? undefined;
    }
    let before: E | undefined;
    for (const node of adapter.getSiblings(element)) {
      if (node === element) return before;
      if (adapter.isTag(node)) before = node;
    }
    return undefined;
  }

  #pseudos(): NonNullable<Options<N, E>['pseudos']> {
    const pseudos: Record<string, (element: E, data?: string | null) => boolean> = {};
    for (const [name, test] of Object.entries(this.#states)) pseudos[OWN + name] = test;
    // What is outermost in a shadow tree has a host around it.
    pseudos[`${OWN}root`] = (element) =>
      this.#parent(element) === undefined && this.#hostOf(element) === null;
    const place = (
      test: (place: number, last: number) => boolean,
      ofType: boolean,
    ): ((element: E) => boolean) => {
      return (element) => {
        const places = this.#placesOf(element);
        const own = (ofType ? places.ofType : places.fromStart).get(element) ?? 1;
        const last = ofType
          ? (places.countOfType.get(this.#adapter.getName(element)) ?? 1)
          : places.count;
        return test(own, last);
      };
    };
    for (const [suffix, ofType] of [
      ['child', false],
      ['of-type', true],
    ] as const) {
      pseudos[`first-${suffix}`] = place((own) => own === 1, ofType);
      pseudos[`last-${suffix}`] = place((own, last) => own === last, ofType);
      pseudos[`only-${suffix}`] = place((_own, last) => last === 1, ofType);
      // css-select requires two parameters where the pseudo-class has an argument.
      pseudos[`nth-${suffix}`] = (element, data) =>
        place((own) => isNth(own, data), ofType)(element);
      pseudos[`nth-last-${suffix}`] = (element, data) =>
        place((own, last) => isNth(last - own + 1, data), ofType)(element);
    }
    return pseudos;
  }

  /** css-select counts the siblings of each element again, which is quadratic in a long list. */
  #placesOf(element: E): Places<E> {
    const parent = this.#adapter.getParent(element) ?? undefined;
    let places = this.#places.get(parent);
    if (places === undefined) {
      const fromStart = new Map<E, number>();
      const ofType = new Map<E, number>();
      const countOfType = new Map<string, number>();
      for (const node of this.#adapter.getSiblings(element)) {
        if (!this.#adapter.isTag(node)) continue;
        const name = this.#adapter.getName(node);
        const count = (countOfType.get(name) ?? 0) + 1;
        countOfType.set(name, count);
        ofType.set(node, count);
        fromStart.set(node, fromStart.size + 1);
      }
      places = { fromStart, ofType, count: fromStart.size, countOfType };
      this.#places.set(parent, places);
    }
    return places;
  }
}

const formulas = new Map<string, readonly [number, number] | undefined>();

function isNth(place: number, data: string | null | undefined): boolean {
  const text = data ?? '';
  if (!formulas.has(text)) {
    if (formulas.size > 500) formulas.clear();
    formulas.set(text, parseFormula(text));
  }
  const formula = formulas.get(text);
  if (formula === undefined) return false;
  const [step, offset] = formula;
  const distance = place - offset;
  return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0;
}

/** True where the bucket an element was found in already says that it matches. */
export function isDecidedByKey({ compounds, key }: Complex): boolean {
  const [compound] = compounds;
  return (
    compounds.length === 1 &&
    compound!.isHost !== true &&
    compound!.nested.length === 0 &&
    compound!.simple.every(
      (token) => token.type === SelectorType.Universal || key.kind !== 'any',
    ) &&
    compound!.simple.filter((token) => token.type !== SelectorType.Universal).length <= 1
  );
}
