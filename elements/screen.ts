/** A screen: one of several full views of an app, of which one shows. */
import {
  addScreen,
  canPopScreen,
  currentScreen,
  popScreen,
  removeScreen,
  screenChanged,
} from '../runtime/element/calls/screens.js';
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  CHECK,
  CONNECTED,
  DEFAULT_ACTION,
  DISCONNECTED,
  documentOf,
  HAS_OWN_COMMANDS,
  idOf,
  isConnected,
  keyAction,
  nameOf,
  parentElementOf,
  PROPS,
  queryAll,
  reportToDocument,
  sourceOf,
  TuiElement,
} from './support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  EventTable,
  Example,
  InputAction,
  KeyTable,
  StateTable,
  StyleRule,
} from './support/author.js';

export class Screen extends TuiElement {
  static override readonly tag: string = 'screen';
  static override readonly description: string =
    'A view of an app that takes the place of another one. The first screen shows at the start; `$tui.screens.push` shows another over it, and `pop` goes back. A covered screen keeps its focus, its scroll positions and its states. Commands in a screen are in force while it shows.';
  static override readonly content = 'flow';
  static override readonly attributes = {
    label: {
      type: 'string',
      default: '',
      description:
        "Its name for screen readers, and the title of the terminal's window while it shows.",
    },
    escape: {
      type: 'string',
      enum: ['none', 'pop'],
      default: 'none',
      description: '`pop`: Escape goes back to the screen below, if nothing else has that key.',
    },
  } as const satisfies AttributeTable;
  static override readonly events = {
    show: {
      description:
        'Fires when the screen comes to show: at the start, pushed, or again when one over it is closed. Does not bubble.',
      fields: { params: 'What it was pushed with.' },
      types: { params: 'Readonly<Record<string, unknown>>' },
    },
    hide: { description: 'Fires when it is covered or closed. Does not bubble.' },
  } as const satisfies EventTable;
  static override readonly keys = {
    pop: { keys: 'escape', description: 'Goes back, with `escape="pop"`.' },
  } as const satisfies KeyTable;
  static override readonly states = {
    current: 'It shows.',
  } as const satisfies StateTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'screen', declarations: { display: 'none' } },
    {
      selector: 'screen:state(current)',
      declarations: { display: 'flex', 'flex-grow': '1', 'min-height': '0' },
    },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'the first of two',
      size: [40, 5],
      markup: `<tui>
  <screen id="list" label="Notes" style="border: rounded">
    <button onClick="$tui.screens.push('note', { name: 'Milk' })">Open</button>
  </screen>
  <screen id="note" label="Note" escape="pop"><text>A note</text></screen>
  <text>The same on every screen</text>
</tui>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Screen.attributes>;

  override get [HAS_OWN_COMMANDS](): boolean {
    return true;
  }

  override [CONNECTED](): void {
    addScreen(this, documentOf(this));
  }

  override [DISCONNECTED](): void {
    removeScreen(this, documentOf(this));
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    super[ATTRIBUTE_CHANGED](name, value);
    if (name === 'label' && isConnected(this)) screenChanged(this, documentOf(this));
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (keyAction(Screen.keys, event) === undefined || this[PROPS].escape !== 'pop') return false;
    const document = documentOf(this);
    if (currentScreen(document) !== this || !canPopScreen(document)) return false;
    popScreen(document, undefined);
    return true;
  }

  override [ACCESSIBLE_NODE](): AccessibleElement | undefined {
    const name = nameOf(this, this[PROPS].label);
    if (name === '') return super[ACCESSIBLE_NODE]();
    return { role: 'region', name, line: { text: `screen "${name}"`, isBox: true } };
  }

  /** Screens that no script can name, or that show only in another one. */
  override [CHECK](): void {
    const source = sourceOf(this);
    const place = { source: source?.source, span: source?.name };
    const [first] = queryAll(documentOf(this), 'screen');
    if (idOf(this) === '' && first !== this) {
      reportToDocument(this, {
        severity: 'warning',
        code: 'screen',
        message: '<screen> has no id, and $tui.screens.push needs one to show it',
        suggestion: 'write <screen id="details">',
        ...place,
      });
    }
    for (let at = parentElementOf(this); at !== null; at = parentElementOf(at)) {
      if (!(at instanceof Screen)) continue;
      reportToDocument(this, {
        severity: 'warning',
        code: 'screen',
        message: '<screen> is in another screen, and cannot take its place',
        suggestion: 'move it beside the other one',
        ...place,
      });
      break;
    }
  }
}
