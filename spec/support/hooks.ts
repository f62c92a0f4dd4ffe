/** Elements of specs that do something of their own in a hook of the runtime. */
import type { TuiElement } from '../../runtime/element/tui-element.js';

/** Gives one element a hook of its own: those of its class cannot be replaced. */
export function setHook<Name extends keyof TuiElement>(
  element: TuiElement,
  name: Name,
  hook: NonNullable<TuiElement[Name]>,
): void {
  Object.defineProperty(element, name, { value: hook, configurable: true });
}
