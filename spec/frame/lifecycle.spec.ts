/** What has ended is gone: an app that was stopped holds no memory of yoga's, and nothing holds the app. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { elements, registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { liveNodes } from '../../runtime/layout/layout-node.js';
import type { ElementClass } from '../../runtime/element/tui-element.js';
import { keyBytes, mouseBytes } from '../../runtime/testing/input-bytes.js';
import { mount } from '../support/mount.js';
import { PAINT_GUTTERS } from '../../runtime/element/internals.js';
import { setHook } from '../support/hooks.js';
import { sized, tried } from '../support/property-runs.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function open(markup: string, width = 40, height = 12): App {
  const output = { write: () => undefined };
  return createApp(markup, { registry, width, height, theme: 'fullcolor-dark', output });
}

function use(app: App): void {
  app.frame();
  for (const key of ['Tab', 'Enter', 'ArrowDown', 'Tab', 'Space']) {
    app.input(keyBytes(key));
    app.frame();
  }
  for (const action of ['move', 'press', 'release'] as const) {
    app.input(mouseBytes(action, 3, 1));
    app.frame();
  }
  app.resize(30, 7);
  app.frame();
}

const EXAMPLES = (elements as readonly ElementClass[]).flatMap(({ tag, examples }) =>
  examples.map(({ name, markup }) => [`<${tag}> ${name}`, markup] as const),
);
const ARRANGED: readonly (readonly [string, string])[] = [
  ['a long list', `<container>${'<text>row</text>'.repeat(300)}</container>`],
  [
    'deep boxes',
    `${'<container>'.repeat(250)}<text style="position: fixed">x</text>${'</container>'.repeat(250)}`,
  ],
  [
    'a grid of fixed and absolute boxes',
    '<container style="display: grid"><text>a</text><text style="position: absolute">b</text><text style="position: fixed">c</text></container>',
  ],
];

describe('what is stopped', () => {
  it.each([...tried(EXAMPLES, 60), ...ARRANGED])('gives its boxes back: %s', (_name, markup) => {
    const before = liveNodes();
    const app = open(markup);
    use(app);
    expect(liveNodes()).toBeGreaterThan(before);
    const shown = app.cells.rowText(0);
    app.stop();
    expect(liveNodes()).toBe(before);
    // The last picture stays, and nothing comes after it.
    expect(app.cells.rowText(0)).toBe(shown);
    app.document.documentElement.textContent = 'more';
    expect(app.frame()).toEqual({ cells: 0, bytes: 0, skipped: true });
    expect(app.document.documentElement.getBoundingClientRect().width).toBe(0);
    expect([liveNodes(), app.pending]).toEqual([before, false]);
  });

  it('gives boxes back while the app lives, too', () => {
    const app = open('<tui/>');
    app.frame();
    const before = liveNodes();
    for (const [, markup] of [...EXAMPLES, ...ARRANGED].slice(0, 30)) {
      app.document.documentElement.innerHTML = markup;
      app.frame();
    }
    app.document.documentElement.replaceChildren();
    app.frame();
    expect(liveNodes()).toBe(before);
    app.stop();
  });

  it.each(['paint', 'key', 'timer'] as const)('may be ended by a %s of its own', async (by) => {
    const before = liveNodes();
    const app = await mount(
      `<button onClick="$tui.exit(3)">end</button><script>if (${by === 'timer'}) setTimeout(() => $tui.exit(3), 50)</script>`,
      { width: 20, height: 3 },
    );
    if (by === 'key') await app.press('Tab', 'Enter');
    else if (by === 'timer') await app.advance(100);
    else {
      const button = app.document.querySelector('button')!;
      setHook(button, PAINT_GUTTERS, () => app.$tui.exit(3));
      button.invalidate('paint');
      await app.settle();
    }
    expect([app.exitCode, liveNodes()]).toEqual([3, before]);
    app.unmount();
  });
});

describe('what nothing holds', () => {
  const APPS = sized(20, 5);

  async function collected(make: () => Promise<object>): Promise<number> {
    const refs: WeakRef<object>[] = [];
    for (let i = 0; i < APPS; i++) refs.push(new WeakRef(await make()));
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      collect();
    }
    return refs.filter((ref) => ref.deref() === undefined).length;
  }

  it('are apps that were stopped', async () => {
    const gone = await collected(() => {
      const app = open(
        '<tui><text>one</text><input value="x"/><dialog open="true">d</dialog></tui>',
      );
      use(app);
      app.stop();
      return Promise.resolve(app);
    });
    // The last one may still be on the stack.
    expect(gone).toBeGreaterThanOrEqual(APPS - 1);
  });

  it('are apps that were unmounted', async () => {
    const gone = await collected(async () => {
      const app = await mount('<tui><list selectable="single"><li>a</li></list></tui>');
      await app.click('li');
      await app.type('a');
      app.unmount();
      return app;
    });
    expect(gone).toBeGreaterThanOrEqual(APPS - 1);
  });
});
