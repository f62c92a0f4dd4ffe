/** Saved fields of elements, read and written by their names in `bind`. */
import { isPortError, portOf } from '../element/binding/ports.js';
import type { ElementClass, TuiElement } from '../element/tui-element.js';
import { fits } from './plain-values.js';

/** The names of what is worth keeping of an element. */
export function fieldNames(element: TuiElement): readonly string[] {
  return (element.constructor as ElementClass).persist ?? [];
}

/** Undefined where it cannot be read. */
export function readField(element: TuiElement, name: string): unknown {
  const port = portOf(element, name);
  if (isPortError(port)) return undefined;
  try {
    // What is unset is kept as null: a table may be sorted no more.
    return plain(port.read()) ?? null;
  } catch {
    // An element of a script's own.
    return undefined;
  }
}

/** What does not fit is left as it is: an app may have changed since. */
export function writeField(element: TuiElement, name: string, value: unknown): void {
  const port = portOf(element, name);
  if (isPortError(port)) return;
  try {
    const now = port.read();
    if (fits(value, plain(now)) || (isScalar(now) && isScalar(value) && name === 'value'))
      port.write(value);
  } catch {
    // The value is none of its any more.
  }
}

function plain(value: unknown): unknown {
  return value instanceof Set ? [...(value as Set<unknown>)] : value;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
