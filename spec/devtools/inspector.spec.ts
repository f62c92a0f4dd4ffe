/** What developer tools learn of a running app, and what they change in it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { App } from '../../runtime/app/app.js';
import { createApp } from '../../runtime/app/app.js';
import { registry } from '../../elements/index.js';
import { pushScreen } from '../../runtime/element/calls/screens.js';
import { Inspector } from '../../runtime/devtools/inspector.js';
import { readReport } from '../../runtime/devtools/read-report.js';
import type { ElementDetails, Report } from '../../runtime/devtools/report.js';

const TEXT = `<tui>
  <style>
    .card { padding: 1 2; border: rounded; color: red }
    #main { color: blue;
      text { color: green } }
    container { color: yellow !important; }
    @media (max-width: 10) { .card { color: white } }
  </style>
  <container id="main" class="card" title="Card" style="margin: 1; gap: 1" onclick="$tui.exit()">
    <text>some words</text>
    <input id="name" value="Ada" aria-label="Name" />
  </container>
</tui>
`;

let inspector: Inspector | undefined;
afterEach(() => inspector?.stop());

function inspect(text = TEXT): { app: App; reports: Report[]; next: () => Promise<Report> } {
  const app = createApp(text, {
    registry,
    file: 'app.tui',
    width: 40,
    height: 12,
    theme: 'fullcolor-dark',
    env: {},
  });
  app.frame();
  const reports: Report[] = [];
  let wake: (() => void) | undefined;
  inspector = new Inspector(app, (report) => {
    // As it crosses to another process, where it has to be taken for a report.
    reports.push(readReport(JSON.parse(JSON.stringify(report))));
    wake?.();
    return Promise.resolve();
  });
  const next = async (): Promise<Report> => {
    const count = reports.length;
    while (reports.length === count) await new Promise<void>((resolve) => (wake = resolve));
    return reports.at(-1)!;
  };
  return { app, reports, next };
}

/** Opens all that leads to an element, and selects it. */
async function select(
  { next }: Pick<ReturnType<typeof inspect>, 'next'>,
  part: string,
): Promise<{ ref: string; details: ElementDetails; open: string[] }> {
  const open: string[] = [];
  inspector!.requestReports({ tree: { open, selected: null } });
  for (;;) {
    const { tree } = await next();
    const row = tree!.rows.find(({ label, isText }) => !isText && label.includes(part));
    if (row !== undefined) {
      inspector!.requestReports({ tree: { open, selected: row.ref } });
      const { details } = await next();
      return { ref: row.ref, details: details!, open };
    }
    const closed = tree!.rows.filter(({ hasChildren, isOpen }) => hasChildren && !isOpen);
    open.push(...closed.map(({ ref }) => ref));
    inspector!.requestReports({ tree: { open: [...open], selected: null } });
  }
}

describe('the tree', () => {
  it('lists what is open, with texts', async () => {
    const found = inspect();
    const { open, ref } = await select(found, '<text>');
    open.push(ref);
    inspector!.requestReports({ tree: { open, selected: null } });
    const { tree } = await found.next();
    expect(tree!.rows.map(({ depth, label }) => `${' '.repeat(depth)}${label}`)).toEqual([
      '<tui>',
      ' <style>',
      expect.stringMatching(/^ {2}\.card/),
      ' <container id="main" class="card" title="Card" style="margin: 1; gap: 1" onclick="$tui.exit()">',
      '  <text>',
      '   some words',
      '  <input id="name" value="Ada" aria-label="Name">',
    ]);
  });

  it('follows what scripts do, and reports nothing where nothing changed', async () => {
    const { app, reports, next } = inspect();
    inspector!.requestReports({ tree: { open: [], selected: null } });
    await next();
    inspector!.update();
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(reports).toHaveLength(1);
    app.document.documentElement.setAttribute('class', 'later');
    app.frame();
    inspector!.update();
    const { tree } = await next();
    expect(tree!.rows[0]!.label).toBe('<tui class="later">');
  });
});

describe('components', () => {
  const CARD = `<tui><template element="ui-card" properties='{"label": "string", "tone": {"type": "string", "enum": ["info", "bad"], "default": "info"}, "count": "integer", "rows": "array"}'>
<text>{label} {count}</text><slot/></template><ui-card id="card" label="A" count="3"><text>child</text></ui-card></tui>`;

  it('are marked, and have what their template shows', async () => {
    const found = inspect(CARD);
    const { open, ref } = await select(found, '<ui-card');
    open.push(ref);
    inspector!.requestReports({ tree: { open, selected: null } });
    const { tree } = await found.next();
    const labels = tree!.rows.map(({ label }) => label);
    expect(labels).toContain('[component] <ui-card id="card" label="A" count="3">');
    expect(labels.slice(-2)).toEqual(['<text>', '<text>']);
  });

  it('have properties with types, which can be edited', async () => {
    const found = inspect(CARD);
    const { ref, details } = await select(found, '<ui-card');
    const row = (name: string, type: string, value: string, isSet: boolean) => ({
      name,
      type,
      value,
      isSet,
      isEditable: true,
    });
    expect(details.properties).toEqual([
      row('label', 'string', 'A', true),
      row('tone', 'info | bad', 'info', false),
      row('count', 'integer', '3', true),
      row('rows', 'array', '', false),
    ]);
    inspector!.act({ type: 'attribute', ref, name: 'count', value: '4' });
    let report = await found.next();
    while (report.details == null) report = await found.next();
    expect(report.details.properties![2]).toMatchObject({ value: '4' });
    inspector!.requestReports({ tree: { open: [], selected: null } });
    expect((await select(found, '<text>')).details.properties).toBeUndefined();
  });

  it('mark what has changed, until other things do', async () => {
    const found = inspect('<tui><text id="a">one</text><text id="b">two</text></tui>');
    const { open } = await select(found, 'id="b"');
    const changed = async (): Promise<string[]> => {
      inspector!.requestReports({ tree: { open, selected: null } });
      const { tree } = await found.next();
      return tree!.rows.filter(({ isChanged }) => isChanged).map(({ label }) => label);
    };
    expect(await changed()).toEqual([]);
    found.app.document.getElementById('b')!.setAttribute('class', 'x');
    expect(await changed()).toEqual(['<text id="b" class="x">']);
    expect(await changed()).toEqual(['<text id="b" class="x">']);
    found.app.document.getElementById('a')!.setAttribute('class', 'y');
    expect(await changed()).toEqual(['<text id="a" class="y">']);
  });
});

describe('screens', () => {
  it('are marked: the one that shows, and those that it covers', async () => {
    const { app, next } = inspect(
      '<tui><screen id="a"/><screen id="b"/><screen id="c"/><text id="t"/></tui>',
    );
    const root = { tree: { open: [] as string[], selected: null } };
    inspector!.requestReports(root);
    root.tree.open.push((await next()).tree!.rows[0]!.ref);
    const labels = async (): Promise<string[]> => {
      inspector!.requestReports(root);
      return (await next()).tree!.rows.slice(1).map(({ label }) => label);
    };
    expect((await labels()).slice(0, 2)).toEqual(['[current] <screen id="a">', '<screen id="b">']);
    void pushScreen(app.document, 'b', {});
    expect(await labels()).toEqual([
      '[covered] <screen id="a">',
      '[current] <screen id="b">',
      '<screen id="c">',
      '<text id="t">',
    ]);
  });
});

describe('an element', () => {
  it('has its rules with their places, strongest first, and what the cascade left of them', async () => {
    const { details } = await select(inspect(), 'id="main"');
    expect(details.name).toBe('container#main.card');
    expect(details.at).toBe('app.tui:9:3');
    const rules = details.rules.filter(({ origin }) => origin !== 'element');
    expect(
      rules.map(({ selector, at, declarations }) => [
        `${selector} ${at}`,
        ...declarations.map(({ name, isOverridden }) => (isOverridden ? `(${name})` : name)),
      ]),
    ).toEqual([
      ['style app.tui:9:57', 'margin', 'gap'],
      ['#main app.tui:4:11', '(color)'],
      ['.card app.tui:3:11', 'padding', 'border', '(color)'],
      ['container app.tui:6:15', 'color'],
    ]);
    expect(details.computed.find(({ name }) => name === 'color')).toEqual({
      name: 'color',
      value: 'rgb(255, 255, 0)',
      isSet: true,
    });
  });

  it('writes nested selectors out', async () => {
    const { details } = await select(inspect(), '<text>');
    expect(details.rules[0]).toMatchObject({ selector: '#main text', at: 'app.tui:5:12' });
  });

  it('has its box, listeners, attributes and words', async () => {
    const found = inspect();
    const { details } = await select(found, 'id="main"');
    expect(details.box).toEqual({
      margin: { x: 0, y: 0, width: 40, height: expect.any(Number) as unknown as number },
      border: { x: 1, y: 1, width: 38, height: expect.any(Number) as unknown as number },
      padding: { x: 2, y: 2, width: 36, height: expect.any(Number) as unknown as number },
      content: { x: 4, y: 3, width: 32, height: expect.any(Number) as unknown as number },
    });
    expect(details.listeners).toEqual([
      {
        type: 'click',
        flags: 'attribute',
        source: expect.stringMatching(/^app\.tui:9:\d+ \$tui\.exit\(\)$/) as unknown as string,
      },
    ]);
    const input = await select(found, 'id="name"');
    expect(input.details.role).toBe('textbox');
    expect(input.details.words).toContain('Name');
  });

  it('is picked by a cell', () => {
    const { reports } = inspect();
    inspector!.act({ type: 'pick', x: 5, y: 3, isFinal: true });
    const { pick } = reports.at(-1)!;
    expect(pick).toMatchObject({ name: 'text', isFinal: true });
    expect(pick!.path).toHaveLength(2);
    inspector!.act({ type: 'pick', x: 5000, y: 3, isFinal: true });
    expect(reports.at(-1)!.pick).toBeNull();
  });
});

describe('edits', () => {
  it('change attributes and styles in place', async () => {
    const found = inspect();
    const { app } = found;
    const { ref } = await select(found, 'id="main"');
    inspector!.act({ type: 'attribute', ref, name: 'title', value: 'Other' });
    inspector!.act({ type: 'style', ref, name: 'padding', value: '0' });
    const main = app.document.getElementById('main')!;
    expect(main.getAttribute('title')).toBe('Other');
    app.frame();
    expect(app.cells.rowText(1)).toContain('Other');
    const { details } = await found.next();
    expect(details!.box!.content).toMatchObject({ x: 2, y: 2 });
    inspector!.act({ type: 'attribute', ref, name: 'title', value: null });
    expect(main.hasAttribute('title')).toBe(false);
  });

  it('that make no sense are refused in words, and change nothing', async () => {
    const found = inspect();
    const { ref } = await select(found, 'id="main"');
    const before = found.app.document.getElementById('main')!.getAttribute('style');
    const refusal = async (
      action: Parameters<Inspector['act']>[0],
    ): Promise<string | undefined> => {
      inspector!.act(action);
      return found.reports.at(-1)!.refusal;
    };
    expect(await refusal({ type: 'style', ref, name: 'paddin', value: '1' })).toBe(
      '"paddin: 1" is not a style declaration',
    );
    expect(await refusal({ type: 'attribute', ref, name: '<b>', value: '1' })).toBe(
      'expected the name of an attribute',
    );
    expect(await refusal({ type: 'attribute', ref: '99999', name: 'a', value: '1' })).toBe(
      'the element is gone',
    );
    expect(await refusal({ type: 'state', key: 'none', json: '1' })).toBe(
      'no state has the key "none"',
    );
    expect(found.app.document.getElementById('main')!.getAttribute('style')).toBe(before);
  });
});

describe('states', () => {
  const HOSTILE = `<tui>
    <text id="out" bind="count">0</text>
    <script>
      const fail = () => { throw new Error('no'); };
      const state = $tui.createState({
        count: 1,
        text: 'one\\u001b]0;two',
        getter: { get value() { return fail(); } },
        bare: Object.assign(Object.create(null), { big: 1n }),
        texts: new (class { toJSON() { return fail(); } toString() { return fail(); } })(),
        symbol: Symbol('s'),
        last: 5,
      });
      state.subscribe('last', () => fail());
    </script>
  </tui>`;

  it('are listed one by one, whatever their values do when they are read', async () => {
    const { app, next } = inspect(HOSTILE);
    await app.load();
    inspector!.requestReports({ states: true });
    const { states } = await next();
    const found = Object.fromEntries(states!.map((each) => [each.key, each]));
    expect(found['count']).toMatchObject({ value: '1', isEditable: true });
    expect(found['last']).toMatchObject({ value: '5', isEditable: true });
    for (const key of ['getter', 'bare', 'texts', 'symbol']) {
      expect(found[key]).toMatchObject({ isEditable: false });
    }
  });

  it('are edited, and what the app throws over it goes no further', async () => {
    const { app, reports } = inspect(HOSTILE);
    await app.load();
    inspector!.act({ type: 'state', key: 'count', json: '[2' });
    expect(reports.at(-1)).toEqual({ refusal: 'expected JSON, such as "text", 5 or [1, 2]' });
    inspector!.act({ type: 'state', key: 'count', json: '2' });
    expect(reports.at(-1)).toEqual({ isDone: true });
    expect(app.document.getElementById('out')!.textContent).toBe('2');
    inspector!.act({ type: 'state', key: 'last', json: '6' });
    expect(reports.at(-1)).toEqual({ isDone: true });
  });
});

describe('frames', () => {
  it('are recorded only while they are wanted', async () => {
    const { app, next, reports } = inspect();
    const change = (text: string): void => {
      app.document.getElementById('main')!.setAttribute('title', text);
      app.frame();
      inspector!.update();
    };
    inspector!.requestReports({ frames: true });
    change('one');
    const { frames } = await next();
    expect(frames).toHaveLength(1);
    expect(frames![0]).toMatchObject({
      style: expect.any(Number) as unknown as number,
      age: expect.any(Number) as unknown as number,
    });
    inspector!.requestReports({});
    change('two');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(reports).toHaveLength(1);
  });
});
