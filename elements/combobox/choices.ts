/** Choices of a combobox: read from `option` elements or from data, and found by what is typed. */
import {
  fuzzyName,
  fuzzyPlaces,
  fuzzyScore,
  type FuzzyName,
} from '../../runtime/base/text/fuzzy.js';
import { PROPS, sanitize } from '../support/author.js';
import type { TuiElement } from '../support/author.js';
import { OPTION_DISABLED, OPTION_TEXT, OPTION_VALUE } from '../select/internals.js';
import { groupOf, isListed, Option, optionsIn } from '../select/options.js';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Heading that it is listed under; empty for none. */
  readonly group: string;
  readonly isDisabled: boolean;
  /** Chosen at the start. */
  readonly isSelected: boolean;
}

/** An option as data. */
export interface ChoiceData {
  readonly value?: unknown;
  readonly label?: unknown;
  readonly group?: unknown;
  readonly disabled?: unknown;
}

export type MatchMode = 'prefix' | 'contains' | 'fuzzy' | 'none';

/** A choice that was found, and the UTF-16 units of its label that match. */
export interface Match {
  readonly choice: Choice;
  readonly places: readonly number[];
}

/** UTF-16 units of a label that are looked at. */
const MAX_LABEL = 500;

function makeChoice(fields: Partial<Choice> & Pick<Choice, 'value'>): Choice {
  const label = sanitize(fields.label ?? fields.value).slice(0, MAX_LABEL);
  return { group: '', isDisabled: false, isSelected: false, ...fields, label };
}

/** What a text that is not an option is. */
export function freeChoice(value: string): Choice {
  return makeChoice({ value });
}

function choiceOf(option: Option, group: string): Choice {
  return makeChoice({
    value: option[OPTION_VALUE],
    label: option[OPTION_TEXT],
    group,
    isDisabled: option[OPTION_DISABLED],
    isSelected: option[PROPS].selected,
  });
}

/** The options in an element, in the order of the document. */
export function choicesIn(element: TuiElement): readonly Choice[] {
  const choices: Choice[] = [];
  for (const part of optionsIn(element)) {
    const group = part instanceof Option ? groupOf(part) : undefined;
    if (!(part instanceof Option) || !isListed(part)) continue;
    choices.push(choiceOf(part, sanitize(group?.[PROPS].label ?? '').trim()));
  }
  return choices;
}

/** Options of a script: texts, or objects. @throws TypeError with the first that is neither */
export function choicesFrom(data: unknown): readonly Choice[] {
  if (data === null || data === undefined) return [];
  if (
    typeof data === 'string' ||
    typeof (data as Iterable<unknown>)[Symbol.iterator] !== 'function'
  )
    throw new TypeError(`expected a list of options, found ${typeof data}`);
  return [...(data as Iterable<unknown>)].map((each, index) => {
    if (typeof each === 'string' || typeof each === 'number') return freeChoice(String(each));
    if (typeof each !== 'object' || each === null)
      throw new TypeError(
        `option ${index + 1}: expected a text or an object, found ${typeof each}`,
      );
    const { value, label, group = '', disabled } = each as ChoiceData;
    const known = value ?? label;
    if (known === undefined || known === null)
      throw new TypeError(`option ${index + 1}: expected "value" or "label"`);
    return makeChoice({
      value: String(known),
      label: String(label ?? known),
      group: sanitize(String(group)),
      isDisabled: Boolean(disabled),
    });
  });
}

/** Names are prepared once: what is searched is the same with each key. */
const names = new WeakMap<Choice, FuzzyName>();

function nameOf(choice: Choice): FuzzyName {
  let name = names.get(choice);
  if (name === undefined) names.set(choice, (name = fuzzyName(choice.label)));
  return name;
}

/** Those that match, in their order; `fuzzy` puts the best ones first. */
export function findMatches(
  choices: readonly Choice[],
  query: string,
  mode: MatchMode,
): readonly Match[] {
  const typed = query.trim().toLowerCase();
  if (typed === '' || mode === 'none') return choices.map((choice) => ({ choice, places: [] }));
  if (mode === 'fuzzy') return findFuzzy(choices, typed);
  const found: Match[] = [];
  for (const choice of choices) {
    const at = nameOf(choice).folded.indexOf(typed);
    if (at < 0 || (mode === 'prefix' && at > 0)) continue;
    found.push({ choice, places: Array.from({ length: typed.length }, (_, index) => at + index) });
  }
  return found;
}

function findFuzzy(choices: readonly Choice[], typed: string): readonly Match[] {
  const scored: { readonly choice: Choice; readonly score: number }[] = [];
  for (const choice of choices) {
    const score = fuzzyScore(nameOf(choice), typed);
    if (score !== undefined) scored.push({ choice, score });
  }
  scored.sort((a, b) => b.score - a.score);
  return scored.map(({ choice }) => ({ choice, places: fuzzyPlaces(nameOf(choice), typed) }));
}
