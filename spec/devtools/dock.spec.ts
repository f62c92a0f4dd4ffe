/** The tabs of the dock, on the gallery and the dashboard, at the right of a large terminal and at the bottom of a small one. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Dock, TABS } from '../../cli/devtools/dock.js';
import { usualDivision } from '../../cli/devtools/division.js';
import type { DockPorts } from '../../cli/devtools/ports.js';
import type { RequestRecord } from '../../cli/devtools/records.js';
import { Config } from '../../config/index.js';
import type { UserInput } from '../../runtime/base/input-events.js';
import { Inspector } from '../../runtime/devtools/inspector.js';
import { readReport } from '../../runtime/devtools/read-report.js';
import type { ToolAction } from '../../runtime/devtools/report.js';
import { pictured, settled, type Pictured } from './support/terminal.js';
import '../support/mount.js';

const NO_KEYS = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const key = (name: string): UserInput => ({ type: 'key', key: name, kind: 'press', ...NO_KEYS });

/** Local time, which is what the tabs show. */
const TIME = new Date(2026, 0, 5, 12, 30, 1).getTime();
const LOG = [
  { time: TIME, level: 'INFO', message: 'started', at: 'app.tui:12:3' },
  { time: TIME + 1000, level: 'DEBUG', message: 'reading 3 files' },
  {
    time: TIME + 2000,
    level: 'WARN',
    message: 'no network\nthe last values are shown',
    at: 'app.tui:30:5',
  },
  {
    time: TIME + 3000,
    level: 'ERROR',
    message: 'TypeError: rows is not iterable',
    at: 'data.ts:8:14',
  },
] as const;
const request = (id: number, rest: Partial<RequestRecord>): RequestRecord => ({
  id,
  time: TIME + id * 1000,
  kind: 'fetch',
  subject: 'GET https://example.com/data.json',
  state: 'done',
  result: '200',
  duration: 41.2,
  ...rest,
});
const REQUESTS = [
  request(1, {}),
  request(2, {
    subject: 'GET https://example.org/',
    state: 'denied',
    result: 'connecting to example.org is not permitted',
    duration: 0.4,
  }),
  request(3, { kind: 'run', subject: 'git log --oneline', result: '0', duration: 120 }),
  request(4, { state: 'waiting', result: '', duration: undefined }),
];
const PERMISSIONS = [
  { kind: 'read', value: '/apps/', state: 'granted', origin: 'default', used: [] },
  {
    kind: 'net',
    value: 'example.com',
    state: 'granted',
    origin: 'policy',
    used: ['fetch', 'websocket'],
  },
  {
    kind: 'net',
    value: 'example.org',
    state: 'denied',
    origin: 'flag',
    used: ['fetch', 'websocket'],
  },
  { kind: 'run', value: 'git log', state: 'granted', origin: 'policy', used: ['run'] },
] as const;

let close: (() => void) | undefined;
afterEach(() => close?.());

interface Open extends Pictured {
  readonly dock: Dock;
  readonly actions: ToolAction[];
  readonly copied: string[];
  press(...keys: readonly string[]): Promise<void>;
  settle(): Promise<void>;
  text(): string;
}

async function open(
  file: string,
  size: { width: number; height: number },
  theme = 'fullcolor-dark',
  ports: Partial<Pick<DockPorts, 'copy' | 'logSize'>> = {},
): Promise<Open> {
  const found = pictured(file, size, { theme });
  const { app, terminal, display } = found;
  for (let count = 0; count === 0 || (app.pending && count < 9); count++) app.frame();
  const side = display.divider!.open(usualDivision(size));
  app.frame();
  const config = new Config({
    env: {},
    cwd: '/',
    home: '/nonexistent',
    withoutFile: true,
    configSchema: {
      'chart.speed': {
        type: 'integer',
        min: 0,
        max: 100,
        step: 5,
        default: 20,
        description: 'How fast it goes',
      },
    },
  });
  const actions: ToolAction[] = [];
  const copied: string[] = [];
  const inspector = new Inspector(app, (report) => {
    dock.report(readReport(JSON.parse(JSON.stringify(report))));
    return Promise.resolve();
  });
  const dock = new Dock({
    side,
    app: {
      requestReports: (wish) => inspector.requestReports(wish),
      act: (action) => {
        actions.push(action);
        inspector.act(action);
      },
      leave: () => inspector.stop(),
    },
    settings: { config, onOverrides: () => undefined, onSaved: () => undefined },
    requests: () => REQUESTS,
    permissions: () => PERMISSIONS,
    now: () => 100_000,
    theme,
    env: {},
    file,
    logSize: () => 500,
    copy: (text) => {
      copied.push(text);
      return Promise.resolve();
    },
    usual: (place) => usualDivision(size, place),
    remember: () => undefined,
    onClose: () => undefined,
    ...ports,
  });
  side.hasKeyboard = true;
  const ended = dock.run();
  close = () => {
    dock.close();
    app.stop();
  };
  void ended;
  dock.logged(LOG);
  const whole = { x: 0, y: 0, ...size };
  const text = (): string => terminal.screen(whole, theme).chars.join('');
  const settle = (): Promise<void> => settled(found);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const each of keys) {
      terminal.input(key(each));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await settle();
  };
  await settle();
  return { ...found, dock, actions, copied, press, settle, text };
}

function rowText({ terminal }: Pictured, y: number): string {
  const { width } = terminal.picture!;
  return terminal.screen({ x: 0, y, width, height: 1 }, 'fullcolor-dark').rowText(0);
}

function click({ terminal }: Pictured, x: number, y: number): void {
  for (const action of ['press', 'release'] as const) {
    terminal.input({ type: 'mouse', action, button: 0, x, y, deltaX: 0, deltaY: 0, ...NO_KEYS });
  }
}

const FRAMES = Array.from({ length: 60 }, (_, index) => ({
  age: 4900 - index * 80,
  style: 0.1 + (index % 7) / 20,
  layout: 0.4 + (index % 5) / 5,
  paint: 0.8 + (index % 11) / 8,
  diff: 0.3,
  cells: 40 + (index % 9) * 30,
  bytes: 900 + (index % 13) * 400,
}));

describe.each([
  ['gallery', { width: 120, height: 40 }, 'fullcolor-dark'],
  ['gallery', { width: 80, height: 24 }, 'fullcolor-std'],
  ['dashboard', { width: 120, height: 40 }, 'fullcolor-std'],
  ['dashboard', { width: 80, height: 24 }, 'fullcolor-dark'],
] as const)('on the %s at %o in %s', (name, size, theme) => {
  it('shows each tab', async () => {
    const found = await open(`examples/${name}.tui`, size, theme);
    const whole = { x: 0, y: 0, ...size };
    for (const tab of TABS) {
      found.dock.select(tab);
      if (tab === 'performance') found.dock.report({ frames: FRAMES });
      await found.settle();
      // Not all of them, so that a new setting changes no picture.
      if (tab === 'config') {
        const { x, y } = found.display.divider!.screen.sideArea;
        click(found, x + 4, y + 3);
        await found.press(...(size.width > 100 ? 'log.' : 'chart'));
        click(found, x + 4, y + 5);
        await found.settle();
      }
      expect(found.terminal.screen(whole, theme)).toMatchScreen(
        `${name} ${size.width}x${size.height} ${tab}`,
      );
    }
  });
});

describe('the dock', () => {
  const SIZE = { width: 120, height: 40 };

  it('is closed by its button, and leaves the app the whole terminal', async () => {
    const found = await open('examples/form.tui', SIZE);
    expect(found.text()).toContain('Developer tools');
    click(found, 117, 0);
    await found.settle();
    expect(found.text()).not.toContain('Developer tools');
    expect(found.display.divider!.mainSize).toEqual(SIZE);
  });

  it('picks an element with the mouse, which the app does not notice', async () => {
    const found = await open('examples/form.tui', SIZE);
    const seen: string[] = [];
    for (const type of ['mousedown', 'click', 'mousemove']) {
      found.app.document.addEventListener(type, () => void seen.push(type));
    }
    found.dock.select('elements');
    await found.settle();
    // The button of the tab.
    click(found, 69, 3);
    await found.settle();
    const at = (action: 'move' | 'press' | 'release'): UserInput => ({
      type: 'mouse',
      action,
      button: action === 'move' ? -1 : 0,
      x: 6,
      y: 3,
      deltaX: 0,
      deltaY: 0,
      ...NO_KEYS,
    });
    for (const action of ['move', 'press', 'release'] as const) found.terminal.input(at(action));
    await found.settle();
    expect(found.actions).toContainEqual({ type: 'pick', x: 6, y: 3, isFinal: true });
    const owner = found.app.ownerAt(6, 3)!;
    expect(found.text()).toContain(`<${owner.localName}`);
    expect(seen).toEqual([]);
  });

  it('names what is pointed at while the tree changes, and says that a picked element is gone', async () => {
    const found = await open('examples/form.tui', SIZE);
    found.dock.select('elements');
    await found.settle();
    click(found, 69, 3);
    await found.settle();
    const { x, y } = { x: 6, y: 3 };
    found.terminal.input({
      type: 'mouse',
      action: 'move',
      button: -1,
      x,
      y,
      deltaX: 0,
      deltaY: 0,
      ...NO_KEYS,
    });
    await found.settle();
    const owner = found.app.ownerAt(x, y)!;
    const named = new RegExp(`picking +${owner.localName}\\b`);
    expect(rowText(found, 3)).toMatch(named);
    found.app.document.documentElement.setAttribute('title', 'other');
    found.dock.report({
      details: {
        ref: '1',
        name: 'other',
        at: '',
        attributes: [],
        states: [],
        computed: [],
        rules: [],
        box: undefined,
        listeners: [],
        role: '',
        words: '',
      },
    });
    await found.settle();
    expect(rowText(found, 3)).toMatch(named);
    click(found, x, y);
    await found.settle();
    owner.remove();
    found.app.frame();
    found.dock.select('log');
    found.dock.select('elements');
    await found.settle();
    expect(rowText(found, 3)).toContain('The element is gone');
  });

  it('chooses tabs by Ctrl+PageDown, wherever the focus was', async () => {
    const found = await open('examples/form.tui', SIZE);
    click(found, 90, 5);
    await found.settle();
    const { display, terminal } = found;
    const chosen = (): string => {
      const { x, y, width } = display.divider!.screen.sideArea;
      return terminal.screen({ x, y: y + 2, width, height: 1 }, 'fullcolor-dark').rowText(0);
    };
    const seen: string[] = [];
    for (let count = 0; count < 3; count++) {
      terminal.input({ ...key('PageDown'), ctrlKey: true } as UserInput);
      await found.settle();
      seen.push(chosen());
    }
    expect(new Set(seen).size).toBe(3);
    expect(found.text()).toContain('No frame in the last 5 seconds');
  });

  it('touches no element of the app', async () => {
    const found = await open('examples/form.tui', SIZE);
    const before = found.app.document.documentElement.outerHTML;
    const focus = found.app.document.activeElement;
    for (const tab of TABS) {
      found.dock.select(tab);
      await found.press('Tab', 'Tab', 'ArrowDown', 'Tab');
    }
    expect(found.app.document.documentElement.outerHTML).toBe(before);
    expect(found.app.document.activeElement).toBe(focus);
  });

  it('searches and filters the log, and copies what shows', async () => {
    const found = await open('examples/form.tui', SIZE);
    click(found, 80, 3);
    await found.press(...'iterable data.ts');
    expect(found.text()).toContain('rows is not iterable');
    expect(found.text()).not.toContain('no network');
    click(found, 108, 3);
    await found.settle();
    expect(found.copied).toEqual([
      expect.stringMatching(/^2026-.* ERROR TypeError: rows is not iterable \(data\.ts:8:14\)$/),
    ]);
  });

  it('keeps the selected entry while others are filtered, and copies that one', async () => {
    const found = await open('examples/form.tui', SIZE);
    click(found, 100, 6);
    await found.settle();
    expect(found.text()).toContain('the last values are shown');
    click(found, 80, 3);
    await found.press(...'reading');
    expect(found.text()).not.toContain('no network');
    expect(found.text()).not.toContain('the last values are shown');
    await found.press(...Array.from('reading', () => 'Backspace'), ...'no');
    expect(found.text()).toContain('the last values are shown');
    click(found, 108, 3);
    await found.settle();
    expect(found.copied).toEqual([expect.stringContaining(' WARN no network\n')]);
  });

  it('shows the refusal of an edit in the tab of the edit alone', async () => {
    const found = await open('examples/form.tui', SIZE);
    found.dock.select('state');
    found.dock.report({ refusal: 'expected JSON' });
    found.dock.select('elements');
    await found.settle();
    expect(found.text()).not.toContain('expected JSON');
    found.dock.report({ refusal: 'expected a width' });
    await found.settle();
    expect(found.text()).toContain('expected a width');
  });

  it('keeps the text of a refused edit, with the reason below it', async () => {
    const found = await open('examples/form.tui', SIZE);
    const states = [{ key: 'rows', type: 'number', value: '12', isEditable: true }] as const;
    found.dock.select('state');
    await found.settle();
    found.dock.report({ states });
    await found.settle();
    click(found, 80, 4);
    await found.press('Enter', 'x', 'Enter');
    expect(found.actions).toEqual([{ type: 'state', key: 'rows', json: '12x' }]);
    // The app has no state of that name.
    expect(found.text()).toContain('rows: ');
    expect(found.text()).toContain('12x');
    expect(found.text()).toContain('expected JSON, such as "text", 5 or [1, 2]');
    await found.press('Backspace');
    expect(found.text()).not.toContain('expected JSON');
    found.dock.report({ isDone: true });
    await found.settle();
    expect(found.text()).not.toContain('rows: ');
  });

  it('keeps the text of a refused style until it is taken', async () => {
    const found = await open('examples/form.tui', SIZE);
    found.dock.select('elements');
    await found.settle();
    // The second row of the details that adds: to the style.
    const { x, y, height } = found.display.divider!.screen.sideArea;
    const details = y + 4 + Math.ceil((height - 4) / 2);
    let row = details;
    while (!rowText(found, row).includes('Enter adds to style')) row++;
    click(found, x + 6, row);
    await found.press('Enter', ...'widht: 3', 'Enter');
    expect(found.text()).toContain('widht: 3');
    expect(found.text()).toContain('is not a style declaration');
    await found.press(...Array.from('widht: 3', () => 'Backspace'), ...'width: 30', 'Enter');
    expect(found.text()).not.toContain('is not a style declaration');
    expect(found.app.document.documentElement.getAttribute('style')).toBe('width: 30;');
  });

  it('shows the whole value of the selected row', async () => {
    const found = await open('examples/form.tui', { width: 80, height: 24 });
    found.dock.select('elements');
    await found.settle();
    const words = Array.from({ length: 12 }, (_, index) => `word${index}`).join(' ');
    found.app.document.documentElement.setAttribute('title', words);
    found.app.frame();
    found.dock.select('log');
    found.dock.select('elements');
    await found.settle();
    expect(found.text()).not.toContain('word11');
    let row = 0;
    while (!/ title +word0/.test(rowText(found, row))) row++;
    click(found, 45, row);
    await found.settle();
    expect(found.text()).toContain('word11');
  });

  it.each([
    ['log', ['trace', 'se', 'follow', 'copy', 'clear', 'TypeError']],
    ['elements', ['pick', '<tui>', 'Rules']],
    ['config', ['search', 'reset', 'save', 'chart.speed']],
    ['performance', ['style:', 'layout:', 'paint:', 'diff:']],
    ['state', ['Key', 'Value']],
    ['requests', ['State', 'What', 'git log']],
    ['permissions', ['State', 'What', 'git log']],
  ] as const)('has the controls of %s on 40x12', async (tab, texts) => {
    const found = await open('examples/form.tui', { width: 40, height: 12 });
    found.dock.select(tab);
    if (tab === 'performance') found.dock.report({ frames: FRAMES });
    await found.settle();
    // What is further down is scrolled to.
    if (tab === 'requests' || tab === 'permissions') await found.press('Tab', 'End');
    for (const text of texts) expect(found.text()).toContain(text);
    expect(
      found.terminal.screen({ x: 0, y: 0, width: 40, height: 12 }, 'fullcolor-dark'),
    ).toMatchScreen(`form 40x12 ${tab}`);
  });

  it('says that no entry of the log matches', async () => {
    const found = await open('examples/form.tui', SIZE);
    click(found, 80, 3);
    await found.press(...'zzz');
    expect(found.text()).toContain('No entry matches');
    click(found, 114, 3);
    await found.settle();
    expect(found.text()).toContain('Nothing is logged');
  });

  it('shows why a copy was refused', async () => {
    const copy = (): Promise<void> => Promise.reject(new Error('cannot copy: no clipboard tool'));
    const found = await open('examples/form.tui', SIZE, 'fullcolor-dark', { copy });
    click(found, 108, 3);
    await found.settle();
    expect(found.text()).toContain('cannot copy: no clipboard tool');
    expect(found.text()).not.toContain('Copied');
  });

  it('shows as many entries as it keeps, however they come', async () => {
    const found = await open('examples/form.tui', SIZE, 'fullcolor-dark', { logSize: () => 5 });
    const entry = (message: string) => ({ time: TIME, level: 'INFO', message }) as const;
    found.dock.logged([entry('the fifth')]);
    found.dock.logged([entry('the sixth'), entry('the seventh')]);
    await found.settle();
    expect(found.text()).toContain('the seventh');
    expect(found.text()).not.toContain('started');
    expect(found.text()).not.toContain('reading 3 files');
  });
});
