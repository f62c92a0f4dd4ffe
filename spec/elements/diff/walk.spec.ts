/** Diffs used at random: what was painted bit by bit is what a fresh frame paints, and nothing leaves the box. */
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mouseBytes } from '../../../runtime/testing/input-bytes.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { TWO_FILES, use } from './use.js';

afterEach(unmountAll);

const KEYS =
  'ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown Shift+ArrowUp Shift+ArrowDown Ctrl+A Enter Escape Space Backspace / n N w c v x h [ ] { } b 1 G g'.split(
    ' ',
  );
const TEXTS = [
  TWO_FILES,
  TWO_FILES.replace(' c\n', ''),
  'words\n\u001b[1mbold',
  'diff --cc a\nindex 1,2..3\n--- a/a\n+++ b/a\n@@@ -1 -1 +1 @@@\n- a\n -b\n++c\n',
  `--- a\n+++ b\n@@ -1,30 +1,30 @@\n${'-表示 a long line of words\n+short\n'.repeat(30)}`,
  '',
];
const cell = fc.record({ x: fc.nat(79), y: fc.nat(9) });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ key: fc.constantFrom(...KEYS) }) },
  { weight: 2, arbitrary: fc.record({ text: fc.constantFrom(...TEXTS) }) },
  fc.record({
    mouse: fc.constantFrom('press', 'drag', 'release', 'wheelDown', 'wheelUp'),
    at: cell,
  }),
  fc.record({ size: fc.record({ x: fc.nat(200), y: fc.nat(60) }) }),
  fc.record({
    name: fc.constantFrom(
      'search-text',
      'wrap',
      'view',
      'line-numbers',
      'old-text',
      'new-text',
      'context',
    ),
    value: fc.constantFrom('', 'b', 'true', 'false', 'split', 'unified', '0'),
  }),
);

it('paints bit by bit what a fresh frame paints', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 20 }),
      fc.constantFrom('fullcolor-dark', 'bw-std'),
      async (steps, theme) => {
        const { app, diff } = await use('', {
          text: TWO_FILES,
          width: 80,
          height: 10,
          theme,
          errors: 'keep',
        });
        for (const each of steps) {
          if ('key' in each) await app.press(each.key);
          else if ('text' in each) diff.value = each.text;
          else if ('mouse' in each)
            app.app.input(mouseBytes(each.mouse as 'press', each.at.x, each.at.y));
          else if ('size' in each) await app.resize(each.size.x + 1, each.size.y + 1);
          else diff.setAttribute(each.name, each.value);
          await app.settle();
        }
        expect(app.diagnostics.filter(({ code }) => !code.startsWith('bad-'))).toEqual([]);
        const painted = app.screen().toAnsi();
        app.app.repaint();
        app.app.frame();
        expect(app.screen().toAnsi()).toBe(painted);
        // A patch is of whole lines, whatever is selected.
        expect(diff.patch === '' || diff.patch.endsWith('\n')).toBe(true);
        app.unmount();
      },
    ),
    { numRuns: propertyRuns(150) },
  );
});
