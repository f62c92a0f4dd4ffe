/** Attributes that scripts set, checked as those of markup are. */
import { didYouMean, nearest } from '../../base/diagnostics.js';
import { hostOf } from '../query.js';
import { localNameOf } from '../tree.js';
import {
  describeElement,
  type Registry,
  type TuiDocument,
  type TuiElement,
} from '../tui-element.js';
import { ScriptWarnings } from '../scripts/script-warnings.js';
import { findAttributeError } from './validate.js';

interface StyleTextError {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** @param checkStyle returns the errors in the text of a `style` attribute */
export function attributeCheck(
  document: TuiDocument,
  registry: Registry,
  checkStyle: (text: string) => readonly StyleTextError[],
): (element: object, name: string, value: string) => void {
  const warnings = new ScriptWarnings(document);
  return (target, name, value) => {
    const element = target as TuiElement;
    if (name === 'style') {
      for (const error of checkStyle(value)) {
        const message = `${describeElement(element)} style: ${error.message}`;
        warnings.add(error.message, { ...error, message }, true);
      }
      return;
    }
    const known = registry.get(localNameOf(element));
    if (known === undefined) return;
    const error = findAttributeError(
      known,
      { name, value },
      {
        didYouMean: (names) => didYouMean(name, names),
        styled: (property, text) => {
          const { properties } = hostOf(document);
          const found = properties.includes(property) ? property : nearest(property, properties);
          return found && `style.setProperty(${JSON.stringify(found)}, ${JSON.stringify(text)})`;
        },
      },
    );
    if (error === undefined) return;
    const { code, message } = error;
    warnings.add(
      name,
      {
        code,
        message,
        get suggestion() {
          return error.suggest();
        },
      },
      true,
    );
  };
}
