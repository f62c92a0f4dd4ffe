/** Attributes that every element takes. The one table: loading, lint, the reference and completion read it. */
import { COMMON_EVENTS } from '../dom/events/handlers.js';
import type { AttributeTable } from './contract.js';

export const GLOBAL_ATTRIBUTES = {
  id: { type: 'string', description: 'Name of this one element, for scripts and selectors.' },
  class: { type: 'string', description: 'Names for style rules, separated by blanks.' },
  style: { type: 'string', description: 'Style declarations for this element alone.' },
  hidden: { type: 'boolean', default: false, description: 'Takes no room and is not painted.' },
  tabindex: {
    type: 'integer',
    description: 'Place in the order of the Tab key; -1 can be focused by scripts only.',
  },
  autofocus: {
    type: 'boolean',
    default: false,
    description: 'Has the focus when the app starts, or when the dialog it is in opens.',
  },
  inert: {
    type: 'boolean',
    default: false,
    description: 'Takes neither keys nor the pointer, with all that is in it.',
  },
  title: {
    type: 'string',
    description: 'Its name to a screen reader, where it has no other.',
  },
  tooltip: {
    type: 'string',
    description:
      'Text that shows beside the element where the pointer rests on it, or where the Tab key came to it.',
  },
  lang: {
    type: 'string',
    description: 'Language of the words in it, as in `de`, for screen readers.',
  },
  persist: {
    type: 'boolean',
    default: true,
    description:
      'Whether what people do in it is kept between runs, where the setting `persist` is on; needs an `id`.',
  },
  t: {
    type: 'string',
    description: 'Key of the message that is its text; `t:label` is that of its attribute `label`.',
  },
  tArgs: {
    type: 'json',
    schema: { type: 'object' },
    description: 'What is put into its messages by name, as JSON: `{"name": "Ada"}`.',
  },
  role: { type: 'string', description: 'What the element is to a screen reader.' },
  bind: { type: 'string', description: 'Name of the state that the value is kept equal to.' },
  bindMode: {
    type: 'string',
    enum: ['two-way', 'one-way'],
    default: 'two-way',
    description: 'Which way bindings carry changes; `one-way` is from the state to the element.',
  },
} as const satisfies AttributeTable;

/**
 * True for the names above and for families of names: `data-x`, `aria-x`, `onSelect`, `bind:value`; `key` is
 * the camelCase name.
 */
export function isGlobalAttribute(key: string): boolean {
  if (Object.hasOwn(GLOBAL_ATTRIBUTES, key)) return true;
  return (
    /^(data|aria)-./.test(key) ||
    key.startsWith('bind:') ||
    key.startsWith('t:') ||
    // `on` and a letter: `one` is nobody's handler, but HTML writes `onclick` small.
    /^on[A-Z]/.test(key) ||
    EVENT_ATTRIBUTES.has(key)
  );
}

const EVENT_ATTRIBUTES: ReadonlySet<string> = new Set(COMMON_EVENTS.map((type) => `on${type}`));
