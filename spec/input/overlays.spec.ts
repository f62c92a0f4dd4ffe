/** Notifications and tooltips: above everything, never in the way of layout, gone without a trace. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { placeNotices, placeTip } from '../../runtime/paint/panels.js';
import { ManualClock } from '../../runtime/script/clock.js';
import { keyBytes, mouseBytes } from '../../runtime/testing/input-bytes.js';
import { bufferCells, visible, Xterm } from '../support/xterm.js';
import { mount } from '../support/mount.js';
import { anyCharacter } from '../support/any-character.js';
import { propertyRuns } from '../support/property-runs.js';
import { TOOLTIP_AT } from '../../runtime/element/internals.js';

const WORDS = `<text>${'some words beneath '.repeat(12)}</text>`;

function lines(app: App): string[] {
  return Array.from({ length: app.height }, (_, y) => app.cells.rowText(y));
}

describe('notifications', () => {
  it('stand at the top right, oldest first, and go when their time is over', async () => {
    const app = await mount('<text>beneath</text>', { width: 24, height: 16 });
    app.$tui.notify('first');
    await app.advance(1000);
    app.$tui.notify('the second', { kind: 'error', timeout: 500 });
    await app.settle();
    expect(app.notifications).toEqual(['first', 'the second']);
    expect(app.text()).toBe(
      [
        'beneath       ╭───────╮',
        '              │ first │',
        '              ╰───────╯',
        '         ╭────────────╮',
        '         │ the second │',
        '         ╰────────────╯',
      ].join('\n'),
    );
    await app.advance(500);
    expect(app.notifications).toEqual(['first']);
    await app.advance(1499);
    expect(app.notifications).toEqual(['first']);
    await app.advance(1);
    expect(app.notifications).toEqual([]);
    expect(app.text()).toBe('beneath');
  });

  it('are safe, wrapped and bounded', async () => {
    const app = await mount('<text>x</text>', { width: 20, height: 16 });
    app.$tui.notify('a\u001b[31mred\u202e and many more words than fit into it '.repeat(9), {
      timeout: 0,
    });
    await app.settle();
    expect(app.output).not.toContain('\u001b[31mred');
    expect(app.text().split('\n')).toHaveLength(8);
    expect(app.text()).toContain('␛[31mred');
    expect(app.text()).toContain('…');
    for (let i = 0; i < 99; i++) app.$tui.notify(`n${i}`);
    await app.settle();
    expect(app.notifications).toHaveLength(20);
    // Where there is no room for all, the newest show.
    expect(app.text()).toContain('n98');
    expect(app.text()).not.toContain('n90');
    await app.advance(10_000_000);
    expect(app.notifications).toEqual([]);
    expect(() => app.$tui.notify('x', { kind: 'loud' as 'info' })).toThrow(
      '$tui.notify: expected one of info, success, warning, error as the kind, found loud',
    );
  });

  it('wear the colours of the theme, and a border where there are none', async () => {
    const app = await mount('<text>x</text>', { width: 20, height: 16 });
    app.$tui.notify('hello', { kind: 'error' });
    await app.settle();
    expect(app.screen().cell(13, 1)).toMatchObject({ char: 'e', fg: '#e0e0e0', bg: '#313244' });
    expect(app.screen().cell(18, 0)).toMatchObject({ char: '╮', fg: '#f48fab', bg: '#313244' });
    const plain = await mount('<text>x</text>', { width: 20, height: 16, theme: 'bw-std' });
    plain.$tui.notify('hello');
    await plain.settle();
    expect(plain.text()).toContain('│ hello │');
  });

  it.each([
    [15, 5],
    [10, 4],
    [3, 1],
    [1, 1],
  ])('cover a third of a screen of %i rows at most', async (height, rows) => {
    const lines = Array.from({ length: height }, () => `<text>${'x'.repeat(40)}</text>`);
    const app = await mount(lines.join(''), { width: 40, height });
    for (let i = 0; i < 9; i++) app.$tui.notify(`notification ${i} is longer than one line of it`);
    await app.settle();
    const shown = app.text().split('\n');
    expect(shown.map((line) => line.includes('│'))).toEqual(shown.map((_, row) => row < rows));
    // The newest has its room first.
    expect(app.text()).toContain('notification 8');
    expect(shown.slice(rows)).toEqual(shown.slice(rows).map(() => 'x'.repeat(40)));
  });

  it('leave a small screen to the app where two are short', async () => {
    const size = { width: 40, height: 10 };
    const app = await mount('<text>Name</text><input value="Ada" size="6"/>', size);
    app.$tui.notify('Tier C, not A: TUI_SANDBOX', { kind: 'warning' });
    app.$tui.notify('The network is not limited (tier C)', { kind: 'warning' });
    await app.settle();
    expect(app.text()).toBe(
      ['Name      │ Tier C, not A: TUI_SANDBOX', ' │ The network is not limited (tier C)'].join(
        '\n',
      ),
    );
    expect(app.screen().cell(10, 0)).toMatchObject({ char: '│', bg: '#313244' });
    expect(app.screen().cell(38, 0)).toMatchObject({ char: ' ', bg: '#313244' });
  });

  it('do not change what is beneath for the pointer, nor any layout', async () => {
    const app = await mount('<text id="a">under</text>', { width: 12, height: 4 });
    const before = app.document.getElementById('a')!.getBoundingClientRect();
    app.$tui.notify('hi');
    await app.settle();
    expect(app.document.getElementById('a')!.getBoundingClientRect()).toEqual(before);
    expect(app.app.counters).toMatchObject({ restyled: 0, laidOut: 0, painted: 0 });
  });
});

describe('tooltips', () => {
  const CORNERS = [
    { x: 0, y: 0, at: 1 },
    { x: 19, y: 0, at: 1 },
    { x: 0, y: 4, at: 3 },
    { x: 19, y: 4, at: 3 },
  ];

  it.each(CORNERS)('show beside the cell ($x, $y), inside the screen', async ({ x, y, at }) => {
    const app = await mount('<container id="a" style="height: 5"></container>', {
      width: 20,
      height: 5,
    });
    app.document.getElementById('a')![TOOLTIP_AT] = () => 'tip here';
    await app.hover({ x, y });
    await app.advance(299);
    expect(app.text()).toBe('');
    await app.advance(1);
    expect(app.text().split('\n')).toHaveLength(at + 1);
    expect(app.app.cells.rowText(at)).toBe(
      x === 0 ? ' tip here           ' : '           tip here ',
    );
  });

  it('ask the innermost element, with the cell of its content box', async () => {
    const app = await mount(
      '<container id="box" style="border: thin; padding: 0 1"><text id="a">one</text><text id="b">two</text></container>',
      { width: 20, height: 6 },
    );
    const asked: string[] = [];
    for (const id of ['a', 'box']) {
      app.document.getElementById(id)![TOOLTIP_AT] = (x, y) => {
        asked.push(`${id} ${x} ${y}`);
        return id === 'box' ? `at ${x},${y}` : undefined;
      };
    }
    await app.hover({ x: 3, y: 1 });
    await app.advance(300);
    expect(asked.splice(0)).toEqual(['a 1 0', 'box 1 0']);
    // One that shows follows the pointer at once.
    await app.hover({ x: 4, y: 2 });
    expect(app.app.cells.rowText(3)).toContain('at 2,1');
  });

  it('are hidden by leaving, a key, a press, the wheel and the window', async () => {
    const app = await mount('<container id="a" style="height: 2"></container>', {
      width: 20,
      height: 5,
    });
    app.document.getElementById('a')![TOOLTIP_AT] = () => 'tip';
    const show = async (): Promise<boolean> => {
      await app.hover({ x: 1, y: 3 });
      await app.hover({ x: 1, y: 1 });
      await app.advance(300);
      return app.text().includes('tip');
    };
    const hide: readonly (() => Promise<void>)[] = [
      () => app.hover({ x: 1, y: 4 }),
      () => app.press('x'),
      () => app.wheel({ x: 1, y: 1 }, 1),
      () => app.click({ x: 1, y: 1 }),
      async () => {
        app.app.input(Buffer.from('\x1b[O'));
        await app.settle();
      },
      () => app.resize(21, 5),
    ];
    for (const act of hide) {
      expect(await show()).toBe(true);
      await act();
      expect(app.text()).not.toContain('tip');
      await app.advance(300);
      expect(app.text()).not.toContain('tip');
    }
  });

  it('that throw are reported', async () => {
    const app = await mount('<container id="a" style="height: 2"></container>', {
      width: 20,
      height: 5,
      errors: 'keep',
    });
    app.document.getElementById('a')![TOOLTIP_AT] = () => {
      throw new Error('no tip');
    };
    await app.hover({ x: 1, y: 1 });
    await app.advance(300);
    expect(app.diagnostics.some(({ message }) => message.includes('no tip'))).toBe(true);
  });
});

describe('panels', () => {
  it('lie inside the screen whatever they say', () => {
    const size = { width: fc.nat({ max: 60 }), height: fc.nat({ max: 12 }) };
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 90 }),
      fc.constant('漢字 🙂 words\nand\n\nmore'),
    );
    fc.assert(
      fc.property(
        fc.record(size),
        fc.array(text, { maxLength: 5 }),
        fc.nat({ max: 59 }),
        fc.nat({ max: 11 }),
        ({ width, height }, texts, x, y) => {
          const notices = texts.map((each) => ({ text: each, kind: 'info' as const }));
          const tip = placeTip({ text: texts[0] ?? '', x, y }, { width, height });
          const panels = [...placeNotices(notices, { width, height }), ...(tip ? [tip] : [])];
          for (const { rect } of panels) {
            expect(rect.x).toBeGreaterThanOrEqual(0);
            expect(rect.y).toBeGreaterThanOrEqual(0);
            expect(rect.x + rect.width).toBeLessThanOrEqual(width);
            expect(rect.y + rect.height).toBeLessThanOrEqual(height);
          }
          if (tip !== undefined) {
            // Never over the cell that it explains.
            expect(y >= tip.rect.y && y < tip.rect.y + tip.rect.height).toBe(false);
          }
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('what is beneath', () => {
  it('is exactly what it was, and what a terminal shows, after any walk of overlays and changes', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('notify' as const), n: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ kind: fc.constant('wait' as const), n: fc.constantFrom(100, 400, 3000) }),
      fc.record({ kind: fc.constant('hover' as const), n: fc.nat({ max: 199 }) }),
      fc.record({ kind: fc.constant('drag' as const), n: fc.nat({ max: 199 }) }),
      fc.record({ kind: fc.constant('key' as const), n: fc.nat({ max: 3 }) }),
      fc.record({ kind: fc.constant('text' as const), n: fc.nat({ max: 20 }) }),
      fc.record({ kind: fc.constant('size' as const), n: fc.integer({ min: 8, max: 30 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const chunks: Uint8Array[] = [];
        const clock = new ManualClock();
        const options = { registry, height: 8, theme: 'fullcolor-dark', clock };
        const app = createApp(`<text id="t">漢字 ${'漢字 words 保存 '.repeat(9)}</text>`, {
          ...options,
          width: 25,
          output: { write: (bytes) => chunks.push(Buffer.from(bytes)) },
          clipboard: { copy: () => Promise.resolve({ how: 'confirmed' }) },
        });
        app.document.getElementById('t')![TOOLTIP_AT] = (x) => 'a 漢字 tip '.repeat(x % 4);
        let terminal = new Xterm(25, 8);
        app.frame();
        for (const { kind, n } of steps) {
          const x = n % 25;
          const y = Math.floor(n / 25);
          if (kind === 'notify') app.notify('漢字 note '.repeat(n).slice(0, n));
          else if (kind === 'wait') await clock.advance(n);
          else if (kind === 'hover') app.input(mouseBytes('move', x, y));
          else if (kind === 'drag') {
            for (const action of ['press', 'drag', 'release'] as const) {
              app.input(mouseBytes(action, action === 'press' ? 2 : x, action === 'press' ? 1 : y));
            }
          } else if (kind === 'key') app.input(keyBytes('Escape'));
          else if (kind === 'text') {
            app.document.getElementById('t')!.textContent = 'x漢字 '.repeat(n);
          } else if (n !== app.width) {
            app.resize(n, 8);
            terminal = new Xterm(n, 8);
          }
          app.frame();
          for (const chunk of chunks.splice(0)) await terminal.write(chunk);
          expect(visible(terminal.cells())).toEqual(visible(bufferCells(app.cells)));
        }
        // Everything above goes away: what is left is what an app shows that never had any of it.
        app.input(keyBytes('Escape'));
        app.input(mouseBytes('move', 0, 0));
        app.input(mouseBytes('press', 0, 0));
        await clock.advance(10_000);
        app.input(keyBytes('Escape'));
        app.frame();
        for (const chunk of chunks.splice(0)) await terminal.write(chunk);
        const other = createApp(app.document.documentElement.outerHTML, {
          ...options,
          width: app.width,
        });
        other.frame();
        expect(lines(app)).toEqual(lines(other));
        expect(visible(bufferCells(app.cells))).toEqual(visible(bufferCells(other.cells)));
        expect(visible(terminal.cells())).toEqual(visible(bufferCells(app.cells)));
        // The pointer may rest on what a notification covered: one more frame tells that it is hovered.
        expect(app.frame()).toMatchObject({ cells: 0, bytes: 0 });
        expect(app.frame()).toEqual({ cells: 0, bytes: 0, skipped: true });
        app.stop();
        other.stop();
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('is painted alone: a change of it beside a notification costs what it always does', async () => {
    const app = await mount(`${WORDS}<text id="a">short</text>`, { width: 60, height: 10 });
    app.$tui.notify('above');
    await app.settle();
    app.document.getElementById('a')!.textContent = 'other';
    const { length } = app.output;
    await app.settle();
    expect(app.output.length - length).toBeLessThan(60);
  });
});
