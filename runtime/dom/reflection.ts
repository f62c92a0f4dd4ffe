/** Properties that reflect attributes: one table, from which the accessors are created. */
import { dropAttribute } from './attr.js';
import { find, getAttribute, setAttribute } from './tree/attributes.js';
import type { TreeNode } from './tree/tree-node.js';

/** How a property reads and writes its attribute, by the names of the HTML standard. */
export type Reflection =
  /** The text; empty without the attribute. */
  | { readonly attribute: string; readonly as: 'string' }
  /** The text; null without the attribute, and setting null removes it. */
  | { readonly attribute: string; readonly as: 'nullable' }
  /** True if the attribute is present, unless its text is `false`, `no`, `off` or `0`. */
  | { readonly attribute: string; readonly as: 'boolean' }
  /** An integer; the default for other texts. */
  | { readonly attribute: string; readonly as: 'integer'; readonly default: number }
  /** One of the keywords, in lower case; empty for other texts. */
  | { readonly attribute: string; readonly as: 'keyword'; readonly keywords: readonly string[] };

export type ReflectionTable = Readonly<Record<string, Reflection>>;

/** Of HTMLElement. */
export const HTML_REFLECTIONS = {
  title: { attribute: 'title', as: 'string' },
  lang: { attribute: 'lang', as: 'string' },
  dir: { attribute: 'dir', as: 'keyword', keywords: ['ltr', 'rtl', 'auto'] },
  hidden: { attribute: 'hidden', as: 'boolean' },
  inert: { attribute: 'inert', as: 'boolean' },
  autofocus: { attribute: 'autofocus', as: 'boolean' },
  tabIndex: { attribute: 'tabindex', as: 'integer', default: -1 },
} as const satisfies ReflectionTable;

const ARIA = [
  'ariaAtomic',
  'ariaAutoComplete',
  'ariaBusy',
  'ariaChecked',
  'ariaColCount',
  'ariaColIndex',
  'ariaColSpan',
  'ariaCurrent',
  'ariaDescription',
  'ariaDisabled',
  'ariaExpanded',
  'ariaHasPopup',
  'ariaHidden',
  'ariaInvalid',
  'ariaKeyShortcuts',
  'ariaLabel',
  'ariaLevel',
  'ariaLive',
  'ariaModal',
  'ariaMultiLine',
  'ariaMultiSelectable',
  'ariaOrientation',
  'ariaPlaceholder',
  'ariaPosInSet',
  'ariaPressed',
  'ariaReadOnly',
  'ariaRequired',
  'ariaRoleDescription',
  'ariaRowCount',
  'ariaRowIndex',
  'ariaRowSpan',
  'ariaSelected',
  'ariaSetSize',
  'ariaSort',
  'ariaValueMax',
  'ariaValueMin',
  'ariaValueNow',
  'ariaValueText',
] as const;

/** `aria-valuenow` for `ariaValueNow`. */
function ariaAttribute(property: string): string {
  return `aria-${property.slice('aria'.length).toLowerCase()}`;
}

/** Of Element: `role`, `slot`, and the properties of WAI-ARIA. */
export const ELEMENT_REFLECTIONS: ReflectionTable = {
  role: { attribute: 'role', as: 'nullable' },
  slot: { attribute: 'slot', as: 'string' },
  ...Object.fromEntries(
    ARIA.map((name) => [name, { attribute: ariaAttribute(name), as: 'nullable' } as const]),
  ),
};

/** Defines the accessors of a table on the prototype of a class. */
export function defineReflections(prototype: object, table: ReflectionTable): void {
  for (const [property, reflection] of Object.entries(table)) {
    Object.defineProperty(prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: TreeNode) {
        return read(reflection, getAttribute(this, reflection.attribute));
      },
      set(this: TreeNode, value: unknown) {
        const text = write(reflection, value);
        if (text === null) drop(this, reflection.attribute);
        else setAttribute(this, reflection.attribute, text);
      },
    });
  }
}

function read(reflection: Reflection, text: string | null): unknown {
  switch (reflection.as) {
    case 'string':
      return text ?? '';
    case 'nullable':
      return text;
    case 'boolean':
      return text !== null && !/^\s*(false|0|no|off)\s*$/i.test(text);
    case 'integer': {
      // Digits at the start count, as in HTML, while they make a number of 32 bits.
      const number = Number(/^[\t\n\f\r ]*([+-]?\d+)/.exec(text ?? '')?.[1] ?? NaN);
      return Math.abs(number + 0.5) <= 2 ** 31 ? number + 0 : reflection.default;
    }
    case 'keyword': {
      const word = (text ?? '').toLowerCase();
      return reflection.keywords.includes(word) ? word : '';
    }
  }
}

/** The attribute's new text; null removes it. */
function write(reflection: Reflection, value: unknown): string | null {
  switch (reflection.as) {
    case 'string':
    case 'keyword':
      return String(value);
    case 'nullable':
      return value === null || value === undefined ? null : String(value);
    case 'boolean':
      return value ? '' : null;
    case 'integer':
      // As the language makes 32 bits of any number.
      return String(Number(value) | 0);
  }
}

function drop(element: TreeNode, name: string): void {
  const found = find(element, name);
  if (found !== undefined) dropAttribute(element, found[0]);
}
