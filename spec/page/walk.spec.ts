/** Whatever is done with a twin, it and its app are in step. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readTree } from '../../runtime/page/page-data.js';
import { twinElement } from '../../runtime/page/twin.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { propertyRuns } from '../support/property-runs.js';
import { fire, open, type } from './operated.js';

afterEach(unmountAll);

const EVERYTHING = `<button>B</button><checkbox>C</checkbox><input value="x"/><textarea>y</textarea>
<radio name="r">1</radio><radio name="r">2</radio><slider/><collapsible summary="M"><button>in</button></collapsible>
<select><option>1</option><option>2</option></select><select multiple="true"><option>3</option><option>4</option></select>
<list selectable="multiple"><li>l</li><li>m</li></list><tabs><tab label="T" closable="true"><input/></tab><tab label="U"/></tabs>
<table selectable="single" sortable="true" rows='[{"a":2},{"a":1}]'/><text>Go <a href="x">on</a></text>
<data-bars selectable="true" series='[{"name":"s"}]' bars='[[1],[2]]' labels='["p","q"]'/>`;

describe('any use', () => {
  it('leaves app and twin in step', async () => {
    const step = fc.record({
      at: fc.nat(200),
      what: fc.constantFrom(
        'click',
        'dblclick',
        'focus',
        'type',
        'choose',
        'key',
        'settle',
        'script',
      ),
      key: fc.constantFrom(
        'Enter',
        ' ',
        'ArrowDown',
        'ArrowUp',
        'ArrowRight',
        'Home',
        'Escape',
        'Delete',
      ),
      text: fc.constantFrom('', 'a', 'ab', 'x', '1'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { app, document, main, settle, press, pass } = await open(EVERYTHING);
        for (const { at, what, key, text } of steps) {
          const controls = [...main.querySelectorAll<HTMLElement>('[data-ref]')];
          const element = controls[at % controls.length]!;
          if (what === 'click') element.click();
          else if (what === 'dblclick') fire(element, 'dblclick');
          else if (what === 'focus') element.focus();
          else if (what === 'key') press(element, key);
          else if (what === 'type' && /input|textarea/.test(element.localName)) type(element, text);
          else if (what === 'choose' && element.localName === 'select') {
            const { options } = element as HTMLSelectElement;
            const option = options[at % options.length]!;
            option.selected = !option.selected;
            fire(element, 'change');
          } else if (what === 'script') {
            const all = app.document.querySelectorAll('checkbox, button, li');
            all[at % all.length]?.toggleAttribute('disabled');
          } else await settle();
        }
        await settle();
        pass();
        const fresh = twinElement(
          document,
          readTree(JSON.parse(JSON.stringify(app.app.accessibleItems()))),
          '',
        );
        expect(main.isEqualNode(fresh)).toBe(true);
        const shown = (root: HTMLElement): unknown[] =>
          [
            ...root.querySelectorAll<HTMLInputElement & HTMLOptionElement>(
              'input, textarea, option',
            ),
          ].map((each) => (each.localName === 'option' ? each.selected : each.value));
        expect(shown(main)).toEqual(shown(fresh));
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});
