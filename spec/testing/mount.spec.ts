import { describe, expect, it } from '@jest/globals';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { mount } from '../support/mount.js';

const COUNTER = `
<container id="box" onClick="$app.add(1)">
  <text id="label">0</text>
</container>
<script>
  export let count = 0;
  export function add(by: number) {
    count += by;
    $tui.getElementById('label').textContent = String(count);
  }
  export function fail() { throw new Error('asked for'); }
</script>`;

describe('mount', () => {
  it('paints a document after its scripts have run', async () => {
    const app = await mount(
      `<text id="a">one</text><script>$tui.getElementById('a').textContent = 'two'</script>
       <script async="ready">$tui.getElementById('a').textContent += ' three'</script>`,
      { width: 20, height: 3 },
    );
    expect(app.text()).toBe('two three');
    expect([app.width, app.height]).toEqual([20, 3]);
    expect(app.screen().cell(0, 0).char).toBe('t');
  });

  it('moves the clock on to a timer that a script awaits at its top level, and no further', async () => {
    const app = await mount(
      `<text id="a">-</text>
       <script>
         setInterval(() => ($tui.getElementById('a').textContent += '.'), 400);
         await new Promise((resolve) => setTimeout(resolve, 500));
         export const at = Date.now();
       </script>
       <script async="ready">
         await new Promise((resolve) => setTimeout(resolve, 100));
         export const ready = Date.now();
       </script>`,
      { width: 20, height: 2, now: 1000 },
    );
    expect(app.$tui.exports).toMatchObject({ at: 1500, ready: 1600 });
    expect(app.text()).toBe('-.');
  });

  it('clicks through the real decoder, by element, selector or cell', async () => {
    const app = await mount(COUNTER, { width: 10, height: 2 });
    await app.click('#label');
    await app.click(app.document.getElementById('box') ?? '');
    await app.click({ x: 0, y: 0 });
    expect(app.text()).toBe('3');
    expect(app.$tui.exports['count']).toBe(3);
    await expect(app.click(...([3, 0] as unknown as [string]))).rejects.toThrow(
      'expected an element, a selector or a cell such as { x: 0, y: 0 }, found 3',
    );
    await expect(app.click('#nothing')).rejects.toThrow('there is no element "#nothing"');
  });

  it('hands keys, text, paste and wheel to listeners', async () => {
    const app = await mount(
      `<text id="a">x</text><script>
        export const heard: string[] = [];
        for (const type of ['keydown', 'paste', 'wheel', 'mousemove'])
          $tui.document.addEventListener(type, (e) => heard.push([e.type, e.key ?? e.text ?? e.deltaY ?? e.clientX].join(' ')));
      </script>`,
      { width: 10, height: 2 },
    );
    const heard = app.$tui.exports['heard'] as string[];
    await app.press('Enter', 'Ctrl+B', 'Escape');
    await app.type('hi');
    await app.wheel('#a', -1);
    await app.hover({ x: 4, y: 1 });
    expect(heard.filter((entry) => !entry.startsWith('paste'))).toEqual([
      'keydown Enter',
      'keydown b',
      'keydown Escape',
      'keydown h',
      'keydown i',
      'wheel -1',
      'mousemove 4',
    ]);
    await app.paste('some text');
    expect(heard.some((entry) => entry.startsWith('paste'))).toBe(true);
    expect(app.inputs).toEqual([
      'Enter',
      'Ctrl+B',
      'Escape',
      'type "hi"',
      expect.stringMatching(/^wheel \d,0 -1$/),
      'hover 4,1',
      'paste "some text"',
    ]);
  });

  it('moves the clock by hand', async () => {
    const app = await mount(
      `<text id="a">0</text><script>
        let n = 0; setInterval(() => { $tui.getElementById('a').textContent = String(++n) }, 100);
      </script>`,
      { width: 10, height: 1 },
    );
    await app.advance(99);
    expect(app.text()).toBe('0');
    await app.advance(1);
    expect(app.text()).toBe('1');
    await app.advance(1000);
    expect(app.text()).toBe('11');
  });

  it('writes frames as a terminal would get them, nothing when nothing changed', async () => {
    const app = await mount('<text>hello</text>', { width: 10, height: 1 });
    expect(app.output).toContain('hello');
    const { length } = app.output;
    await app.settle();
    expect(app.output.length).toBe(length);
  });

  it('follows a resize', async () => {
    const app = await mount('<text>one two</text>', { width: 20, height: 2 });
    await app.resize(4, 3);
    expect(app.text()).toBe('one\ntwo');
    expect(app.screen().width).toBe(4);
  });

  it('tells how the app ended', async () => {
    const app = await mount('<text>x</text><script>export const end = () => $tui.exit(4)</script>');
    (app.$tui.exports['end'] as () => void)();
    expect(app.exitCode).toBe(4);
    const other = await mount('<text>x</text>');
    await other.press('Ctrl+C');
    expect(other.exitCode).toBe(130);
  });

  it('refuses a document with an error, and one whose script throws', async () => {
    await expect(mount('<data-bars series="[" bars="[]"/>')).rejects.toThrow('bad-json');
    await expect(mount('<script>null.x</script>')).rejects.toThrow(DiagnosticError);
  });

  it('rejects where a handler throws, unless errors are kept', async () => {
    const markup = COUNTER.replace('$app.add(1)', '$app.fail()');
    const app = await mount(markup, { width: 10, height: 2 });
    await expect(app.click('#box')).rejects.toThrow('script-error: Error: asked for');
    const keeping = await mount(markup, { width: 10, height: 2, errors: 'keep' });
    await keeping.click('#box');
    expect(keeping.diagnostics.map(({ code }) => code)).toEqual(['script-error']);
  });

  it('names the owner of a cell with its place', async () => {
    const app = await mount('<container>\n  <text id="t">abc</text>\n</container>', {
      width: 5,
      height: 2,
    });
    expect(app.ownerAt(1, 0)).toBe('<text id="t"> <inline>:2:3');
  });
});
