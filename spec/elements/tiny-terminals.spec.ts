/** Tables, code, diffs, dates and files in terminals and boxes of one to three cells: no error, nothing outside of the box, no control character. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

const KEYS =
  'Up Down Left Right Home End PageUp PageDown Enter F2 Tab Shift+Tab Escape Space Alt+Down Delete Ctrl+A / 7 l n = [ ] v w'.split(
    ' ',
  );

/** What must not reach the terminal as it is, beside wide and combined characters. */
const TEXT = 'a\u001b[31mb\u0007\u009b2Jc 表示 e\u0301 👩‍👩‍👧';

const PATCH = `--- a/${TEXT}\n+++ b/x\n@@ -1,2 +1,2 @@ ${TEXT}\n-${TEXT}\n+b ${TEXT}\n ${TEXT}\n`;

type Field = { value: unknown };

interface Kind {
  /** @param style declarations of its size */
  markup(style: string): string;
  fill(element: Element): void;
}

const COLUMNS = JSON.stringify([
  { key: 'a', label: TEXT.replaceAll(/[\u0000-\u001f\u0080-\u009f]/g, ''), footer: 'count' },
  { key: 'b', input: { options: ['one', 'two 表示'] } },
  { key: 'c', bar: true },
]).replaceAll("'", '’');

const KINDS: Record<string, Kind> = {
  table: {
    markup: (style) =>
      `<table id="e" editable="true" resizable="true" selectable="multiple" frozen-columns="1" columns='${COLUMNS}' style="${style}"/>`,
    fill: (element) =>
      (element as unknown as { setRows(rows: unknown): void }).setRows(
        Array.from({ length: 5 }, (_, c) => ({ a: TEXT, b: 'one', c })),
      ),
  },
  code: {
    markup: (style) => `<code id="e" language="ts" line-numbers="true" style="${style}"/>`,
    fill: (element) =>
      ((element as unknown as Field).value = `const a = '${TEXT}';\n// b\n\n${TEXT}`),
  },
  diff: {
    markup: (style) => `<diff id="e" style="${style}"/>`,
    fill: (element) => ((element as unknown as Field).value = PATCH),
  },
  'diff, split': {
    markup: (style) => `<diff id="e" view="split" wrap="true" style="${style}"/>`,
    fill: (element) => ((element as unknown as Field).value = PATCH),
  },
  'date-input': {
    markup: (style) => `<date-input id="e" type="datetime" range="true" style="${style}"/>`,
    fill: (element) => ((element as unknown as Field).value = ''),
  },
  'file-input': {
    markup: (style) => `<file-input id="e" multiple="true" style="${style}"/>`,
    fill: () => undefined,
  },
};

const STEP = fc.oneof(
  { weight: 4, arbitrary: fc.record({ key: fc.constantFrom(...KEYS) }) },
  fc.record({ x: fc.nat(3), y: fc.nat(3), wheel: fc.boolean() }),
  fc.record({ paste: fc.constantFrom(TEXT, '2026-11-28', 'x\ty\nz') }),
);
type Step = Partial<{ key: string; x: number; y: number; wheel: boolean; paste: string }>;

type App = Awaited<ReturnType<typeof mount>>;

async function use(app: App, steps: readonly Step[], x = 0, y = 0): Promise<void> {
  app.document.getElementById('e')?.focus();
  await app.settle();
  for (const step of steps) {
    if (step.key !== undefined) await app.press(step.key);
    else if (step.paste !== undefined) await app.paste(step.paste);
    else if (step.wheel === true)
      app.app.input(mouseBytes('wheelDown', x + (step.x ?? 0), y + (step.y ?? 0)));
    else await app.click({ x: x + (step.x ?? 0), y: y + (step.y ?? 0) });
    await app.settle();
  }
}

/** Cells that are not blank outside of a box, and characters that control a terminal. */
function strays(app: App, box?: { x: number; y: number; width: number; height: number }): string[] {
  const found: string[] = [];
  const screen = app.screen();
  const { width, height } = screen;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const { char: text } = screen.cell(x, y);
      if (/\p{Cc}/u.test(text)) found.push(`${x},${y} ${JSON.stringify(text)}`);
      if (box === undefined || text.trim() === '') continue;
      const isInside = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
      if (!isInside) found.push(`${x},${y} ${text}`);
    }
  return found;
}

/** Cells that differ after everything is painted again. */
async function repainted(app: App): Promise<void> {
  const before = app.screen().toAnsi();
  app.app.repaint();
  await app.settle();
  expect(app.screen().toAnsi()).toBe(before);
}

const TINY = fc.integer({ min: 1, max: 3 });

describe.each(Object.entries(KINDS))('%s', (_, { markup, fill }) => {
  it('is used in a terminal of a few cells', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.tuple(TINY, TINY),
          fc.tuple(TINY, fc.constant(10)),
          fc.tuple(fc.constant(30), TINY),
        ),
        fc.array(STEP, { maxLength: 8 }),
        fc.constantFrom('fullcolor-dark', 'bw-std'),
        async ([width, height], steps, theme) => {
          const app = await mount(`<tui>${markup('')}</tui>`, { width, height, theme });
          fill(app.document.getElementById('e') as unknown as Element);
          await use(app, steps as Step[]);
          expect([app.diagnostics, strays(app)]).toEqual([[], []]);
          await repainted(app);
          app.unmount();
        },
      ),
      { numRuns: propertyRuns(12) },
    );
  });

  it('stays inside of a box of a few cells', async () => {
    await fc.assert(
      fc.asyncProperty(
        TINY,
        TINY,
        fc.array(STEP, { maxLength: 8 }),
        async (width, height, steps) => {
          const style = `width: ${width}; height: ${height}`;
          const app = await mount(
            `<tui><container style="padding-left: 5; padding-top: 2">${markup(style)}</container></tui>`,
            { width: 20, height: 9 },
          );
          const element = app.document.getElementById('e')!;
          fill(element as unknown as Element);
          await use(app, steps as Step[], 5, 2);
          if (element.matches(':open')) await app.press('Escape');
          // A tooltip shows what is cut.
          await app.hover({ x: 0, y: 0 });
          expect([app.diagnostics, strays(app, element.getBoundingClientRect())]).toEqual([[], []]);
          app.unmount();
        },
      ),
      { numRuns: propertyRuns(12) },
    );
  });
});
