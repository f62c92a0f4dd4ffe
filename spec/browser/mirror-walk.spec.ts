/** Walks at random through examples on the page: after every step it shows what another client has, in every cell. @ci */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Client } from '../../cli/client.js';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf, tui } from '../support/cli.js';
import { serve } from '../support/mirror.js';
import { propertyRuns } from '../support/property-runs.js';
import {
  click,
  mouse,
  press,
  pressCtrl,
  says,
  shownBy,
  shownOn,
  textOn,
} from './mirror-support.js';
import { PATIENCE, sleep, untilPasses } from '../support/until.js';

/** And whether they are the same at every start. */
const EXAMPLES = [
  ['form', true] as const,
  ['hello', true] as const,
  ['sales', true] as const,
  ['gallery', false] as const,
  ['notes', false] as const,
  ['pictures', true] as const,
  ['bars', false] as const,
  ['explorer', false] as const,
];

/** Nothing moves by itself: the page and the client are read one after the other. */
const FLAGS = ['--trust', '--reduced-motion'];

/** An example; a chart that grows does so more slowly than the page is read. */
async function fileOf(name: string): Promise<string> {
  const file = `examples/${name}.tui`;
  if (name !== 'bars') return file;
  const markup = await readFile(file, 'utf8');
  const slow = markup.replace('}, 250);', '}, 10_000);');
  expect(slow).not.toBe(markup);
  return join(await folderOf({ 'bars.tui': slow }), 'bars.tui');
}

type Step =
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'ctrl'; readonly key: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'click' | 'move'; readonly x: number; readonly y: number }
  | { readonly type: 'wheel'; readonly x: number; readonly y: number; readonly delta: number }
  | { readonly type: 'size'; readonly width: number; readonly height: number };

/** A part of the screen. */
const part = fc.double({ min: 0, max: 0.999, noNaN: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constant('key' as const),
    key: fc.constantFrom(
      'Tab',
      'Enter',
      ' ',
      'ArrowDown',
      'ArrowUp',
      'ArrowRight',
      'a',
      'Backspace',
    ),
  }),
  fc.record({ type: fc.constant('ctrl' as const), key: fc.constantFrom('a', 'e', 'z') }),
  fc.record({
    type: fc.constant('text' as const),
    text: fc.constantFrom('表示', '👩‍👩‍👧', 'é', 'שלום', '▞'),
  }),
  fc.record({ type: fc.constantFrom('click' as const, 'move' as const), x: part, y: part }),
  fc.record({
    type: fc.constant('wheel' as const),
    x: part,
    y: part,
    delta: fc.constantFrom(-200, 60, 200),
  }),
  fc.record({
    type: fc.constant('size' as const),
    width: fc.integer({ min: 40, max: 1200 }),
    height: fc.integer({ min: 60, max: 800 }),
  }),
);

async function take(browser: Chromium, client: Client, { type, ...rest }: Step): Promise<void> {
  const {
    key = '',
    text = '',
    x = 0,
    y = 0,
    delta = 0,
    width = 0,
    height = 0,
  } = rest as Partial<
    Record<'key' | 'text', string> & Record<'x' | 'y' | 'delta' | 'width' | 'height', number>
  >;
  const cell = { x: Math.floor(x * client.width), y: Math.floor(y * client.height) };
  switch (type) {
    case 'key':
      return press(browser, key);
    case 'ctrl':
      return pressCtrl(browser, key);
    case 'text':
      await browser.send('Input.insertText', { text });
      return;
    case 'click':
      return click(browser, cell.x, cell.y);
    case 'move':
      return mouse(browser, 'mouseMoved', cell);
    case 'wheel':
      return mouse(browser, 'mouseWheel', cell, { deltaX: 0, deltaY: delta });
    case 'size':
      await browser.resize(width, height);
      // Sizes are sent when the window has come to rest.
      await browser.until(`innerWidth === ${width}`);
  }
}

/** Milliseconds between two looks: in a walk, where the next step shows what comes later; and where nothing follows. */
const STEP = 25;
const REST = 60;

/** Resolves when both show the same twice, some time apart: what was sent has been answered by then. */
async function agree(browser: Chromium, client: Client, said: string, pause = REST): Promise<void> {
  const end = Date.now() + PATIENCE;
  let times = 0;
  for (;;) {
    const page = await shownOn(browser);
    const other = shownBy(client);
    const isSame = JSON.stringify(page.texts) === JSON.stringify(other);
    times = isSame ? times + 1 : 0;
    if (times === 2) {
      expect({ said, off: page.off < 1 }).toEqual({ said, off: true });
      return;
    }
    if (Date.now() > end) expect({ said, texts: page.texts }).toEqual({ said, texts: other });
    await sleep(pause);
  }
}

/** The page shows what a snapshot of its size does. Its size may change once more, when it has its fonts. */
async function agreesWithSnapshot(browser: Chromium, client: Client, file: string): Promise<void> {
  await untilPasses(async () => {
    const size = [`--width=${client.width}`, `--height=${client.height}`];
    const { stdout } = await tui(['snapshot', file, ...FLAGS, ...size]);
    await agree(browser, client, 'beside a snapshot');
    expect(await textOn(browser)).toBe(stdout.trimEnd());
  });
}

/** By their names in a call. */
const KEYS = ['Tab', 'Enter', 'Space', 'Down', 'Up', 'Right', 'Backspace'];
/**
 * Examples in which nothing moves by itself, no tooltip either: these keys alone lead to the same screen at every start.
 * In a select what a blank does depends on the time since a letter.
 */
const STILL = [
  ['form', KEYS] as const,
  ['hello', [...KEYS, 'a']] as const,
  ['pictures', [...KEYS, 'a']] as const,
];
const KEY_NAMES: Readonly<Record<string, string>> = {
  Space: ' ',
  Down: 'ArrowDown',
  Up: 'ArrowUp',
  Right: 'ArrowRight',
};

describeInChromium('a walk through', () => {
  let browser: Chromium;
  /** For pages of snapshots. */
  let other: Chromium;
  beforeAll(async () => {
    [browser, other] = [new Chromium(), new Chromium()];
    await Promise.all([browser.open('about:blank'), other.open('about:blank')]);
  });
  afterAll(() => Promise.all([browser.close(), other.close()]));

  it.each(EXAMPLES)('%s.tui', async (name, isStill) => {
    const file = await fileOf(name);
    const served = await serve(file, { flags: FLAGS });
    try {
      await browser.resize(900, 600);
      await browser.go(served.drive);
      await says(browser, 'Connected');
      const client = await served.client();
      await client.until(({ width }) => width > 90);
      await agree(browser, client, 'at first');
      if (isStill) await agreesWithSnapshot(browser, client, file);
      const [steps = []] = fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), 1);
      const done: Step[] = [];
      for (const each of steps.slice(0, propertyRuns(40))) {
        if (!client.isOpen) break;
        done.push(each);
        await take(browser, client, each);
        await agree(browser, client, JSON.stringify(done), STEP);
      }
      if (client.isOpen) {
        await agree(browser, client, JSON.stringify(done));
        // A client that comes late gets all of the screen: no change has got lost on the way to the others.
        const late = await served.client();
        await late.until(({ frames }) => frames > 0);
        await agree(browser, late, `beside a late client: ${JSON.stringify(done)}`);
      }
      expect(browser.errors).toEqual([]);
    } finally {
      await browser.go('about:blank');
      await served.stop();
    }
  });

  it.each(STILL)('%s.tui, with a snapshot of the same keys after each', async (name, some) => {
    const folder = await folderOf({});
    const picture = join(folder, 'picture.html');
    const served = await serve(`examples/${name}.tui`, { flags: FLAGS });
    try {
      await browser.resize(900, 600);
      await browser.go(served.drive);
      await says(browser, 'Connected');
      const client = await served.client();
      await client.until(({ width }) => width > 90);
      const [keys = []] = fc.sample(
        fc.array(fc.constantFrom(...some), { minLength: 8, maxLength: 8 }),
        1,
      );
      for (let count = 0; count <= propertyRuns(8); count++) {
        const key = count === 0 ? undefined : keys[count - 1]!;
        if (key !== undefined) await press(browser, KEY_NAMES[key] ?? key);
        const done = keys.slice(0, count).join(' ');
        await agree(browser, client, done);
        const size = ['--width', String(client.width), '--height', String(client.height)];
        const presses = done === '' ? [] : ['--press', done];
        const args = [...FLAGS, ...size, ...presses, '--format', 'html', '-o', picture];
        expect(await tui(['snapshot', `examples/${name}.tui`, ...args])).toMatchObject({ code: 0 });
        await other.go(picture);
        const { texts: expected } = await shownOn(other);
        // Both may have agreed on what was shown before the key.
        await untilPasses(async () => {
          const { texts } = await shownOn(browser);
          expect({ done, texts }).toEqual({ done, texts: expected });
        });
      }
    } finally {
      await browser.go('about:blank');
      await served.stop();
    }
  });
});
