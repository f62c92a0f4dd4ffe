/** Code used at random: what was painted bit by bit is what a fresh frame paints, and nothing leaves the box. */
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mouseBytes } from '../../../runtime/testing/input-bytes.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { use } from './use.js';

afterEach(unmountAll);

const KEYS =
  'ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown Shift+ArrowUp Shift+ArrowDown Ctrl+A Enter Escape Space Backspace / n N u U w c 1 a G g'.split(
    ' ',
  );
const LINES = ['/* a', 'b */', 'const x = "1";', '', '\tdeep 表示 line that is long', '\u001b[1m1'];
const cell = fc.record({ x: fc.nat(29), y: fc.nat(9) });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ key: fc.constantFrom(...KEYS) }) },
  {
    weight: 2,
    arbitrary: fc.record({ lines: fc.array(fc.constantFrom(...LINES), { maxLength: 60 }) }),
  },
  fc.record({
    mouse: fc.constantFrom('press', 'drag', 'release', 'wheelDown', 'wheelUp'),
    at: cell,
  }),
  fc.record({ size: fc.record({ x: fc.nat(200), y: fc.nat(60) }) }),
  fc.record({
    name: fc.constantFrom('search-text', 'wrap', 'language', 'line-numbers', 'first-line', 'marks'),
    value: fc.constantFrom(
      '',
      'a',
      'true',
      'false',
      '7',
      'ts',
      'css',
      '[{"line": 2, "endLine": 900, "tone": "error", "message": "m"}, {"line": 3, "column": 4}]',
    ),
  }),
);

it('paints bit by bit what a fresh frame paints', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 20 }),
      fc.constantFrom('fullcolor-dark', 'bw-std'),
      async (steps, theme) => {
        const { app, code } = await use('', {
          text: LINES.join('\n'),
          width: 30,
          height: 10,
          theme,
          errors: 'keep',
        });
        for (const each of steps) {
          if ('key' in each) await app.press(each.key);
          else if ('lines' in each) code.value = each.lines.join('\n');
          else if ('mouse' in each)
            app.app.input(mouseBytes(each.mouse as 'press', each.at.x, each.at.y));
          else if ('size' in each) await app.resize(each.size.x + 1, each.size.y + 1);
          else code.setAttribute(each.name, each.value);
          await app.settle();
        }
        expect(app.diagnostics.filter(({ code: name }) => !name.startsWith('bad-'))).toEqual([]);
        const painted = app.screen().toAnsi();
        app.app.repaint();
        app.app.frame();
        expect(app.screen().toAnsi()).toBe(painted);
        app.unmount();
      },
    ),
    { numRuns: propertyRuns(150) },
  );
});
