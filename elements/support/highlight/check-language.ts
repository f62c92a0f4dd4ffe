/** The check of a `language` that an attribute names. */
import { nearest } from '../../../runtime/base/diagnostics.js';
import { reportAttributeError } from '../../../runtime/element/attribute-errors.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { languageNames, languageOf } from './highlight.js';

/** Reports a name that is none of a language. */
export function checkLanguage(element: TuiElement, language = 'plaintext'): void {
  if (languageOf(language) !== undefined) return;
  const similar = nearest(language, languageNames());
  reportAttributeError(element, 'language', {
    code: 'bad-value',
    message: `${element.localName}: language: expected the name of a language, found "${language.slice(0, 40)}"`,
    suggestion: similar === undefined ? 'write plaintext for none' : `did you mean "${similar}"?`,
  });
}
