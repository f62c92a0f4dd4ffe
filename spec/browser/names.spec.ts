/** A browser gives a screen reader the names that `tui snapshot --format accessible` writes. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Chromium, CHROMIUM } from '../support/chromium.js';
import { folderOf, tui } from '../support/cli.js';

jest.setTimeout(60_000);

const EXAMPLES = readdirSync('examples').filter((name) => name.endsWith('.tui'));

/** What a line begins with, and the role that a browser has for it. */
const ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  switch: 'switch',
  'radio button': 'radio',
  collapsible: 'button',
  slider: 'slider',
  select: 'combobox',
  dialog: 'dialog',
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
  'progressbar',
]);

interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

function written(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, said = '', name = ''] =
      /^\s*([a-z][a-z -]*) "((?:[^"]|"(?!,|$))*)"(?:,|:|;|$)/.exec(line) ?? [];
    const role = ROLES[said];
    return role === undefined ? [] : [`${role} ${tidy(name)}`];
  });
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

const describeHere = CHROMIUM === undefined ? describe.skip : describe;

describeHere('in Chromium', () => {
  let browser: Chromium;
  beforeAll(() => {
    browser = new Chromium();
  });
  afterAll(() => browser.close());

  it.each(EXAMPLES)('%s', async (name) => {
    const page = join(await folderOf({}), 'page.html');
    const args = [`examples/${name}`, '--trust', '--width', '120', '--height', '40'];
    const html = await tui(['snapshot', ...args, '--format', 'html', '-o', page, '--', '--sample']);
    expect(html).toMatchObject({ code: 0 });
    const text = await tui(['snapshot', ...args, '--format', 'accessible', '--', '--sample']);
    browser.events.length = 0;
    await browser.open(page);
    const { nodes } = await browser.send<{ nodes: AxNode[] }>('Accessibility.getFullAXTree');
    const spoken = nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name: said }) => `${role?.value ?? ''} ${tidy(said?.value ?? '')}`);
    const [title] = await browser.evaluate<string[]>(
      `[...document.querySelectorAll('main > h1:first-child')].map((each) => each.textContent)`,
    );
    // A page has its title as a heading, where the app has none.
    const own = title === undefined ? [] : [`heading ${title}`];
    const wanted = [...written(text.stdout), ...own];
    const left = [...spoken];
    const missing = wanted.filter((each) => {
      const at = left.indexOf(each);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    expect(missing).toEqual([]);
    const isControl = (each: string): boolean => CONTROLS.has(each.slice(0, each.indexOf(' ')));
    // Of what has no name, or is a line of its own, only the words are in the text.
    const lines = new Set(text.stdout.split('\n').map((line) => line.trim()));
    const isSaid = (each: string): boolean => lines.has(each.slice(each.indexOf(' ') + 1).trim());
    expect(left.filter((each) => isControl(each) && !each.endsWith(' ') && !isSaid(each))).toEqual(
      [],
    );
  });
});
