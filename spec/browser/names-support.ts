/** The names that a browser gives a screen reader, beside those that `tui snapshot --format accessible` writes. */
import type { Chromium } from '../support/chromium.js';

/** What a line begins with, and the role that a browser has for it. */
const ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  switch: 'switch',
  'radio button': 'radio',
  collapsible: 'button',
  slider: 'slider',
  select: 'combobox',
  'combo box': 'combobox',
  date: 'combobox',
  file: 'button',
  dialog: 'dialog',
  'modal dialog': 'dialog',
  'text field': 'textbox',
  'password field': 'textbox',
  'e-mail field': 'textbox',
  'search field': 'searchbox',
  'spin button': 'spinbutton',
  'text area': 'textbox',
  'list box': 'listbox',
  listbox: 'listbox',
  'radio group': 'radiogroup',
  heading: 'heading',
  group: 'group',
  image: 'image',
  form: 'form',
  meter: 'meter',
  'progress bar': 'progressbar',
  spinner: 'progressbar',
};
/** Of these the page has no more than the text. */
const CONTROLS = new Set([
  'button',
  'checkbox',
  'switch',
  'radio',
  'slider',
  'combobox',
  'dialog',
  'textbox',
  'searchbox',
  'spinbutton',
  'listbox',
  'radiogroup',
  'heading',
  'meter',
  'progressbar',
]);

interface AxNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { value?: unknown } }[];
}

/** Words of the text for what is checked, or not, and how a browser has it. */
const CHECKED: Readonly<Record<string, string>> = {
  checked: 'true',
  on: 'true',
  chosen: 'true',
  'not checked': 'false',
  off: 'false',
  'not chosen': 'false',
  'partly checked': 'mixed',
};
/** What has such a state. */
const CHECKABLE = new Set(['checkbox', 'switch', 'radio']);

/** Role and name of each control and heading in a text of `--format accessible`, and what is checked. */
function written(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, said = '', name = '', rest = ''] =
      /^\s*([a-z][a-z -]*) "((?:[^"]|"(?!,|$))*)"(?:$|[,:;](.*))/.exec(line) ?? [];
    const role = ROLES[said];
    if (role === undefined) return [];
    const words = rest.split(',').map((word) => CHECKED[word.trim()]);
    const checked = CHECKABLE.has(role) ? ` ${words.find((word) => word !== undefined)}` : '';
    // Its chosen values are words of its line, and buttons of the page.
    const chosen = said === 'combo box' ? /\d+ chosen: (.*)$/.exec(rest)?.[1]?.split(', ') : [];
    const removes = (chosen ?? []).map((value) => `button Remove ${value}`);
    return [`${role} ${tidy(name)}${checked}`, ...removes];
  });
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Role, name and what is checked of each node that a screen reader gets, in `<main>`: beside it is what the page has of its own. */
async function spokenIn(browser: Chromium): Promise<string[]> {
  const { nodes } = await browser.send<{ nodes: AxNode[] }>('Accessibility.getFullAXTree');
  const inside = new Map<string, AxNode>();
  for (const node of nodes) {
    if (node.role?.value === 'main' || inside.has(node.parentId ?? '')) {
      inside.set(node.nodeId, node);
    }
  }
  // What sorts is a button in the heading of its column, with the same name.
  const sorts = ({ role, parentId }: AxNode): boolean =>
    role?.value === 'button' && inside.get(parentId ?? '')?.role?.value === 'columnheader';
  // Commands of a line of keys are one line of the text.
  const isHint = ({ role, parentId }: AxNode): boolean =>
    role?.value === 'button' && inside.get(parentId ?? '')?.role?.value === 'toolbar';
  return [...inside.values()]
    .filter((node) => !node.ignored && !sorts(node) && !isHint(node))
    .map(({ role: { value: role } = { value: '' }, name, properties = [] }) => {
      const checked = properties.find((each) => each.name === 'checked')?.value.value;
      const state = CHECKABLE.has(role) ? ` ${String(checked)}` : '';
      return `${role} ${tidy(name?.value ?? '')}${state}`;
    });
}

/** What only one of the two has: nothing, where they are equal. */
export interface NameDifferences {
  /** Of the text. */
  readonly missing: readonly string[];
  /** Of controls and headings of the page. */
  readonly extra: readonly string[];
}

export const SAME_NAMES: NameDifferences = { missing: [], extra: [] };

/**
 * Compares the page with a text of `--format accessible`.
 *
 * @param isMoving numbers and trends change by themselves, and are not compared
 */
export async function nameDifferences(
  browser: Chromium,
  text: string,
  isMoving = false,
): Promise<NameDifferences> {
  const same = (name: string): string =>
    isMoving ? name.replace(/\d+(\.\d+)?/g, '0').replace(/rising|falling/g, 'steady') : name;
  const left = (await spokenIn(browser)).map(same);
  const [title] = await browser.evaluate<string[]>(
    `[...document.querySelectorAll('main > h1:first-child')].map((each) => each.textContent)`,
  );
  // A page has its title as a heading, where the app has none.
  const own = title === undefined ? [] : [`heading ${title}`];
  const missing = [...written(text), ...own].map(same).filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const isControl = (each: string): boolean => CONTROLS.has(each.slice(0, each.indexOf(' ')));
  // Of what has no name, or is a line of its own, only the words are in the text.
  const lines = new Set(
    text.split('\n').map((line) => same(line.trim().replace(/, focused$/, ''))),
  );
  const isSaid = (each: string): boolean => lines.has(each.slice(each.indexOf(' ') + 1).trim());
  const extra = left.filter((each) => isControl(each) && !each.endsWith(' ') && !isSaid(each));
  return { missing, extra };
}
