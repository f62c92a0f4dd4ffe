/**
 * Selectors: reading them (css-what), their specificity, and the shape that matching and
 * invalidation need: compounds joined by combinators.
 */
import { parse, SelectorType, type Selector } from 'css-what';
import { didYouMean } from '../../base/diagnostics.js';
import { insteadOfPseudoElement } from '../reading/hints.js';

/** `slotted` is from a slot to what it shows: `::slotted()`. */
export type Combinator = 'descendant' | 'child' | 'sibling' | 'adjacent' | 'slotted';

/** `:is()`, `:not()`, `:where()` and `:has()`, matched by `matcher.ts` and not by css-select. */
export interface Nested {
  readonly name: 'is' | 'not' | 'has';
  readonly list: readonly Complex[];
}

/** Simple selectors that one element has to match. */
export interface Compound {
  /** Everything but the nested ones, as css-what returns it. */
  readonly simple: readonly Selector[];
  readonly nested: readonly Nested[];
  /** `:host`: the element whose shadow tree the rule is in. Only the first compound can be. */
  readonly isHost?: boolean | undefined;
}

/** Compounds from left to right; `combinators[i]` is between `compounds[i]` and the next. */
export interface Complex {
  readonly compounds: readonly Compound[];
  readonly combinators: readonly Combinator[];
  /** In `:has()`, the combinator before the first compound. */
  readonly lead?: Combinator | undefined;
  /** Ids, classes and types as one number that compares as CSS compares them. */
  readonly specificity: number;
  /** What every match must have, for the buckets: the rightmost compound's id, class or type. */
  readonly key: BucketKey;
}

export interface BucketKey {
  readonly kind: 'id' | 'class' | 'tag' | 'any';
  readonly name: string;
}

export type ParsedSelectors =
  | { readonly ok: true; readonly selectors: readonly Complex[] }
  | { readonly ok: false; readonly message: string; readonly suggestion?: string | undefined };

/** Pseudo-classes that depend on an element's place among its siblings. */
export const STRUCTURAL_PSEUDOS: ReadonlySet<string> = new Set([
  'first-child',
  'last-child',
  'only-child',
  'first-of-type',
  'last-of-type',
  'only-of-type',
  'nth-child',
  'nth-last-child',
  'nth-of-type',
  'nth-last-of-type',
]);

/** What the truth of a pseudo-class hangs on: states of an element, and attributes. */
interface Dependencies {
  readonly states?: readonly string[];
  readonly attributes?: readonly string[];
  /** The state may be that of an element further in. */
  readonly isInside?: boolean;
  /** The attribute may be that of an element further out. */
  readonly isOutside?: boolean;
}

/** The pseudo-classes of `tree/select.ts` that represent states; how they are tested is said there. */
export const STATE_PSEUDOS: ReadonlyMap<string, Dependencies> = new Map<string, Dependencies>([
  ['hover', { states: ['hover'] }],
  ['active', { states: ['active'] }],
  ['focus', { states: ['focus'] }],
  ['focus-visible', { states: ['focus-visible'] }],
  ['focus-within', { states: ['focus', 'focus-within'], isInside: true }],
  ['target', { states: ['target'] }],
  ['visited', { states: ['visited'] }],
  ['link', { attributes: ['href'] }],
  ['any-link', { attributes: ['href'] }],
  ['disabled', { states: ['disabled'], attributes: ['disabled'] }],
  ['enabled', { states: ['disabled'], attributes: ['disabled'] }],
  ['checked', { states: ['checked'], attributes: ['checked', 'selected'] }],
  ['selected', { states: ['selected'], attributes: ['selected'] }],
  ['required', { attributes: ['required'] }],
  ['optional', { attributes: ['required'] }],
  ['invalid', { states: ['invalid'] }],
  ['valid', { states: ['invalid'] }],
  ['user-invalid', { states: ['user-invalid'] }],
  ['defined', { states: ['defined'] }],
  ['open', { states: ['open'], attributes: ['open'] }],
  ['lang', { attributes: ['lang'], isOutside: true }],
  // Its state is its argument.
  ['state', {}],
]);

export const NESTED_PSEUDOS: ReadonlyMap<string, Nested['name']> = new Map([
  ['is', 'is'],
  ['matches', 'is'],
  ['where', 'is'],
  ['not', 'not'],
  ['has', 'has'],
]);

/** Pseudo-classes that depend on an element's parent or children alone. */
export const TREE_PSEUDOS = ['root', 'empty'] as const;

/** The host of a shadow tree, in the style rules of this tree. */
export const HOST_PSEUDO = 'host';

/** What slots of a shadow tree show, in the style rules of this tree. */
const SLOTTED = 'slotted';

const KNOWN_PSEUDOS = [
  HOST_PSEUDO,
  ...STRUCTURAL_PSEUDOS,
  ...STATE_PSEUDOS.keys(),
  ...NESTED_PSEUDOS.keys(),
  ...TREE_PSEUDOS,
];

/** Longest selector list, in UTF-16 units: nesting multiplies texts, and matching costs by the compound. */
export const SELECTOR_LENGTH = 4000;
/** How deep `:is()` and its kind may be inside each other. */
const NESTING = 8;

const COMBINATORS: ReadonlyMap<string, Combinator> = new Map([
  [SelectorType.Descendant, 'descendant'],
  [SelectorType.Child, 'child'],
  [SelectorType.Sibling, 'sibling'],
  [SelectorType.Adjacent, 'adjacent'],
]);

class SelectorError extends Error {
  constructor(
    message: string,
    readonly suggestion?: string,
  ) {
    super(message);
  }
}

/** css-what takes any character for the first of a name: `..a` would be the class `.a`. */
const NAMELESS = /(?<!\\)[.#](?![\w\\\u0080-\uffff-])/;
const QUOTED = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\[[^\]]*\]/gs;

/** Reads a selector list; one bad selector spoils the list, as in CSS. */
export function parseSelectors(text: string): ParsedSelectors {
  if (text.length > SELECTOR_LENGTH) {
    return { ok: false, message: `a selector has at most ${SELECTOR_LENGTH} characters` };
  }
  const missing = NAMELESS.exec(text.replace(QUOTED, ''));
  if (missing !== null) return { ok: false, message: `expected a name after "${missing[0]}"` };
  try {
    return { ok: true, selectors: parse(text).map((tokens) => complexOf(tokens, false, 0)) };
  } catch (error) {
    if (error instanceof SelectorError) {
      return { ok: false, message: error.message, suggestion: error.suggestion };
    }
    // Errors of css-what have no position; their messages repeat the selector, which the excerpt already shows.
    const reason = error instanceof RangeError ? 'it is nested too deeply' : whatReason(error);
    return { ok: false, message: `invalid selector: ${reason}` };
  }
}

function whatReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/^Unmatched selector/i.test(message)) return 'expected a simple selector';
  if (/empty sub-?selector/i.test(message)) return 'expected a selector';
  return message.length > 60 ? `${message.slice(0, 59)}…` : message;
}

function complexOf(tokens: readonly Selector[], relative: boolean, depth: number): Complex {
  if (depth > NESTING) throw new SelectorError('this selector is nested too deeply');
  const compounds: Compound[] = [];
  const combinators: Combinator[] = [];
  let lead: Combinator | undefined;
  let simple: Selector[] = [];
  let nested: Nested[] = [];
  let isHost = false;
  let isStart = true;
  let shown: Complex | undefined;
  const close = (): void => {
    // `::slotted()` alone means any slot.
    if (simple.length === 0 && nested.length === 0 && !isHost && shown === undefined) {
      throw new SelectorError('expected a selector on both sides of a combinator');
    }
    if (isHost && (compounds.length > 0 || depth > 0)) {
      throw new SelectorError(':host is the first part of a selector', 'write ":host .name"');
    }
    compounds.push(isHost ? { simple, nested, isHost } : { simple, nested });
    simple = [];
    nested = [];
    isHost = false;
  };
  let specificity = 0;
  for (const token of tokens) {
    const combinator = COMBINATORS.get(token.type);
    if (shown !== undefined) {
      throw new SelectorError(
        '::slotted() is the last part of a selector',
        'write what else is true of the element into the parentheses: "::slotted(.name:focus)"',
      );
    }
    if (isSlotted(token)) {
      shown = slottedOf(token, depth);
      specificity = addSpecificity(addSpecificity(specificity, TYPE_UNIT), shown.specificity);
    } else if (combinator !== undefined) {
      if (isStart) {
        if (!relative) throw new SelectorError('a selector may not start with a combinator');
        lead = combinator;
      } else {
        close();
        combinators.push(combinator);
      }
    } else {
      const found = nestedOf(token, depth);
      if (token.type === SelectorType.Pseudo && token.name === HOST_PSEUDO) {
        isHost = true;
        if (found !== undefined) nested.push(found);
        specificity = addSpecificity(specificity, CLASS_UNIT);
      } else if (found === undefined) {
        checkSimple(token);
        simple.push(token);
        specificity = addSpecificity(specificity, simpleSpecificity(token));
      } else {
        nested.push(found);
        const isWhere = token.type === SelectorType.Pseudo && token.name === 'where';
        const most = Math.max(0, ...found.list.map((entry) => entry.specificity));
        specificity = addSpecificity(specificity, isWhere ? 0 : most);
      }
    }
    isStart = false;
  }
  close();
  if (shown !== undefined) {
    compounds.push(...shown.compounds);
    combinators.push('slotted');
  }
  return {
    compounds,
    combinators,
    lead,
    specificity,
    key: keyOf(compounds[compounds.length - 1]!),
  };
}

function isSlotted(token: Selector): boolean {
  return token.type === SelectorType.PseudoElement && token.name === SLOTTED;
}

/** What `::slotted()` is about: one compound. */
function slottedOf(token: Selector, depth: number): Complex {
  if (depth > 0) throw new SelectorError('::slotted() cannot be inside of parentheses');
  const data = token.type === SelectorType.PseudoElement ? (token.data ?? '') : '';
  const [tokens = [], ...others] = data.trim() === '' ? [] : parse(data);
  if (
    tokens.length === 0 ||
    others.length > 0 ||
    tokens.some(({ type }) => COMBINATORS.has(type))
  ) {
    throw new SelectorError(
      `::slotted() needs one compound selector in parentheses${data === '' ? '' : `, found "${data}"`}`,
      'write "::slotted(*)" for all that a slot shows, or "::slotted(.name)"',
    );
  }
  return complexOf(tokens, false, depth + 1);
}

function nestedOf(token: Selector, depth: number): Nested | undefined {
  if (token.type !== SelectorType.Pseudo) return undefined;
  const isHost = token.name === HOST_PSEUDO;
  if (isHost && token.data === null) return undefined;
  const name = isHost ? 'is' : NESTED_PSEUDOS.get(token.name);
  if (name === undefined) return undefined;
  if (!Array.isArray(token.data))
    throw new SelectorError(`:${token.name} needs selectors in parentheses`);
  const list = token.data.map((tokens) => complexOf(tokens, name === 'has', depth + 1));
  if (name === 'has' && list.some(isTooCostly)) {
    throw new SelectorError(
      ':has() accepts one compound selector here, with at most one combinator before it',
    );
  }
  return { name, list };
}

/** `:has()` looks through whole subtrees for each element: its arguments are kept cheap. */
function isTooCostly(complex: Complex): boolean {
  return (
    complex.compounds.length > 1 || complex.compounds[0]!.nested.some(({ name }) => name === 'has')
  );
}

function checkSimple(token: Selector): void {
  switch (token.type) {
    case SelectorType.PseudoElement:
      throw new SelectorError(
        `pseudo-elements are not supported, found "::${token.name}"`,
        insteadOfPseudoElement(token.name),
      );
    case SelectorType.ColumnCombinator:
    case SelectorType.Parent:
      throw new SelectorError('this combinator is not supported');
    case SelectorType.Attribute:
    case SelectorType.Tag:
    case SelectorType.Universal:
      if (token.namespace !== null) throw new SelectorError('namespaces are not supported');
      return;
    case SelectorType.Pseudo: {
      if (!KNOWN_PSEUDOS.includes(token.name)) {
        throw new SelectorError(
          `unknown pseudo-class ":${token.name}"`,
          didYouMean(token.name, KNOWN_PSEUDOS)?.replace('"', '":'),
        );
      }
      checkArgument(token.name, token.data);
      return;
    }
    default:
    // Combinators.
  }
}

const NEEDED: ReadonlyMap<string, string> = new Map([
  ['state', 'the name of a state'],
  ['lang', 'a language such as de'],
]);

function checkArgument(name: string, data: Selector[][] | string | null): void {
  const isFormula = name.startsWith('nth-');
  if (!isFormula && !NEEDED.has(name)) {
    if (data !== null) throw new SelectorError(`:${name} accepts no argument`);
    return;
  }
  const needed = NEEDED.get(name) ?? 'a formula such as 2n+1';
  if (typeof data !== 'string' || data.trim() === '') {
    throw new SelectorError(`:${name} needs ${needed} in parentheses`);
  }
  if (isFormula && parseFormula(data) === undefined) {
    throw new SelectorError(`:${name} needs ${needed}, found "${data}"`);
  }
}

/** Step and offset of `an+b`; undefined where the text is none. */
export function parseFormula(text: string): readonly [step: number, offset: number] | undefined {
  const formula = text.trim().toLowerCase();
  if (formula === 'even') return [2, 0];
  if (formula === 'odd') return [2, 1];
  if (/^[+-]?\d{1,9}$/.test(formula)) return [0, Number(formula)];
  const match = /^([+-]?\d{0,9})n\s*(?:([+-])\s*(\d{1,9}))?$/.exec(formula);
  if (match === null) return undefined;
  const step = /^[+-]?$/.test(match[1]!) ? Number(`${match[1]!}1`) : Number(match[1]);
  return [step, match[3] === undefined ? 0 : Number(`${match[2]!}${match[3]}`)];
}

const TYPE_UNIT = 1;
const CLASS_UNIT = 1 << 10;
const ID_UNIT = 1 << 20;

function simpleSpecificity(token: Selector): number {
  switch (token.type) {
    case SelectorType.Universal:
      return 0;
    case SelectorType.Tag:
      return TYPE_UNIT;
    case SelectorType.Attribute:
      return idOf(token) !== undefined ? ID_UNIT : CLASS_UNIT;
    default:
      return CLASS_UNIT;
  }
}

/** Each part stops at its largest value, so that a thousand classes never become an id. */
function addSpecificity(a: number, b: number): number {
  const part = (unit: number): number =>
    Math.min(1023, (Math.floor(a / unit) & 1023) + (Math.floor(b / unit) & 1023)) * unit;
  return part(ID_UNIT) + part(CLASS_UNIT) + part(TYPE_UNIT);
}

/** The name in `#name`, which css-what returns as `[id="name"]`, recognized by how it ignores case. */
export function idOf(token: Selector): string | undefined {
  const isId =
    token.type === SelectorType.Attribute &&
    token.name === 'id' &&
    token.action === 'equals' &&
    token.ignoreCase === 'quirks';
  return isId ? token.value : undefined;
}

/** The name in `.name`, which css-what returns as `[class~="name"]`. */
export function classOf(token: Selector): string | undefined {
  const isClass =
    token.type === SelectorType.Attribute &&
    token.name === 'class' &&
    token.action === 'element' &&
    token.ignoreCase === 'quirks';
  return isClass ? token.value : undefined;
}

export function keyOf({ simple }: Compound): BucketKey {
  const id = first(simple, idOf);
  if (id !== undefined) return { kind: 'id', name: id };
  const className = first(simple, classOf);
  if (className !== undefined) return { kind: 'class', name: className };
  const tag = simple.find((token) => token.type === SelectorType.Tag);
  if (tag !== undefined) return { kind: 'tag', name: tag.name };
  return { kind: 'any', name: '' };
}

function first(
  tokens: readonly Selector[],
  read: (token: Selector) => string | undefined,
): string | undefined {
  for (const token of tokens) {
    const name = read(token);
    if (name !== undefined) return name;
  }
  return undefined;
}
