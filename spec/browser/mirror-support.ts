/** A page of the mirror in Chromium, and what is read of it. */
import { readFileSync } from 'node:fs';
import type { Client } from '../../cli/client.js';
import type { Chromium } from '../support/chromium.js';

/**
 * Runs in the page: for each row its cells from the left, up to the last one that is not blank. A run that a font paints
 * has to be where its cells are.
 */
const CELLS = `(() => {
  const hex = (color) => {
    const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number);
    return '#' + [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('') + (a < 1 ? ' dim' : '');
  };
  const frame = document.querySelector('.frame:not(#printed)').getBoundingClientRect();
  const rows = [...document.querySelectorAll('.frame:not(#printed) > .row')];
  const wide = parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--cell'));
  const high = parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'));
  let off = 0;
  const texts = rows.map((row, y) => {
    let x = 0;
    return [...row.querySelectorAll('span')].map((span) => {
      const cells = Number(/\\bw(\\d+)/.exec(span.className)[1]);
      const box = span.getBoundingClientRect();
      off = Math.max(off, Math.abs(box.left - frame.left - x * wide), Math.abs(box.width - cells * wide),
        Math.abs(box.top - frame.top - y * high), Math.abs(box.height - high));
      x += cells;
      const look = getComputedStyle(span);
      const lines = look.textDecorationLine;
      return [span.textContent, cells, hex(look.color), hex(look.backgroundColor),
        Number(look.fontWeight) > 400 ? 'bold' : '', look.fontStyle === 'italic' ? 'italic' : '',
        lines.includes('underline') ? 'underline' : '', lines.includes('line-through') ? 'strike' : '',
      ].filter((part) => part !== '').join(' ');
    });
  });
  return { off, texts };
})()`;

/** The runs of the page, or of one of `tui snapshot --format html`: text, cells, colours, attributes. */
export async function shownOn(browser: Chromium): Promise<{ off: number; texts: string[][] }> {
  return browser.evaluate(CELLS);
}

/** The same of a client of another program. */
export function shownBy(client: Client): string[][] {
  return Array.from({ length: client.height }, (_, y) =>
    client.runs(y).map(({ text, cells, style: { ink, paper, attributes } }) => {
      const has = (name: string): string => (attributes.includes(name) ? name : '');
      return [
        text,
        String(cells),
        ink + (has('dim') === '' ? '' : ' dim'),
        paper,
        has('bold'),
        has('italic'),
        has('underline'),
        has('strike'),
      ]
        .filter((part) => part !== '')
        .join(' ');
    }),
  );
}

/** Text of the page's rows, as `Client.text` has it. */
export function textOn(browser: Chromium): Promise<string> {
  return browser.evaluate(
    `[...document.querySelectorAll('#frame > .row')].map((row) => row.textContent.trimEnd()).join('\\n').trimEnd()`,
  );
}

/** Resolves when the page shows a text. */
export async function shows(browser: Chromium, text: string): Promise<void> {
  const includes = `document.getElementById('frame').textContent.includes(${JSON.stringify(text)})`;
  await browser.until(includes).catch(async (error: unknown) => {
    throw new Error(`the page does not show ${text}:\n${await textOn(browser)}`, { cause: error });
  });
}

/** Resolves when the bar says something. */
export async function says(browser: Chromium, text: string): Promise<void> {
  const words = `document.getElementById('state').textContent`;
  await browser
    .until(`${words}.includes(${JSON.stringify(text)})`)
    .catch(async (error: unknown) => {
      throw new Error(`the page says ${await browser.evaluate<string>(words)}`, { cause: error });
    });
}

const CODES: Readonly<Record<string, readonly [code: number, text?: string]>> = {
  Tab: [9],
  Enter: [13, '\r'],
  Escape: [27],
  Backspace: [8],
  ArrowLeft: [37],
  ArrowUp: [38],
  ArrowRight: [39],
  ArrowDown: [40],
  F2: [113],
  F5: [116],
  F8: [119],
  F9: [120],
};
const CTRL = 2;

/** Presses and releases a key of the keyboard. */
export async function press(browser: Chromium, key: string, modifiers = 0): Promise<void> {
  const isCharacter = key.length === 1;
  const [code, text = isCharacter && modifiers !== CTRL ? key : undefined] = CODES[key] ?? [
    key.toUpperCase().charCodeAt(0),
  ];
  const same = { key, modifiers, windowsVirtualKeyCode: code, code: isCharacter ? undefined : key };
  await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...same });
  await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...same });
}

export const pressCtrl = (browser: Chromium, key: string): Promise<void> =>
  press(browser, key, CTRL);

/** Where a cell is in the window. */
export async function placeOf(
  browser: Chromium,
  x: number,
  y: number,
): Promise<{ x: number; y: number }> {
  return browser.evaluate(`(() => {
    const { left, top } = document.getElementById('frame').getBoundingClientRect();
    const length = (name) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
    return { x: left + (${x} + 0.5) * length('--cell'), y: top + (${y} + 0.5) * length('--row') };
  })()`);
}

export async function mouse(
  browser: Chromium,
  type: 'mousePressed' | 'mouseReleased' | 'mouseMoved' | 'mouseWheel',
  cell: { readonly x: number; readonly y: number },
  more: object = {},
): Promise<void> {
  const place = await placeOf(browser, cell.x, cell.y);
  const pressed = type === 'mousePressed' || type === 'mouseReleased';
  const button = pressed ? { button: 'left', clickCount: 1 } : {};
  await browser.send('Input.dispatchMouseEvent', { type, ...place, ...button, ...more });
}

export async function click(browser: Chromium, x: number, y: number): Promise<void> {
  await mouse(browser, 'mousePressed', { x, y });
  await mouse(browser, 'mouseReleased', { x, y });
}

/** Waits until the page looks the same twice, and returns that picture, as a PNG in base64: fonts and sizes have settled. */
export async function settled(browser: Chromium): Promise<string> {
  let [before, picture] = ['', (await browser.screenshot()).toString('base64')];
  while (picture !== before) {
    before = picture;
    // A frame of the page is between the two.
    await browser.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    picture = (await browser.screenshot()).toString('base64');
  }
  return picture;
}

/** The cell at which a text begins. */
export async function cellOf(browser: Chromium, text: string): Promise<{ x: number; y: number }> {
  const lines = (await textOn(browser)).split('\n');
  const y = lines.findIndex((line) => line.includes(text));
  if (y < 0) throw new Error(`the page does not show ${text}:\n${lines.join('\n')}`);
  return { x: lines[y]!.indexOf(text), y };
}

/** What axe finds wrong with the page: rules, and the elements that break them. */
export async function violations(browser: Chromium): Promise<unknown> {
  await browser.evaluate(`${readFileSync('node_modules/axe-core/axe.min.js', 'utf8')}; 0`);
  return browser.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))]))`,
  );
}
