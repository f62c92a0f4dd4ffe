/** Length constraints of a text, as in HTML. */
import type { ConstraintError } from '../support/validated-element.js';
import { countGraphemes } from './boundaries.js';

export interface LengthRules {
  readonly required: boolean;
  readonly minlength: number | undefined;
  readonly maxlength: number | undefined;
}

/**
 * Violations of a length, in graphemes. As in HTML, lengths apply only to what the user has typed
 * (`edited`), and an empty text is never too short.
 */
export function checkLength(
  text: { readonly length: number; readonly value: string },
  { required, minlength, maxlength }: LengthRules,
  edited: boolean,
): ConstraintError[] {
  const errors: ConstraintError[] = [];
  if (text.length === 0) {
    if (required) errors.push({ flag: 'valueMissing', message: 'Please fill in this field.' });
    return errors;
  }
  if (!edited) return errors;
  // A text has at least one grapheme and at most one for each unit: often there is nothing to count.
  if (minlength !== undefined && minlength > 1) {
    const count = countGraphemes(text.value, minlength);
    if (count < minlength) {
      const message = `Please use at least ${minlength} characters (there are ${count}).`;
      errors.push({ flag: 'tooShort', message });
    }
  }
  if (maxlength !== undefined && text.length > maxlength) {
    if (countGraphemes(text.value, maxlength + 1) > maxlength) {
      const message = `Please use no more than ${maxlength} characters.`;
      errors.push({ flag: 'tooLong', message });
    }
  }
  return errors;
}
