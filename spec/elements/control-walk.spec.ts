/** Controls used at random: what was painted bit by bit is what a fresh frame paints, and nothing throws. */
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import { use } from './control.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

const DOCUMENT = `<tabs id="t" style="height: 14">
  <tab label="One" closable="true"><button id="b" variant="primary">Go 表示</button>
    <checkbox indeterminate="true">Logs</checkbox><switch>Wi-Fi</switch>
    <collapsible id="c" summary="More" open="true">bare <slider show-value="true" ticks="20"/></collapsible></tab>
  <tab id="two" label="Two"><radio-group title="Size"><radio value="a">a</radio><radio value="b" disabled="true">b</radio>
    <radio value="c">c</radio></radio-group><spinner id="s">Wait</spinner><progress id="p" show-value="true"/></tab>
  <tab label="Three"><separator label="x"/><collapsible summary="Deep"><collapsible summary="er">text</collapsible></collapsible></tab>
</tabs><button>After</button>`;

const KEYS = [
  'Tab',
  'Shift+Tab',
  'Enter',
  'Space',
  'Delete',
  'Ctrl+PageDown',
  'Ctrl+PageUp',
].concat(
  ['Left', 'Right', 'Up', 'Down'].map((way) => `Arrow${way}`),
  ['Home', 'End', 'PageUp', 'PageDown'],
);

const cell = fc.record({ x: fc.nat(39), y: fc.nat(17) });
const step = fc.oneof(
  fc.record({ kind: fc.constant('key' as const), key: fc.constantFrom(...KEYS) }),
  fc.record({ kind: fc.constantFrom('press', 'drag', 'release', 'move', 'wheelDown'), at: cell }),
  fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(300) }),
  fc.record({ kind: fc.constant('resize' as const), at: cell }),
  fc.record({
    kind: fc.constant('set' as const),
    id: fc.constantFrom('t', 'two', 'b', 'c', 's', 'p'),
    name: fc.constantFrom('disabled', 'label', 'summary', 'open', 'selected', 'value', 'hidden'),
    value: fc.constantFrom('', '1', '0.3', 'true', '\u001b[31m', 'a long 表示'),
  }),
);

it('paints bit by bit what a fresh frame paints', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.constantFrom('fullcolor-dark', 'bw-std'),
      async (steps, theme) => {
        const { app } = await use(DOCUMENT, { width: 40, height: 18, theme, errors: 'keep' });
        for (const each of steps) {
          if ('key' in each) await app.press(each.key);
          else if ('ms' in each) await app.advance(each.ms);
          else if ('id' in each) {
            const element = app.document.getElementById(each.id);
            element?.setAttribute(each.name, each.value);
          } else if (each.kind === 'resize') await app.resize(each.at.x, each.at.y);
          else app.app.input(mouseBytes(each.kind as 'press', each.at.x, each.at.y));
        }
        await app.settle();
        // A value that does not fit is reported, and the last good one stays; nothing else goes wrong.
        expect(app.diagnostics.filter(({ code }) => code !== 'bad-value')).toEqual([]);
        const painted = app.screen().toAnsi();
        app.app.repaint();
        app.app.frame();
        expect(app.screen().toAnsi()).toBe(painted);
        app.unmount();
      },
    ),
    { numRuns: propertyRuns(40) },
  );
});
