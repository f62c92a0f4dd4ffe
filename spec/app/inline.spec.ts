/** Inline apps: as many rows as they show, and what makes these more or fewer. */
import { describe, expect, it } from '@jest/globals';
import { Config } from '../../config/index.js';
import { indexed, rgb } from '../../runtime/base/color.js';
import { mount } from '../support/mount.js';
import { Xterm } from '../support/xterm.js';

const rows = (app: { screen(): { height: number } }): number => app.screen().height;

describe('an inline app', () => {
  it('has as many rows as it shows', async () => {
    const app = await mount(
      `<tui inline="true"><text>one</text><text id="more"></text><text>end</text></tui>`,
      { width: 20, height: 10 },
    );
    expect([rows(app), app.width, app.height]).toEqual([2, 20, 10]);
    app.$tui.getElementById('more')!.textContent = 'a b c d e f g h i j k l m n o p';
    await app.settle();
    expect(app.text()).toBe('one\na b c d e f g h i j\nk l m n o p\nend');
    expect(rows(app)).toBe(4);
    app.$tui.getElementById('more')!.textContent = '';
    await app.settle();
    expect(rows(app)).toBe(2);
  });

  it('has a row where it shows nothing', async () => {
    const app = await mount(`<tui inline="true"></tui>`, { width: 20, height: 10 });
    expect(rows(app)).toBe(1);
  });

  it.each([
    ['children that grow', 'flex: 1', 2],
    ['heights in percent', 'height: 100%', 2],
    ['a height in cells', 'height: 5', 5],
    ['a least height', 'min-height: 4', 4],
  ])('is as high as its content with %s', async (_, style, expected) => {
    const app = await mount(
      `<tui inline="true"><container style="${style}"><text>a</text><text>b</text></container></tui>`,
      { width: 20, height: 10 },
    );
    expect(rows(app)).toBe(expected);
  });

  it('scrolls inside once it is as high as the terminal, to what has the focus', async () => {
    const app = await mount(
      `<tui inline="true">${Array.from({ length: 9 }, (_, at) => `<button>b${at}</button>`).join('')}</tui>`,
      { width: 12, height: 4 },
    );
    expect(rows(app)).toBe(4);
    expect(app.text()).toContain('b0');
    for (let at = 0; at < 9; at++) await app.press('Tab');
    expect(app.text()).toContain('b8');
    expect(app.text()).not.toContain('b0');
    await app.resize(12, 20);
    expect(rows(app)).toBe(9);
    expect(app.text()).toContain('b0');
  });

  it('has the column of the scrollbar again when it fits', async () => {
    const app = await mount(
      `<tui inline="true"><text id="t" style="white-space: pre-wrap">a</text><container style="border: thin"><text>x</text></container></tui>`,
      { width: 12, height: 6 },
    );
    const [before, height] = [app.text(), rows(app)];
    for (const text of ['a\n'.repeat(20), 'a']) {
      app.$tui.getElementById('t')!.textContent = text;
      await app.settle();
      expect(rows(app)).toBe(text === 'a' ? height : 6);
    }
    expect(app.text()).toBe(before);
  });

  it('is enlarged by popups, dialogs and notifications while they are open', async () => {
    const app = await mount(
      `<tui inline="true"><select id="s"><option>one</option><option>two</option></select>
      <dialog id="d"><text>a</text><text>b</text><text>c</text></dialog></tui>`,
      { width: 30, height: 20 },
    );
    expect(rows(app)).toBe(1);
    await app.click('#s');
    expect(rows(app)).toBe(5);
    expect(app.text()).toContain('two');
    await app.press('Escape');
    expect(rows(app)).toBe(1);
    app.$tui.getElementById('d')!.setAttribute('open', 'true');
    await app.settle();
    expect(rows(app)).toBe(5);
    expect(app.text()).toContain('c');
    app.$tui.getElementById('d')!.removeAttribute('open');
    app.$tui.notify('Saved');
    await app.settle();
    expect(rows(app)).toBe(3);
    expect(app.text()).toContain('Saved');
    await app.advance(5000);
    expect(rows(app)).toBe(1);
  });

  it('has the colours of the terminal, and matches its media query', async () => {
    const markup = `<tui inline="true"><style>
      @media (display-mode: inline) { #a { display: none } }
      @media (display-mode: fullscreen) { #b { display: none } }
    </style><text id="a">full</text><text id="b">inline</text></tui>`;
    const app = await mount(markup, { width: 20, height: 5 });
    expect(app.text()).toBe('inline');
    expect(app.output).not.toMatch(/48;2/);
    const view = app.document.defaultView as unknown as Window;
    expect(view.matchMedia('(display-mode: inline)').matches).toBe(true);
    const full = await mount(markup, { width: 20, height: 5, inline: false });
    expect([full.text(), rows(full)]).toEqual(['full', 5]);
  });

  it.each([
    ['the attribute', true, {}, undefined, 1],
    ['no setting', false, {}, undefined, 5],
    ["the user's setting", false, { TUI_INLINE: '1' }, undefined, 1],
    ["the user's setting over the attribute", true, { TUI_INLINE: '0' }, undefined, 5],
    ['the caller over both', true, { TUI_INLINE: '1' }, false, 5],
  ])('is inline by %s', async (_, attribute, env, inline, expected) => {
    const config = new Config({ env, cwd: '/', home: '/home/ada', withoutFile: true });
    const markup = `<tui${attribute ? ' inline="true"' : ''}><text>a</text></tui>`;
    const app = await mount(markup, { width: 20, height: 5, config, inline });
    expect(rows(app)).toBe(expected);
  });

  it('turns to the whole screen and back while it runs', async () => {
    const config = new Config({ env: {}, cwd: '/', home: '/home/ada', withoutFile: true });
    const app = await mount(`<tui inline="true"><text>a</text></tui>`, {
      width: 20,
      height: 5,
      config,
    });
    config.set('terminal.inline', false);
    await app.settle();
    expect(rows(app)).toBe(5);
    config.set('terminal.inline', true);
    await app.settle();
    expect([rows(app), app.text()]).toEqual([1, 'a']);
  });
});

describe('$tui.print', () => {
  const markup = `<tui inline="true"><style>#x { color: #ff0000 }</style>
    <text>composer</text><text id="x">an <b>element</b></text></tui>`;

  it('prints texts and elements in order, above what the app shows', async () => {
    const app = await mount(markup, { width: 30, height: 6 });
    const terminal = new Xterm(30, 6);
    app.$tui.print('first\n\x1b[32mgreen\x1b[m \x1b[2Jplain\ttab');
    app.$tui.print(app.$tui.getElementById('x')!);
    await app.settle();
    app.$tui.print('last\n');
    await app.settle();
    await terminal.write(app.output);
    expect(terminal.rows()).toEqual([
      'first',
      'green ␛[2Jplain tab',
      'an element',
      'last',
      'composer',
      'an element',
    ]);
    const cells = terminal.cells();
    expect(cells[1]![0]!.fg).toBe(indexed(2));
    expect(cells[2]![0]!.fg).toBe(rgb(255, 0, 0));
    expect(app.printed).toEqual(['first\ngreen ␛[2Jplain tab', 'an element', 'last']);
  });

  it('prints a whole element that does not fit on the screen, and one that is not in the document', async () => {
    const app = await mount(
      `<tui inline="true"><markdown id="m">${'- item\n'.repeat(40)}</markdown></tui>`,
      {
        width: 20,
        height: 6,
      },
    );
    app.$tui.print(app.$tui.getElementById('m')!);
    expect(app.printed[0]!.match(/item/g)).toHaveLength(40);
    const chart = app.document.createElement('data-bars');
    chart.setAttribute('bars', '[[1],[2]]');
    chart.setAttribute('series', '[{"name":"a"}]');
    chart.setAttribute('labels', '["x","y"]');
    app.$tui.print(chart);
    expect(app.printed[1]!.split('\n').map((line) => line[0])).toEqual([
      'x',
      undefined,
      'y',
      ' ',
      ' ',
    ]);
    expect(chart.parentNode).toBeNull();
    await app.settle();
  });

  it('prints all of what scrolls in the document, in either direction', async () => {
    const app = await mount(
      `<tui inline="true"><style>
        #down { height: 2; overflow-y: scroll }
        #beside { flex-direction: row }
        #beside > * { flex-grow: 1; flex-basis: 0; max-height: 1; overflow-y: scroll }
        .wide { white-space: pre }
        #cut { white-space: pre; text-overflow: ellipsis }
        </style>
        <container id="down"><text>one</text><text>two</text><text>three</text>
        <container id="beside"><container><text>a</text><text>b</text></container><container><text>c</text></container></container>
        </container>
        <markdown id="m">\`\`\`\n0123456789 0123456789 0123456789\n\`\`\`</markdown>
        <container style="overflow-x: scroll"><text id="text" class="wide">0123456789 0123456789 0123456789</text></container>
        <text id="cut">0123456789 0123456789</text></tui>`.replaceAll('\\n', '\n'),
      { width: 20, height: 12 },
    );
    for (const id of ['down', 'm', 'text', 'cut']) app.$tui.print(app.$tui.getElementById(id)!);
    // Code has a background, and blanks to the end of each row.
    expect(app.printed.map((text) => text.replace(/ +$/gm, ''))).toEqual([
      'one\ntwo\nthree\na         c\nb',
      ' 0123456789\n 0123456789\n 0123456789',
      '0123456789\n0123456789\n0123456789',
      '0123456789 01234567…',
    ]);
    // What shows is as it was.
    expect(app.text()).toMatch(/^one +█\ntwo/);
    expect(app.text()).not.toContain('three');
  });

  it('waits while the app has the whole screen', async () => {
    const config = new Config({ env: {}, cwd: '/', home: '/home/ada', withoutFile: true });
    const app = await mount(markup, { width: 30, height: 6, config });
    config.set('terminal.inline', false);
    await app.settle();
    app.$tui.print('waited');
    await app.settle();
    expect(app.output).not.toContain('waited');
    config.set('terminal.inline', true);
    await app.settle();
    expect(app.output.split('waited')).toHaveLength(2);
  });

  it.each([[undefined], [null], [7], [{}]])('refuses %p', async (content) => {
    const app = await mount(markup, { width: 30, height: 6 });
    expect(() => app.$tui.print(content as never)).toThrow(TypeError);
  });
});

describe('the Fullscreen API', () => {
  it('turns to the whole screen and back', async () => {
    const app = await mount(
      `<tui inline="true"><text id="t">small</text><script>
      const log = [];
      document.addEventListener('fullscreenchange', ({ target }) => log.push(target.localName + ' ' + (document.fullscreenElement !== null)));
      export { log };
      </script></tui>`,
      { width: 20, height: 5 },
    );
    const { document } = app;
    expect([document.fullscreenEnabled, document.fullscreenElement]).toEqual([true, null]);
    await document.documentElement.requestFullscreen();
    await document.documentElement.requestFullscreen();
    await app.settle();
    expect(rows(app)).toBe(5);
    expect(document.fullscreenElement).toBe(document.documentElement);
    await document.exitFullscreen();
    await app.settle();
    expect([rows(app), app.text()]).toEqual([1, 'small']);
    expect(app.$tui.exports['log']).toEqual(['tui true', 'tui false']);
  });

  it('is of the root alone', async () => {
    const app = await mount(`<tui inline="true"><text id="t">small</text></tui>`);
    await expect(app.$tui.getElementById('t')!.requestFullscreen()).rejects.toThrow(TypeError);
  });
});
