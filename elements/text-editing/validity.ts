/** Whether a value may be submitted, by the constraints of HTML, and what to say where it may not. */
import { countGraphemes } from './boundaries.js';

/** The standard's `ValidityState`. */
export interface ValidityFlags {
  readonly valueMissing: boolean;
  readonly typeMismatch: boolean;
  readonly patternMismatch: boolean;
  readonly tooLong: boolean;
  readonly tooShort: boolean;
  readonly rangeUnderflow: boolean;
  readonly rangeOverflow: boolean;
  readonly stepMismatch: boolean;
  readonly badInput: boolean;
  readonly customError: boolean;
  readonly valid: boolean;
}

type Flag = Exclude<keyof ValidityFlags, 'valid'>;

/** A constraint that does not hold. */
export interface Fault {
  readonly flag: Flag;
  readonly message: string;
}

const HOLDS: ValidityFlags = Object.freeze({
  valueMissing: false,
  typeMismatch: false,
  patternMismatch: false,
  tooLong: false,
  tooShort: false,
  rangeUnderflow: false,
  rangeOverflow: false,
  stepMismatch: false,
  badInput: false,
  customError: false,
  valid: true,
});

export function flagsOf(faults: readonly Fault[]): ValidityFlags {
  if (faults.length === 0) return HOLDS;
  const flags = Object.fromEntries(faults.map(({ flag }) => [flag, true]));
  return Object.freeze({ ...HOLDS, ...flags, valid: false });
}

export interface LengthRules {
  readonly required: boolean;
  readonly minlength: number | undefined;
  readonly maxlength: number | undefined;
}

/**
 * Faults of a text's length, in graphemes. As in HTML, lengths count only for what a person has typed
 * (`edited`), and an empty text is never too short.
 */
export function lengthFaults(
  text: { readonly length: number; readonly value: string },
  { required, minlength, maxlength }: LengthRules,
  edited: boolean,
): Fault[] {
  const faults: Fault[] = [];
  if (text.length === 0) {
    if (required) faults.push({ flag: 'valueMissing', message: 'Please fill in this field.' });
    return faults;
  }
  if (!edited) return faults;
  // A text has at least one grapheme and at most one for each unit: often there is nothing to count.
  if (minlength !== undefined && minlength > 1) {
    const count = countGraphemes(text.value, minlength);
    if (count < minlength) {
      const message = `Please use at least ${minlength} characters (there are ${count}).`;
      faults.push({ flag: 'tooShort', message });
    }
  }
  if (maxlength !== undefined && text.length > maxlength) {
    if (countGraphemes(text.value, maxlength + 1) > maxlength) {
      const message = `Please use no more than ${maxlength} characters.`;
      faults.push({ flag: 'tooLong', message });
    }
  }
  return faults;
}
