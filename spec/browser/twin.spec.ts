/** A twin in a browser, used by real keys and clicks: the app does what they mean, and nothing of the page is lost. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { readAction, readTree } from '../../runtime/page/page-data.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount, type MountedApp } from '../../cli/testing.js';
import { Chromium } from '../support/chromium.js';
import { describeInChromium } from '../support/programs.js';
import { folderOf } from '../support/cli.js';

const PAGE = `
import { twinElement } from './runtime/page/twin.js';
import { updateTwin } from './runtime/page/update.js';
import { twinActions } from './runtime/page/actions.js';
let main;
globalThis.sent = [];
globalThis.show = (items) => {
  if (main === undefined) {
    main = twinElement(document, items, '');
    document.body.append(main);
    twinActions(main, (ref, action) => sent.push([ref, action]));
  } else updateTwin(document, main, items, '');
};
globalThis.take = () => sent.splice(0);
`;

const KEY_CODES: Readonly<Record<string, number>> = {
  Tab: 9,
  Enter: 13,
  Escape: 27,
  ' ': 32,
  End: 35,
  Home: 36,
  Delete: 46,
  Backspace: 8,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
};

describeInChromium('in Chromium', () => {
  let browser: Chromium;
  let app: MountedApp;
  beforeEach(() => {
    browser = new Chromium();
  });
  afterEach(async () => {
    unmountAll();
    await browser.close();
  });

  async function open(markup: string): Promise<void> {
    app = await mount(markup, { width: 60, height: 24 });
    const folder = await folderOf({});
    const outfile = join(folder, 'page.js');
    const stdin = { contents: PAGE, resolveDir: process.cwd() };
    await build({ stdin, bundle: true, format: 'iife', outfile, logLevel: 'error' });
    const page = join(folder, 'page.html');
    writeFileSync(page, '<!doctype html><html lang="en"><body><script src="page.js"></script>');
    await browser.open(page);
    await show();
  }

  async function show(): Promise<void> {
    await app.settle();
    const items = JSON.stringify(readTree(JSON.parse(JSON.stringify(app.app.accessibleItems()))));
    await browser.evaluate(`show(${items})`);
  }

  /** The app does what the page has sent, and the page shows it. */
  async function settle(): Promise<void> {
    for (const [ref, action] of await browser.evaluate<[string, unknown][]>('take()')) {
      app.app.operate(ref, readAction(action));
    }
    await show();
  }

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      const text = key === 'Enter' ? '\r' : [...key].length === 1 ? key : undefined;
      const code = { key, windowsVirtualKeyCode: KEY_CODES[key] ?? 0, text };
      await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', ...code });
      await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
      await settle();
    }
  }

  const active = (): Promise<string> =>
    browser.evaluate<string>(
      `(() => { const at = document.activeElement; return [at.localName, at.getAttribute('role') ?? '', (at.textContent || at.getAttribute('aria-label') || '').trim()].join(' ').replace(/\\s+/g, ' '); })()`,
    );

  it('is typed in, and keeps the caret wherever that is', async () => {
    await open('<label>Name <input id="i" value="Ada"/></label><text id="t">none</text>');
    const input = app.document.getElementById('i') as unknown as { value: string } & EventTarget;
    input.addEventListener('input', () => {
      app.document.getElementById('t')!.textContent = input.value;
    });
    await press('Tab', 'Home', 'ArrowRight', 'x', 'y', 'Backspace', 'z');
    expect(input.value).toBe('Axzda');
    const field = await browser.evaluate<unknown>(
      `(() => { const { value, selectionStart } = document.querySelector('input'); return [value, selectionStart, document.querySelector('p').textContent]; })()`,
    );
    expect(field).toEqual(['Axzda', 3, 'Axzda']);
    // Typed faster than trees come.
    for (const text of ['1', '2', '3']) {
      await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, text });
    }
    const [first, ...more] = await browser.evaluate<[string, unknown][]>(
      `take().filter(([, { type }]) => type === 'set')`,
    );
    app.app.operate(first![0], readAction(first![1]));
    await show();
    for (const [ref, action] of more) app.app.operate(ref, readAction(action));
    await show();
    expect(input.value).toBe('Axz123da');
    expect(
      await browser.evaluate(
        `[document.querySelector('input').value, document.querySelector('input').selectionStart]`,
      ),
    ).toEqual(['Axz123da', 6]);
  });

  it('is gone through with the keyboard alone', async () => {
    await open(`<checkbox id="c">Box</checkbox><slider id="s" value="5" aria-label="Level"/>
      <select id="o"><option>Oslo</option><option>Riga</option></select>
      <list id="l" selectable="single" aria-label="List"><li>One</li><li>Two</li></list>
      <table id="t" selectable="single" aria-label="Rows" rows='[{"a":"x"},{"a":"y"}]'/>
      <tabs id="v"><tab label="First"><button>in</button></tab><tab label="Second">two</tab></tabs>
      <collapsible id="m" summary="More"><text>inside</text></collapsible>`);
    const get = (id: string) =>
      app.document.getElementById(id) as unknown as Record<string, unknown>;
    await press('Tab', ' ');
    expect([await active(), get('c')['checked']]).toEqual(['button checkbox Box', true]);
    await press('Tab', 'ArrowRight', 'End');
    expect([await active(), get('s')['value']]).toEqual(['div slider Level', 100]);
    await press('Tab', 'ArrowDown');
    expect(get('o')['value']).toBe('Riga');
    await press('Tab', 'ArrowDown');
    expect([(await active()).slice(0, 10), get('l')['value']]).toEqual(['ul listbox', 'Two']);
    await press('Tab', 'ArrowDown', 'ArrowDown');
    expect([(await active()).slice(0, 10), get('t')['selectedRow']]).toEqual(['table grid', 1]);
    // The heading that sorts is a stop of its own.
    await press('Tab', 'Tab', 'ArrowRight');
    expect([await active(), get('v')['selectedIndex']]).toEqual(['button tab Second', 1]);
    await press('Tab', 'Enter');
    expect([await active(), get('m')['open']]).toEqual(['button More', true]);
    await press('Enter');
    expect([await active(), get('m')['open']]).toEqual(['button More', false]);
  });

  it('has the focus of the app where that moves by itself', async () => {
    await open(`<button id="o" onClick="$tui.getElementById('d').showModal()">Open</button>
      <dialog id="d" title="Sure?"><button>No</button><button id="y" onClick="$tui.getElementById('d').close()">Yes</button></dialog>`);
    await press('Tab', 'Enter');
    expect(await active()).toBe('button No');
    await press('Tab', 'Enter');
    expect(await active()).toBe('button Open');
    await press('Enter', 'Escape');
    expect(await active()).toBe('button Open');
  });
});
