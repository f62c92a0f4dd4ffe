/** Logs used at random: what shows is a stretch of the lines that match, and what was painted bit by bit is what a fresh frame paints. */
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mouseBytes } from '../../../runtime/testing/input-bytes.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { use } from './use.js';

afterEach(unmountAll);

const KEYS =
  'ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown Shift+ArrowUp Shift+ArrowDown Ctrl+A Enter Escape Space Backspace / & n N m u U e E w c 1 2 G g'.split(
    ' ',
  );
const TEXTS = [
  'ERROR 1',
  '  detail 2',
  'plain 12',
  '\u001b[31mred\u001b[0m 1',
  'a long line of words 表示 that does not fit 2',
  'one 1\n  two 2\nthree',
  '{"time":1,"level":30,"msg":"m 1","err":{"stack":"s\\n  at 2"}}',
  '',
];
const cell = fc.record({ x: fc.nat(29), y: fc.nat(9) });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ key: fc.constantFrom(...KEYS) }) },
  { weight: 3, arbitrary: fc.record({ text: fc.constantFrom(...TEXTS), isStream: fc.boolean() }) },
  fc.record({
    mouse: fc.constantFrom('press', 'drag', 'release', 'wheelDown', 'wheelUp'),
    at: cell,
  }),
  fc.record({ size: cell }),
  fc.record({
    name: fc.constantFrom(
      'filter-text',
      'search-text',
      'wrap',
      'max-lines',
      'entry-start',
      'follow',
      'columns',
    ),
    value: fc.constantFrom('', '1', '!1 2', 'true', 'false', '5', '["msg","level"]', 'level:error'),
  }),
);

it('paints bit by bit what a fresh frame paints, of lines that match', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 24 }),
      fc.constantFrom('fullcolor-dark', 'bw-std'),
      async (steps, theme) => {
        const { app, log } = await use('', {
          lines: TEXTS,
          width: 30,
          height: 10,
          theme,
          errors: 'keep',
        });
        const writer = log.stream().getWriter();
        for (const each of steps) {
          if ('key' in each) await app.press(each.key);
          else if ('text' in each) {
            if (each.isStream) await writer.write(each.text);
            else log.append(each.text);
          } else if ('mouse' in each)
            app.app.input(mouseBytes(each.mouse as 'press', each.at.x, each.at.y));
          else if ('size' in each) await app.resize(each.size.x + 1, each.size.y + 1);
          else log.setAttribute(each.name, each.value);
          await app.settle();
        }
        expect(app.diagnostics.filter(({ code }) => !code.startsWith('bad-'))).toEqual([]);
        const painted = app.screen().toAnsi();
        app.app.repaint();
        app.app.frame();
        expect(app.screen().toAnsi()).toBe(painted);

        const shown = log.shownCount;
        expect(shown).toBeLessThanOrEqual(log.lineCount);
        // The same lines in another log, set at once, match the same.
        const fresh = await use('', { width: 30, height: 10, theme, errors: 'keep' });
        for (const name of ['filter-text', 'entry-start', 'columns']) {
          const value = log.getAttribute(name);
          if (value !== null) fresh.log.setAttribute(name, value);
        }
        if (log.firstLine === 0) {
          fresh.log.setLines(log.lines);
          expect(fresh.log.shownCount).toBe(shown);
        }
        app.unmount();
        fresh.app.unmount();
      },
    ),
    { numRuns: propertyRuns(200) },
  );
});
