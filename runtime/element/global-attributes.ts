/** Attributes that every element takes. The one table: loading, lint, the reference and completion read it. */
import { COMMON_EVENTS } from '../dom/events/handlers.js';
import type { AttributeTable } from './contract.js';

export const GLOBAL_ATTRIBUTES = {
  id: { type: 'string', description: 'Unique name of the element, for scripts and selectors.' },
  class: { type: 'string', description: 'Class names for style rules, separated by spaces.' },
  style: { type: 'string', description: 'Style declarations for this element only.' },
  hidden: {
    type: 'boolean',
    default: false,
    description: 'Hides the element: it occupies no space and is not painted.',
  },
  tabindex: {
    type: 'integer',
    description: 'Position in the Tab order; -1 makes the element focusable by scripts only.',
  },
  autofocus: {
    type: 'boolean',
    default: false,
    description: 'Focuses the element when the app starts, or when its dialog opens.',
  },
  inert: {
    type: 'boolean',
    default: false,
    description: 'Ignores keys and the pointer, with all its content.',
  },
  title: {
    type: 'string',
    description: 'Accessible name, if the element has no other.',
  },
  tooltip: {
    type: 'string',
    description:
      'Text shown beside the element while the pointer rests on it, or after Tab has focused it.',
  },
  contextmenu: {
    type: 'string',
    description:
      'Id of the `<menu>` that opens at the pointer by its right button, and by Shift+F10 or the Menu key.',
  },
  aiHidden: {
    type: 'boolean',
    default: false,
    description:
      'Keeps the element and its content from AI: from the assistant, `tui mcp` and `tui snapshot --format ai`. It stays visible on the screen.',
  },
  dir: {
    type: 'string',
    enum: ['ltr', 'rtl', 'auto'],
    description: 'Direction of the text, for scripts; cells are in the order of the text.',
  },
  lang: {
    type: 'string',
    description: 'Language of the content, such as `de`, for screen readers.',
  },
  slot: {
    type: 'string',
    description: 'Name of the `<slot>` of the component around it that shows the element.',
  },
  persist: {
    type: 'boolean',
    default: true,
    description:
      'Whether user input in the element is kept between runs, if the setting `persist` is on; needs an `id`.',
  },
  t: {
    type: 'string',
    description: 'Key of the message that is its text; `t:label` sets the attribute `label`.',
  },
  tArgs: {
    type: 'json',
    schema: { type: 'object' },
    description: 'Values for the placeholders of its messages, as JSON: `{"name": "Ada"}`.',
  },
  role: { type: 'string', description: 'Role of the element for screen readers.' },
  bind: { type: 'string', description: 'Name of the state that the value is bound to.' },
  bindMode: {
    type: 'string',
    enum: ['two-way', 'one-way'],
    default: 'two-way',
    description: 'Direction of the binding; `one-way` copies from the state to the element only.',
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
    // `on` and a letter: `one` is not a handler, but HTML writes `onclick` small.
    /^on[A-Z]/.test(key) ||
    EVENT_ATTRIBUTES.has(key)
  );
}

const EVENT_ATTRIBUTES: ReadonlySet<string> = new Set(COMMON_EVENTS.map((type) => `on${type}`));
