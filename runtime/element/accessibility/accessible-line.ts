/** The line of accessible text of a node: `checkbox "Save logs", checked, disabled`. */
import type {
  AccessibleElement,
  AccessibleNode,
  AccessibleRole,
} from '../../base/accessible-node.js';
import { ACCESSIBLE_NODE, HAS_STATE, PROPS } from '../internals.js';
import { getAttribute } from '../tree.js';
import type { TuiElement } from '../tui-element.js';

type Words = readonly (string | false | undefined)[];

interface Wording {
  /** The role in words. */
  readonly role: string | ((node: AccessibleNode) => string);
  /** The states in words, without `disabled`, which follows them. */
  readonly states?: (node: AccessibleElement) => Words;
  /** Default true: an attribute `role` replaces the word. */
  readonly isNamedByAuthor?: false;
  /** What follows the line in a document. */
  readonly more?: (node: AccessibleElement) => string;
}

const FIELDS: Readonly<Record<string, string>> = {
  multiline: 'text area',
  password: 'password field',
  number: 'spin button',
  search: 'search field',
  email: 'e-mail field',
  url: 'URL field',
  tel: 'telephone field',
};

/** Tabs that are listed one by one. */
const MAX_TABS = 20;

/** Those of other roles are read as boxes, by their attributes. */
const WORDINGS: Readonly<Partial<Record<AccessibleRole, Wording>>> = {
  alertdialog: { role: 'alert dialog', isNamedByAuthor: false },
  button: {
    role: 'button',
    states: ({ expanded }) => [expanded !== undefined && `menu ${expanded ? 'open' : 'closed'}`],
  },
  checkbox: {
    role: 'checkbox',
    states: ({ checked }) => [
      checked === 'mixed' ? 'partly checked' : checked === true ? 'checked' : 'not checked',
    ],
  },
  combobox: { role: 'combo box', isNamedByAuthor: false },
  dialog: { role: ({ modal }) => (modal === true ? 'modal dialog' : 'dialog') },
  disclosure: {
    role: 'collapsible',
    states: ({ expanded }) => [expanded === true ? 'open' : 'closed'],
  },
  img: { role: 'image' },
  listitem: { role: 'item', isNamedByAuthor: false },
  menu: { role: 'menu', isNamedByAuthor: false },
  option: {
    role: 'item',
    states: ({ selected }) => [selected === true && 'selected'],
    isNamedByAuthor: false,
  },
  meter: {
    role: 'meter',
    states: ({ valueNow, valueText }) => [valueNow === undefined ? 'no value' : valueText],
  },
  progressbar: {
    role: 'progress bar',
    states: ({ valueNow, valueText }) => [valueNow === undefined ? 'busy' : valueText],
  },
  radio: {
    role: 'radio button',
    states: ({ checked, place, setSize = 0 }) => [
      checked === true ? 'chosen' : 'not chosen',
      place !== undefined && `${place} of ${setSize}`,
    ],
  },
  radiogroup: { role: 'radio group' },
  select: { role: 'select' },
  separator: {
    role: 'separator',
    states: ({ valueText }) => [valueText],
  },
  slider: { role: 'slider' },
  switch: { role: 'switch', states: ({ checked }) => [checked === true ? 'on' : 'off'] },
  tablist: {
    role: 'tabs',
    states: ({ parts: tabs = [] }) => {
      const current = tabs.find(({ selected }) => selected === true);
      return [
        tabs.length === 1 ? '1 tab' : `${tabs.length} tabs`,
        current !== undefined && `"${current.name ?? ''}" selected`,
      ];
    },
    more: ({ parts: tabs = [] }) => {
      const labels = tabs
        .slice(0, MAX_TABS)
        .map(({ name = '', disabled }) => `${name}${disabled === true ? ' (disabled)' : ''}`);
      if (tabs.length > MAX_TABS) labels.push(`${tabs.length - MAX_TABS} more`);
      return labels.length === 0 ? '' : `; ${labels.join(', ')}`;
    },
  },
  tabpanel: { role: 'tab' },
  textbox: {
    role: ({ type = '' }) => FIELDS[type] ?? 'text field',
    states: ({ value, valueText }) => [
      value === undefined ? (valueText ?? 'empty') : value === '' ? 'empty' : JSON.stringify(value),
    ],
    isNamedByAuthor: false,
  },
};

/** The line of an element that is read without its content; undefined for others. */
export function lineOf(element: TuiElement): string | undefined {
  const node = spokenNode(element);
  return node === undefined || node.line?.isBox === true ? undefined : lineOfNode(element, node);
}

/**
 * The line as read in a document: with the tabs of `tabs`, and the rows of a table. Undefined for a box or a text,
 * which its attributes describe.
 */
export function summaryOf(element: TuiElement): string | undefined {
  const node = spokenNode(element);
  const line = node === undefined ? undefined : lineOfNode(element, node);
  if (node === undefined || line === undefined) return undefined;
  return line + (node.line?.more ?? WORDINGS[node.role]?.more?.(node) ?? '');
}

/** The node, or the part that represents a box without a role: the divider of panes, a list of tabs. */
function spokenNode(element: TuiElement): AccessibleElement | undefined {
  const node = element[ACCESSIBLE_NODE]();
  return node?.role === 'none' ? node.parts?.[0] : node;
}

function lineOfNode(element: TuiElement, node: AccessibleElement): string | undefined {
  const { line = {}, name = '' } = node;
  if (line.text !== undefined) return line.text;
  const wording = WORDINGS[node.role];
  if (wording === undefined) return undefined;
  const { role, states, isNamedByAuthor = true } = wording;
  const word = line.role ?? (typeof role === 'string' ? role : role(node));
  const author = isNamedByAuthor ? getAttribute(element, 'role') : null;
  const words = [...(line.states ?? states?.(node) ?? []), ...flagsOf(element, node)];
  const called = name === '' ? '' : ` "${name}"`;
  return [`${author ?? word}${called}`, ...words.filter(isWord)].join(', ');
}

/** Those that are read with their constraints; a select has words of its own. */
const VALIDATED: ReadonlySet<AccessibleRole> = new Set([
  'combobox',
  'textbox',
  'checkbox',
  'switch',
  'radio',
  'radiogroup',
]);

function flagsOf(
  element: TuiElement,
  { role, required, readOnly, invalid }: AccessibleNode,
): Words {
  const disabled =
    (element[PROPS]['disabled'] === true || element[HAS_STATE]('disabled')) && 'disabled';
  if (!VALIDATED.has(role)) return [disabled];
  return [
    required === true && 'required',
    readOnly === true && 'read-only',
    disabled,
    invalid !== undefined && `invalid: ${invalid}`,
  ];
}

function isWord(word: Words[number]): word is string {
  return typeof word === 'string';
}
