/** The constraints of an `input` by its type: e-mail addresses and URLs. */
import type { ConstraintError } from '../support/validated-element.js';

/** HTML's own expression for a valid e-mail address (section 4.10.5.1.5). */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export function checkType(type: string, text: string): ConstraintError[] {
  if (text === '') return [];
  if (type === 'email' && !EMAIL.test(text)) {
    return [{ flag: 'typeMismatch', message: 'Please enter an e-mail address.' }];
  }
  if (type === 'url' && !URL.canParse(text)) {
    return [{ flag: 'typeMismatch', message: 'Please enter a URL.' }];
  }
  return [];
}
