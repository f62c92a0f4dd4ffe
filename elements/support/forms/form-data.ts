/**
 * Data of a form: the value of each control as JSON, by name, and the way back. What a control's value is, its class
 * declares with `[DATA]`; this file combines the controls of one name.
 */
import { didYouMean } from '../../../runtime/base/diagnostics.js';
import type { FieldError } from '../../../runtime/dom/forms.js';
import { PROPS } from '../../../runtime/element/internals.js';
import { fireChange } from '../control.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { DATA } from '../internals.js';

/** A value of one name in a form's data. */
export type FormValue = string | number | boolean | null | readonly FormValue[];

/** Why a value does not fit a control: what it expects, and what to write instead. */
export interface Misfit {
  readonly expected: string;
  readonly suggestion?: string | undefined;
}

/** A control with a value of its own: a text, a number, a choice from a list. */
interface OwnValue {
  readonly kind: 'value';
  readonly value: FormValue;
  /** Undefined for a value that `set` accepts. */
  check(value: unknown): Misfit | undefined;
  set(value: FormValue): void;
}

/** A control that is on or off. Several of one name are a list: the values of those that are on. */
interface Flag {
  readonly kind: 'flag';
  readonly isOn: boolean;
  readonly value: string;
  set(isOn: boolean): void;
}

/** One of several of one name, of which one is on at most. */
interface Choice {
  readonly kind: 'choice';
  readonly isOn: boolean;
  readonly value: string;
  set(isOn: boolean): void;
}

export type ControlData = OwnValue | Flag | Choice;

interface DataControl extends TuiElement {
  readonly [DATA]: ControlData;
}

/** False for what has no value while nothing is pressed: a button. */
function hasData(control: TuiElement): control is DataControl {
  return DATA in control;
}

/** The controls of one name. */
interface Field {
  read(): FormValue;
  check(value: unknown): Misfit | undefined;
  set(value: FormValue): void;
  /** True for a field of which the user can change nothing. */
  readonly isReadOnly: boolean;
  readonly controls: readonly TuiElement[];
}

/** The fields of a form by name, in the order of their first controls. */
export class FormFields {
  readonly #fields = new Map<string, Field>();
  readonly #disabled: ReadonlySet<string>;

  /** @param controls each with its name; `disabled` are names that count for nothing now */
  constructor(controls: Iterable<readonly [string, TuiElement]>, disabled: ReadonlySet<string>) {
    const byName = new Map<string, DataControl[]>();
    for (const [name, control] of controls) {
      if (!hasData(control)) continue;
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [control]);
      else known.push(control);
    }
    for (const [name, all] of byName) this.#fields.set(name, fieldOf(all));
    this.#disabled = disabled;
  }

  /** Name and value of each field. */
  read(): [string, FormValue][] {
    return [...this.#fields].map(([name, field]) => [name, field.read()]);
  }

  /** The controls of a name. */
  controlsOf(name: string): readonly TuiElement[] {
    return this.#fields.get(name)?.controls ?? [];
  }

  /** What keeps these values from being set; none where they all fit. */
  check(data: unknown): readonly FieldError[] {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) {
      return [{ message: `expected an object with a value for each name, found ${kindOf(data)}` }];
    }
    return Object.entries(data).flatMap(([name, value]) => this.#misfit(name, value) ?? []);
  }

  #misfit(name: string, value: unknown): FieldError | undefined {
    const field = this.#fields.get(name);
    const quoted = JSON.stringify(name);
    if (field === undefined) {
      if (this.#disabled.has(name)) return { name, message: `the control ${quoted} is disabled` };
      const suggestion = didYouMean(name, this.#fields.keys()) ?? this.#listed();
      const message = `the form has no control ${quoted}`;
      return { name, message, isUnknown: true, suggestion };
    }
    if (field.isReadOnly) return { name, message: `the control ${quoted} is read-only` };
    const misfit = field.check(value);
    if (misfit === undefined) return undefined;
    const { expected, suggestion } = misfit;
    return { name, message: `${quoted}: expected ${expected}, found ${shown(value)}`, suggestion };
  }

  #listed(): string | undefined {
    const names = [...this.#fields.keys()];
    if (names.length === 0 || names.length > MAX_LISTED) return undefined;
    return `its controls: ${names.map((each) => JSON.stringify(each)).join(', ')}`;
  }

  /** Sets values that `check` accepts, as the user does: with `input` and `change` where one is another than before. */
  set(data: Readonly<Record<string, FormValue>>): void {
    for (const [name, value] of Object.entries(data)) this.#fields.get(name)?.set(value);
  }
}

/** Names and choices that a message lists. */
const MAX_LISTED = 12;

function fieldOf(all: readonly DataControl[]): Field {
  const isReadOnly = all.every((each) => each[PROPS]['readonly'] === true);
  const owners = all.filter((each) => each[DATA].kind === 'value');
  const [first] = owners;
  // A group of radio buttons has the value of those in it, which may have its name.
  if (first !== undefined && owners.length === 1) {
    return { ...ownField(first), isReadOnly, controls: all };
  }
  const made =
    owners.length > 1
      ? listField(owners)
      : all[0]![DATA].kind === 'choice'
        ? choiceField(all)
        : all.length === 1
          ? flagField(all[0]!)
          : flagsField(all);
  return { ...made, isReadOnly, controls: all };
}

type Reading = Omit<Field, 'isReadOnly' | 'controls'>;

function ownField(control: DataControl): Reading {
  return {
    read: () => own(control).value,
    check: (value) => own(control).check(value),
    set: (value) => {
      if (sameValue(own(control).value, value)) return;
      own(control).set(value);
      fireChange(control);
    },
  };
}

function own(control: DataControl): OwnValue {
  return control[DATA] as OwnValue;
}

/** Several texts, numbers or lists of one name: a list with a value for each. */
function listField(controls: readonly DataControl[]): Reading {
  const fields = controls.map(ownField);
  return {
    read: () => fields.map((each) => each.read()),
    check: (value) => {
      if (!Array.isArray(value) || value.length !== fields.length) {
        return { expected: `a list of ${fields.length} values` };
      }
      return fields.map((each, index) => each.check(value[index])).find(Boolean);
    },
    set: (value) => {
      for (const [index, each] of fields.entries()) {
        each.set((value as readonly FormValue[])[index]!);
      }
    },
  };
}

function flag(control: DataControl): Flag | Choice {
  return control[DATA] as Flag | Choice;
}

function turn(control: DataControl, isOn: boolean): void {
  if (flag(control).isOn === isOn) return;
  flag(control).set(isOn);
  fireChange(control);
}

function flagField(control: DataControl): Reading {
  return {
    read: () => flag(control).isOn,
    check: (value) => {
      if (typeof value === 'boolean') return undefined;
      return { expected: 'true or false', suggestion: booleanLike(value) };
    },
    set: (value) => turn(control, value === true),
  };
}

function booleanLike(value: unknown): string | undefined {
  const isTrue = value === 'true' || value === 'on' || value === 'yes' || value === 1;
  const isFalse = value === 'false' || value === 'off' || value === 'no' || value === 0;
  return isTrue || isFalse ? `write ${String(isTrue)}` : undefined;
}

function flagsField(controls: readonly DataControl[]): Reading {
  const values = (): readonly string[] => controls.map((each) => flag(each).value);
  return {
    read: () => controls.map(flag).flatMap(({ isOn, value }) => (isOn ? [value] : [])),
    check: (value) => checkList(value, values()),
    set: (value) => {
      const on = new Set(value as readonly FormValue[]);
      for (const each of controls) turn(each, on.has(flag(each).value));
    },
  };
}

function choiceField(controls: readonly DataControl[]): Reading {
  const chosen = (): DataControl | undefined => controls.find((each) => flag(each).isOn);
  return {
    read: () => {
      const found = chosen();
      return found === undefined ? null : flag(found).value;
    },
    check: (value) =>
      checkChoice(
        value,
        controls.map((each) => flag(each).value),
      ),
    set: (value) => {
      const before = chosen();
      if (value === null) {
        if (before !== undefined) turn(before, false);
        return;
      }
      const next = controls.find((each) => flag(each).value === value);
      if (next !== undefined) turn(next, true);
    },
  };
}

/** One of several texts, or null for none of them. */
export function checkChoice(value: unknown, values: readonly string[]): Misfit | undefined {
  if (value === null || (typeof value === 'string' && values.includes(value))) return undefined;
  return { expected: oneOf(values), suggestion: didYouMean(String(value), values) };
}

/** A list of some of several texts. */
export function checkList(value: unknown, values: readonly string[]): Misfit | undefined {
  if (!Array.isArray(value)) {
    const suggestion = typeof value === 'string' ? `write [${JSON.stringify(value)}]` : undefined;
    return { expected: 'a list', suggestion };
  }
  const known = new Set(values);
  const unknown: unknown = value.find((each) => typeof each !== 'string' || !known.has(each));
  if (unknown === undefined) return undefined;
  const suggestion = didYouMean(String(unknown), values);
  return { expected: `a list of ${oneOf(values)}`, suggestion };
}

/** What to write instead of a text that is a number. */
export function numberLike(value: unknown): string | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? `write ${number}` : undefined;
}

function oneOf(values: readonly string[]): string {
  const listed = values.slice(0, MAX_LISTED).map((each) => JSON.stringify(each));
  if (values.length > MAX_LISTED) listed.push('…');
  if (listed.length === 0) return 'null';
  return listed.length === 1 ? listed[0]! : `one of ${listed.join(', ')}`;
}

function sameValue(first: FormValue, second: FormValue): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A value as a message shows it: short ones as they are written. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return kindOf(value);
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || text.length > MAX_SHOWN ? kindOf(value) : text;
}

const MAX_SHOWN = 40;
