/** The language of an element: the nearest `lang` around it. */
import { getAttribute, parentElementOf } from '../../runtime/element/tree.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';

export function languageOf(element: TuiElement): string {
  for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) {
    const lang = getAttribute(at, 'lang');
    if (lang !== null && lang !== '') return lang;
  }
  return 'en';
}
