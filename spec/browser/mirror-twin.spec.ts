/** The accessible twin of running examples: what axe finds in the page, and the names that a screen reader gets of it. @ci */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Client } from '../../cli/client.js';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { tui } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { press, says, violations } from './mirror-support.js';
import { nameDifferences, SAME_NAMES } from './names-support.js';
import { untilPasses } from '../support/until.js';

const EXAMPLES = readdirSync('examples').filter((name) => name.endsWith('.tui'));
const FLAGS = ['--trust', '--no-animate-gif', '--reduced-motion'];
/** In these, numbers change by themselves. */
const MOVING = new Set(['live.tui', 'load.tui']);

/** Of a call, where they have other names than `KeyboardEvent.key`. */
const KEYS: Readonly<Record<string, string>> = {
  Space: ' ',
  Down: 'ArrowDown',
  Right: 'ArrowRight',
};
const THEMES = ['fullcolor-dark', 'fullcolor-std'] as const;
/** In the others one theme is looked at, in turn: what differs between them is colours. */
const IN_BOTH = new Set(['form.tui', 'gallery.tui']);
const CASES = EXAMPLES.flatMap((name, index) =>
  THEMES.filter((_, each) => IN_BOTH.has(name) || each === index % THEMES.length).map(
    (theme) => [name, theme] as const,
  ),
);
/** Data of its own, where the example has some for tests. */
const argsOf = (name: string): string[] =>
  readFileSync(`examples/${name}`, 'utf8').includes("argv.includes('--sample')")
    ? ['--', '--sample']
    : [];

describeInChromium('the twin of', () => {
  let browser: Chromium;
  beforeAll(async () => {
    browser = new Chromium();
    await browser.open('about:blank');
    await browser.resize(900, 600);
  });
  afterAll(() => browser.close());

  async function open(served: Served): Promise<void> {
    await browser.go('about:blank');
    await browser.go(served.drive);
    await says(browser, 'Connected');
    await browser.until(`document.querySelector('main.twin')?.childElementCount > 0`);
  }

  /** The page has the names of a snapshot of its size, after the same keys. */
  async function agrees(client: Client, name: string, keys: readonly string[]): Promise<void> {
    const texts = new Map<string, string>();
    await untilPasses(async () => {
      const size = `--width=${client.width} --height=${client.height}`;
      // Once a size: the page is looked at again and again, until it has come so far.
      const text = texts.get(size) ?? (await snapshotOf(name, size.split(' '), keys));
      texts.set(size, text);
      const found = await nameDifferences(browser, text, MOVING.has(name));
      expect({ keys, ...found }).toEqual({ keys, ...SAME_NAMES });
    });
  }

  async function snapshotOf(
    name: string,
    size: readonly string[],
    keys: readonly string[],
  ): Promise<string> {
    const presses = keys.length === 0 ? [] : ['--press', keys.join(' ')];
    const args = [...FLAGS, ...size, ...presses, '--format', 'accessible', ...argsOf(name)];
    const { code, stdout, stderr } = await tui(['snapshot', `examples/${name}`, ...args]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return stdout;
  }

  it.each(CASES)('%s in %s', async (name, theme) => {
    const served = await serve(`examples/${name}`, {
      flags: [...FLAGS, `--theme=${theme}`],
      args: argsOf(name),
    });
    try {
      await open(served);
      const client = await served.client();
      await client.until(({ width }) => width > 90);
      await agrees(client, name, []);
      expect(await violations(browser)).toEqual([]);
    } finally {
      await browser.go('about:blank');
      await served.stop();
    }
  });

  /** Keys of a snapshot, and what does the same on the page; default: those keys. */
  interface Step {
    readonly keys: string;
    /** Role and name of an element of the twin that is clicked. */
    readonly click?: string;
  }
  const WALKS: readonly (readonly [name: string, steps: readonly Step[]])[] = [
    [
      'form.tui',
      [
        { keys: 'A d a Tab a @ b . d e Tab Down Tab Tab' },
        // A field appears.
        { keys: 'Tab Space', click: 'checkbox It is a gift' },
        { keys: 'Tab Tab Space', click: 'checkbox I agree to the terms' },
        // A dialog opens, and is closed.
        { keys: 'Tab Enter', click: 'button Order' },
        { keys: 'Escape' },
      ],
    ],
    [
      'gallery.tui',
      [
        { keys: 'Tab Tab Tab Tab Tab Tab Tab Tab' },
        { keys: 'Space' },
        { keys: 'Tab Space Tab Space' },
      ],
    ],
    ['notes.tui', [{ keys: 'Tab Tab Tab' }, { keys: 'Space', click: 'checkbox Wrap lines' }]],
    ['pictures.tui', [{ keys: 'Right' }, { keys: 'Right' }]],
  ];

  it.each(WALKS)('%s, while it is operated', async (name, steps) => {
    const served = await serve(`examples/${name}`, { flags: FLAGS });
    try {
      await open(served);
      const client = await served.client();
      await client.until(({ width }) => width > 90);
      const done: string[] = [];
      for (const { keys, click } of steps) {
        const each = keys.split(' ');
        done.push(...each);
        if (click !== undefined) await clickOn(click);
        else for (const key of each) await press(browser, KEYS[key] ?? key);
        await agrees(client, name, done);
      }
    } finally {
      await browser.go('about:blank');
      await served.stop();
    }
  });

  /** Clicks on an element of the twin as a screen reader does, which has it by its role and name. */
  async function clickOn(element: string): Promise<void> {
    const { nodes } = await browser.send<{
      nodes: {
        ignored: boolean;
        role?: { value: string };
        name?: { value: string };
        backendDOMNodeId?: number;
      }[];
    }>('Accessibility.getFullAXTree');
    const backendNodeId = nodes.find(
      ({ ignored, role, name }) => !ignored && `${role?.value} ${name?.value}` === element,
    )?.backendDOMNodeId;
    expect({ element, isThere: backendNodeId !== undefined }).toEqual({ element, isThere: true });
    const { object } = await browser.send<{ object: { objectId: string } }>('DOM.resolveNode', {
      backendNodeId,
    });
    await browser.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration: 'function () { this.click(); }',
    });
  }
});
