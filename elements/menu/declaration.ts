/** The declaration of `menu`. */
import type {
  AttributeTable,
  EventTable,
  Example,
  KeyTable,
  StateTable,
  StyleRule,
} from '../support/author.js';

export const ATTRIBUTES = {
  open: {
    type: 'boolean',
    default: false,
    description: 'Opens the menu at the start, at the button that names it.',
  },
} as const satisfies AttributeTable;

export const EVENTS = {
  select: {
    description:
      'Fires after the user has chosen an item and the item has been clicked. The property `source` of the menu is the element that it was opened for.',
    fields: { item: 'The item.' },
  },
  toggle: {
    description: 'Fires when the menu has opened or closed. Does not bubble.',
    fields: { newState: '`open` or `closed`.', oldState: 'The other one.' },
  },
} as const satisfies EventTable;

export const STATES = {
  open: 'It shows.',
} as const satisfies StateTable;

export const MENU_KEYS = {
  up: { keys: 'up', description: 'Moves up, from the first item to the last.' },
  down: { keys: 'down', description: 'Moves down, from the last item to the first.' },
  first: { keys: 'home, pageup', description: 'Moves to the first item.' },
  last: { keys: 'end, pagedown', description: 'Moves to the last item.' },
  open: { keys: 'right', description: 'Opens a submenu.' },
  back: { keys: 'left', description: 'Closes a submenu.' },
  choose: { keys: 'enter', description: 'Chooses the item, or opens its submenu.' },
  check: { keys: 'space', description: 'The same; a menu of checked items stays open.' },
  leave: { keys: 'tab', description: 'Closes the menu and moves on.' },
} as const satisfies KeyTable;

export const RULES: readonly StyleRule[] = [
  // It has the focus without a box of its own: its panels are above the document.
  {
    selector: 'menu',
    declarations: { position: 'fixed', top: '0', left: '0', width: '0', height: '0' },
  },
  { selector: 'menu:not(:state(open))', declarations: { display: 'none' } },
  { selector: 'menu:focus-visible', declarations: {} },
];

export const EXAMPLES: readonly Example[] = [
  {
    name: 'below a button',
    size: [40, 10],
    markup: `<command id="new" key="ctrl+n" label="New"/>
<command id="save" key="ctrl+s" label="Save" disabled="true"/>
<command id="close" key="ctrl+w" label="Close"/>
<button popovertarget="file">File</button>
<menu id="file" open="true">
  <item command="new"/>
  <item>Open recent<item>notes.txt</item><item>letter.txt</item></item>
  <item command="save"/>
  <separator/>
  <item type="checkbox" checked="true">Autosave</item>
  <item command="close"/>
</menu>`,
  },
];
