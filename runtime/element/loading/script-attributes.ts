/** Attributes that scripts set, checked as those of markup are. */
import { didYouMean, nearest } from '../../diagnostics.js';
import { hostOf } from '../query.js';
import { localNameOf } from '../tree.js';
import {
  describeElement,
  type Registry,
  type TuiDocument,
  type TuiElement,
} from '../tui-element.js';
import { ScriptWarnings } from '../scripts/script-warnings.js';
import { faultOfAttribute } from './validate.js';

interface TextFault {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** @param styleFaults what is wrong with the text of a `style` attribute */
export function attributeCheck(
  document: TuiDocument,
  registry: Registry,
  styleFaults: (text: string) => readonly TextFault[],
): (element: object, name: string, value: string) => void {
  const warnings = new ScriptWarnings(document);
  return (target, name, value) => {
    const element = target as TuiElement;
    if (name === 'style') {
      for (const fault of styleFaults(value)) {
        const message = `${describeElement(element)} style: ${fault.message}`;
        warnings.add(fault.message, { ...fault, message }, true);
      }
      return;
    }
    const known = registry.get(localNameOf(element));
    if (known === undefined) return;
    const fault = faultOfAttribute(
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
    if (fault === undefined) return;
    const { code, message } = fault;
    warnings.add(
      name,
      {
        code,
        message,
        get suggestion() {
          return fault.suggest();
        },
      },
      true,
    );
  };
}
