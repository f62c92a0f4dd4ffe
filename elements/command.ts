/** A command: something that the app can do, with a name and keys. It has no box. */
import { parseKeys } from '../runtime/base/keys/parse.js';
import type { Chord } from '../runtime/base/keys/strokes.js';
import {
  addCommand,
  ATTRIBUTE_CHANGED,
  CHECK,
  COMMAND,
  commandChanged,
  CONNECTED,
  DISCONNECTED,
  documentOf,
  idOf,
  isConnected,
  isHidden,
  PROPS,
  removeCommand,
  sanitize,
  TuiElement,
} from './support/author.js';
import type {
  AttributeTable,
  AttributeValues,
  CommandState,
  EventTable,
  Example,
  StateTable,
  StyleRule,
} from './support/author.js';
import { checkKeys } from './support/keys/key-conflicts.js';

export class Command extends TuiElement {
  static override readonly tag: string = 'command';
  static override readonly description: string =
    'An action of the app, with a name and keys: listed by `<key-hints>`, the help and the palette, run by its keys, by a `<button command>` and by scripts. Its keys have their effect while the focus is in the element that contains it; directly in `<tui>`, everywhere.';
  static override readonly content = 'none';
  static override readonly attributes = {
    key: {
      type: 'string',
      format: 'keys',
      default: '',
      description:
        'Its key: `ctrl+s`, `shift+tab`, `?`; a chord such as `g g`; or several, separated by commas. A comma itself is `comma`. Case counts, but not with Ctrl.',
    },
    label: { type: 'string', description: 'Its name in lists; default: its id.' },
    group: { type: 'string', default: '', description: 'Heading that it is listed under.' },
    disabled: {
      type: 'boolean',
      default: false,
      description: 'Disabled: it cannot be run, and its keys have no effect.',
    },
    whileTyping: {
      type: 'boolean',
      default: false,
      description: 'Its keys come before those of a focused text field.',
    },
  } as const satisfies AttributeTable;
  static override readonly events = {
    execute: {
      description:
        'Fires when the command is run. While a promise of a listener is pending, the command is busy and is not run again. Does not bubble.',
    },
  } as const satisfies EventTable;
  static override readonly states = {
    busy: 'A promise of `execute` is pending.',
  } as const satisfies StateTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'command', declarations: { display: 'none' } },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'with hints',
      size: [48, 2],
      markup: `<command id="save" key="ctrl+s" label="Save" group="File"/>
<command id="top" key="g g" label="First line" group="Go"/>
<command id="send" key="ctrl+e" label="Send" disabled="true"/>
<text>A letter</text>
<key-hints/>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Command.attributes>;
  #keys: readonly Chord[] | undefined;
  /** Made once for each change: the palette reads those of thousands of commands for a key. */
  #state: CommandState | undefined;
  /** What the label of the state was made of. */
  #name = '';

  override get [COMMAND](): CommandState {
    const name = this[PROPS].label ?? idOf(this);
    const isHiddenNow = isHidden(this);
    const known = this.#state;
    // Both may change without a hook: the id, and a global attribute.
    if (known !== undefined && name === this.#name && isHiddenNow === known.isHidden) return known;
    this.#name = name;
    const { group, disabled, whileTyping } = this[PROPS];
    return (this.#state = {
      keys: (this.#keys ??= this.#readKeys()),
      label: oneLine(name),
      group: oneLine(group),
      isDisabled: disabled,
      isHidden: isHiddenNow,
      isWhileTyping: whileTyping,
    });
  }

  override [CONNECTED](): void {
    addCommand(this, documentOf(this));
  }

  override [DISCONNECTED](): void {
    removeCommand(this, documentOf(this));
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    this.#state = undefined;
    if (name === 'key') this.#keys = undefined;
    if (isConnected(this)) commandChanged(this);
  }

  override [CHECK](): void {
    checkKeys(this);
  }

  #readKeys(): readonly Chord[] {
    const result = parseKeys(this[PROPS].key);
    return result.ok ? result.keys : [];
  }
}

function oneLine(text: string): string {
  return sanitize(text).replace(/\s+/g, ' ').trim();
}
