import { afterAll, describe, expect, it } from '@jest/globals';
import { DiagnosticError, formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { ManualClock } from '../../runtime/script/clock.js';
import { stopCompiler } from '../../runtime/script/esbuild.js';
import { Scripts } from '../../runtime/script/scripts.js';
import { loadDocument } from '../../runtime/element/loading/load.js';
import { TuiElement, TuiEvent, type TuiDocument } from '../../runtime/element/tui-element.js';
import { createRegistry } from '../../runtime/element/registry.js';

class Container extends TuiElement {
  static override readonly tag = 'container';
  static override readonly attributes = {
    onGetId: { type: 'string', hook: 'getId', description: 'Gives a name.' },
  } as const;
  declare getId: ((item: object) => unknown) | undefined;
}
const registry = createRegistry([Container]);
afterAll(stopCompiler);

interface Running {
  readonly document: TuiDocument;
  readonly scripts: Scripts;
  readonly clock: ManualClock;
  readonly app: Record<string, unknown>;
  frames: number;
  exits: number[];
  titles: string[];
  fire(selector: string, type?: string, fields?: object): TuiEvent;
  reports(): string[];
}

const running: Scripts[] = [];
afterAll(() => running.forEach((scripts) => scripts.stop()));

function create(text: string, file = '<inline>'): Running {
  const { document } = loadDocument({ file, text }, registry);
  const clock = new ManualClock();
  const state: Running = {
    document,
    clock,
    frames: 0,
    exits: [],
    titles: [],
    scripts: new Scripts({
      document,
      clock,
      argv: ['a', 'b'],
      requestFrame: () => void state.frames++,
      print: () => undefined,
      exit: (code) => void state.exits.push(code),
      setTitle: (title) => void state.titles.push(title),
    }),
    get app() {
      return state.scripts.$app as Record<string, unknown>;
    },
    fire: (selector, type = 'click', fields = {}) => {
      const event = Object.assign(new TuiEvent(type, { bubbles: true, cancelable: true }), fields);
      document.querySelector(selector)?.dispatchEvent(event);
      return event;
    },
    reports: () => document.diagnostics.map(formatDiagnostic),
  };
  running.push(state.scripts);
  return state;
}

async function start(text: string, file?: string): Promise<Running> {
  const app = create(text, file);
  await app.scripts.load();
  await app.scripts.ready();
  return app;
}

async function failure(text: string): Promise<string> {
  const error: unknown = await start(text).catch((reason: unknown) => reason);
  if (!(error instanceof DiagnosticError)) throw new Error(`no diagnostics: ${String(error)}`);
  return error.message;
}

function ask(app: Running, id: string): unknown {
  return (app.document.getElementById(id) as Container).getId?.({ label: 'x' });
}

const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('$tui', () => {
  it('gives a script its document, its place and its arguments', async () => {
    const { app, titles, exits, scripts } = await start(
      `<container id="one"/><script>
        export const facts = [
          $tui.getElementById('one') === $tui.querySelector('#one'),
          $tui.querySelectorAll('container').length, $tui.document === document,
          $tui.url, $tui.dirname, $tui.argv.join(), $tui.exports === $app,
          $tui.createElement('container').localName, typeof $tui.config,
        ];
        $tui.setTitle('hello');
        export const quit = (code) => $tui.exit(code);
      </script>`,
      '/apps/my app.tui',
    );
    expect(app['facts']).toEqual([
      true,
      1,
      true,
      'file:///apps/my%20app.tui',
      '/apps',
      'a,b',
      true,
      'container',
      'undefined',
    ]);
    expect(titles).toEqual(['hello']);
    const quit = app['quit'] as (code?: number) => void;
    quit();
    quit(3);
    expect(exits).toEqual([0, 3]);
    expect(() => quit(256)).toThrow('$tui.exit: expected a whole number from 0 to 255, found 256');
    expect(() => Reflect.set(scripts.$tui, 'argv', [])).not.toThrow();
    expect(scripts.$tui.argv).toEqual(['a', 'b']);
  });

  it('keeps apps apart', async () => {
    const one = await start('<script>export const me = $tui; export let n = 1</script>');
    const two = await start('<script>export const me = $tui; export let n = 2</script>');
    expect(one.app['me']).toBe(one.scripts.$tui);
    expect(two.app['me']).toBe(two.scripts.$tui);
    expect([one.app['n'], two.app['n']]).toEqual([1, 2]);
    expect(Object.keys(globalThis)).not.toContain('$tui');
  });

  it('runs ready blocks and callbacks after the first frame, in order', async () => {
    const app = create(
      `<script>export const seen = ['load']; $tui.onReady(() => seen.push('callback'));</script>
       <script async="ready">$app.seen.push('ready block'); export const late = 1;</script>`,
    );
    await app.scripts.load();
    expect(app.app['seen']).toEqual(['load']);
    expect(app.app['late']).toBeUndefined();
    await app.scripts.ready();
    expect(app.app['seen']).toEqual(['load', 'ready block', 'callback']);
    expect(app.app['late']).toBe(1);
    app.scripts.$tui.onReady(() => (app.app['seen'] as string[]).push('at once'));
    await later();
    expect((app.app['seen'] as string[]).at(-1)).toBe('at once');
  });

  it('knows where each entry was logged, and writes stacks as an author reads them', async () => {
    const { scripts, app } = await start(
      `<script>
        const inner = () => console.warn('inner');
        inner();
        export const log = (value) => $tui.logger.info(value);
        export function thrower() { return new Error('made'); }
        log(thrower());
        console.trace('traced');
        Error.prepareStackTrace = () => 'mine';
        log('own stacks');
        delete Error.prepareStackTrace;
        Error.stackTraceLimit = 0;
        log('no stacks');
        Error.stackTraceLimit = 10;
      </script>`,
      '/apps/my app.tui',
    );
    (app['log'] as (value: unknown) => void)('called from elsewhere');
    scripts.logger.info('from no script');
    expect(scripts.logger.entries.map(({ at, message }) => [at, message])).toEqual([
      ['/apps/my app.tui:2:37', 'inner'],
      [
        '/apps/my app.tui:4:51',
        'Error: made\n    at thrower (/apps/my app.tui:5:44)\n    at /apps/my app.tui:6:13',
      ],
      [undefined, 'own stacks'],
      ['/apps/my app.tui:4:51', 'no stacks'],
      ['/apps/my app.tui:4:51', 'called from elsewhere'],
      [undefined, 'from no script'],
    ]);
  });

  it('writes the console to the log', async () => {
    const { scripts } = await start(
      `<script>console.log('a %d', 1, { b: 2 }); console.error('bad'); console.debug('quiet');
       console.assert(false, 'x'); console.count(); $tui.logger.warn('own');</script>`,
    );
    expect(scripts.logger.entries.map(({ level, message }) => `${level} ${message}`)).toEqual([
      'INFO a 1 { b: 2 }',
      'ERROR bad',
      'ERROR assertion failed: x',
      'INFO default: 1',
      'WARN own',
    ]);
  });
});

describe('timers', () => {
  it("run on the app's clock, ask for frames, and end with the app", async () => {
    const app = await start(
      `<script>
        export const seen: unknown[] = [];
        setTimeout((value) => seen.push(value), 20, 'timeout');
        const every = setInterval(() => { seen.push(Date.now() - begun); if (seen.length > 3) clearInterval(every) }, 10);
        const begun = Date.now();
        const never = setTimeout(() => seen.push('never'), 5); clearTimeout(never);
        setTimeout(() => seen.push(new Date().toISOString()), 35);
      </script>`,
    );
    const before = app.frames;
    await app.clock.advance(9);
    expect(app.app['seen']).toEqual([]);
    expect(app.frames).toBe(before);
    await app.clock.advance(31);
    expect(app.app['seen']).toEqual([10, 'timeout', 20, 30, '2000-01-01T00:00:00.035Z']);
    expect(app.frames).toBe(before + 5);
    expect(app.clock.pending).toBe(0);
  });

  it('stop with the app', async () => {
    const app = await start('<script>export let n = 0; setInterval(() => n++, 10)</script>');
    await app.clock.advance(30);
    app.scripts.stop();
    await app.clock.advance(100);
    expect(app.app['n']).toBe(3);
    expect(app.clock.pending).toBe(0);
  });

  it('report what they throw, with its line, and go on', async () => {
    const app = await start(
      '<script>\nlet n = 0;\nsetInterval(() => {\n  if (n++ === 0) missing();\n}, 10);\n</script>',
    );
    await app.clock.advance(30);
    expect(app.reports()).toEqual([
      [
        '<inline>:4:18 error script-error: ReferenceError: missing is not defined',
        ' 4 |   if (n++ === 0) missing();',
        '   |                  ^^^^^^^',
      ].join('\n'),
    ]);
  });

  it('report rejections of what they return', async () => {
    const app = await start(
      '<script>setTimeout(async () => {\n  await 1;\n  throw new Error("late");\n}, 10);</script>',
    );
    await app.clock.advance(10);
    expect(app.reports().join()).toContain('<inline>:3:9 error script-error: Error: late');
  });

  it('that set themselves again without delay are found out', async () => {
    const app = await start('<script>(function again() { setImmediate(again) })()</script>');
    const frozen = app.clock.advance(1).catch((error: unknown) => String(error));
    await expect(frozen).resolves.toContain('a timer restarts itself at once');
    app.scripts.stop();
  });
});

describe('errors while loading', () => {
  it('stop the app and name the line', async () => {
    expect(await failure('<container/>\n<script>\n  null.x;\n</script>')).toBe(
      [
        "<inline>:3:8 error script-error: TypeError: Cannot read properties of null (reading 'x')",
        ' 3 |   null.x;',
        '   |        ^',
      ].join('\n'),
    );
  });

  it('name the tag where nothing better is known', async () => {
    expect(await failure("<script>\nthrow 'x'\n</script>")).toBe(
      ['<inline>:1:1 error script-error: thrown: x', ' 1 | <script>', '   | ^^^^^^^^'].join('\n'),
    );
  });

  it('in a later block keep what earlier ones did', async () => {
    const app = create('<script>export let a = 1</script><script>throw new Error("b")</script>');
    await expect(app.scripts.load()).rejects.toThrow('script-error: Error: b');
    expect(app.app['a']).toBe(1);
  });

  it('name a rejected top-level await', async () => {
    expect(
      await failure('<script>\nawait Promise.reject(new RangeError("far"));\n</script>'),
    ).toContain('<inline>:2:22 error script-error: RangeError: far');
  });

  it('are found in the code of handlers too', async () => {
    expect(await failure('<container\n  onClick="$app.a(; &amp; 1)"/>')).toBe(
      [
        '<inline>:2:19 error script-syntax: Unexpected ";"',
        ' 2 |   onClick="$app.a(; &amp; 1)"/>',
        '   |                   ^',
      ].join('\n'),
    );
  });
});

describe('check', () => {
  it('finds the faults of blocks, handlers and names without running anything', async () => {
    const app = create(
      '<container onClick="pikc" on-select="a b"/>\n<script>export const pick = 1; throw new Error("ran")</script>',
    );
    expect((await app.scripts.check()).map(formatDiagnostic)).toEqual([
      expect.stringMatching(/^<inline>:1:40 error script-syntax: /),
      expect.stringMatching(/^<inline>:1:21 warning unknown-handler: [^]*did you mean "pick"\?$/),
    ]);
  });

  it('finds bindings that cannot work', async () => {
    const app = create('<container bind="a"/><container bind:tilte="b" bind:on-get-id="c"/>');
    expect((await app.scripts.check()).map(formatDiagnostic)).toEqual([
      expect.stringMatching(/^<inline>:1:12 warning not-bindable: /),
      expect.stringMatching(/^<inline>:1:33 warning unknown-attribute: .*"tilte"/),
      expect.stringMatching(/^<inline>:1:48 warning unknown-attribute: .*"onGetId"/),
    ]);
    expect(app.reports()).toEqual([]);
  });

  it('does not guess what an imported file exports', async () => {
    const app = create("<container onClick='pick'/><script>export * from 'node:path'</script>");
    expect(await app.scripts.check()).toEqual([]);
  });
});

describe('blocks', () => {
  it('leave data alone', async () => {
    const app = await start('<script type="application/json">{"a": 1}</script>');
    expect(Object.keys(app.app)).toEqual([]);
  });

  it('refuse languages that there are not', async () => {
    expect(await failure('<script lang="coffee">x = -> 1</script>')).toContain(
      '<inline>:1:23 error script-syntax: there is no script language "coffee"',
    );
  });

  it('take JSX', async () => {
    const { app } = await start(
      `<script lang="tsx">/** @jsx h */ const h = (...all: unknown[]) => all; export const made = <text id="a">b</text></script>`,
    );
    expect(app['made']).toEqual(['text', { id: 'a' }, 'b']);
  });
});

describe('handlers', () => {
  it('call code with the event, the element, $tui and $app', async () => {
    const app = await start(
      `<container id="a" onClick="$app.note(event.type, this.id, typeof $tui.render)"/>
       <script>export const notes: unknown[] = []; export const note = (...all: unknown[]) => notes.push(all)</script>`,
    );
    const before = app.frames;
    app.fire('#a');
    expect(app.app['notes']).toEqual([['click', 'a', 'function']]);
    expect(app.frames).toBe(before + 1);
  });

  it('call a bare exported name, by its value of the moment', async () => {
    const app = await start(
      `<container id="a" onClick="pick"/><script>
       export const seen: unknown[] = [];
       export let pick = function (event) { seen.push([this.id, event.type]); pick = () => seen.push('second') }
       </script>`,
    );
    app.fire('#a');
    app.fire('#a');
    expect(app.app['seen']).toEqual([['a', 'click'], 'second']);
  });

  it('ask for a frame again when their promise ends', async () => {
    const app = await start(
      `<container id="a" onClick="await $app.wait; $app.done()"/>
       <script>export let go; export const wait = new Promise((resolve) => go = resolve); export let n = 0; export const done = () => n++</script>`,
    );
    const before = app.frames;
    app.fire('#a');
    expect(app.frames).toBe(before + 1);
    (app.app['go'] as () => void)();
    await later();
    expect(app.app['n']).toBe(1);
    expect(app.frames).toBe(before + 2);
  });

  it('keep in step with attributes and with the tree', async () => {
    const app = await start(
      `<container id="a"/><script>export const seen: string[] = []; export const note = (t) => seen.push(t)</script>`,
    );
    const element = app.document.getElementById('a');
    element?.setAttribute('onClick', "$app.note('one')");
    app.fire('#a');
    element?.setAttribute('on-click', "$app.note('two')");
    app.fire('#a');
    element?.removeAttribute('onclick');
    element?.removeAttribute('on-click');
    app.fire('#a');
    const child = app.document.createElement('container');
    child.innerHTML = `<container id="deep" onClick="$app.note('deep')"/>`;
    element?.append(child);
    app.fire('#deep');
    expect(app.app['seen']).toEqual(['one', 'two', 'deep']);
  });

  it('answer what an element asks: a name, an expression, a function, statements', async () => {
    const app = await start(
      `<container id="a" onGetId="return event.label + '!'"/><container id="b" on-get-id="name"/>
       <container id="c" onGetId="item.label + this.id"/><container id="d" onGetId="$app.name"/>
       <container id="e" onGetId="({ label }) => label + label"/>
       <script>export const name = ({ label }) => label</script>`,
    );
    const before = app.frames;
    expect(['a', 'b', 'c', 'd', 'e'].map((id) => ask(app, id))).toEqual([
      'x!',
      'x',
      'xc',
      'x',
      'xx',
    ]);
    expect(app.frames).toBe(before);
  });

  it('of questions follow their attribute', async () => {
    const app = await start('<container id="a" onGetId="1"/>');
    const element = app.document.getElementById('a') as Container;
    expect(ask(app, 'a')).toBe(1);
    element.setAttribute('on-get-id', '2');
    expect(ask(app, 'a')).toBe(2);
    element.removeAttribute('onGetId');
    expect(element.getId).toBeUndefined();
    const made = app.document.createElement('container') as Container;
    made.setAttribute('onGetId', 'item.label');
    expect(made.getId).toBeUndefined();
    element.append(made);
    expect(made.getId?.({ label: 3 })).toBe(3);
  });

  it('of questions report a fault once and at its place, and answer nothing', async () => {
    const app = await start(
      '<container/>\n<container id="a" onGetId="item.\n  a.b"/><container id="b" onGetId="let c = item.d.e; return c"/><container id="c" onGetId="Promise.resolve(1)"/>',
    );
    for (let times = 0; times < 3; times++) {
      expect(['a', 'b', 'c'].map((id) => ask(app, id))).toEqual([undefined, undefined, undefined]);
    }
    expect(app.reports().map((report) => report.split('\n')[0])).toEqual([
      "<inline>:3:5 error script-error: TypeError: Cannot read properties of undefined (reading 'b')",
      "<inline>:3:51 error script-error: TypeError: Cannot read properties of undefined (reading 'e')",
      expect.stringContaining('"onGetId" must return its value, found a promise'),
    ]);
  });

  it('of questions are checked as others are', async () => {
    expect(await failure('<container onGetId="item.("/>')).toContain(
      '<inline>:1:26 error script-syntax: ',
    );
    const app = await start(
      '<container id="a" onGetId="nmae"/><script>export const name = () => 1</script>',
    );
    expect(app.reports().join()).toContain('did you mean "name"?');
    ask(app, 'a');
    ask(app, 'a');
    expect(app.reports()).toHaveLength(2);
  });

  it('prevent the default by returning false, and hear events of the script', async () => {
    const app = await start(
      `<container id="a" onClick="return false" onThing="$app.hear(event.detail)"/>
       <script>export let heard; export const hear = (x) => { heard = x };
       export const send = () => $tui.getElementById('a').dispatchEvent(new CustomEvent('thing', { detail: 4 }))</script>`,
    );
    expect(app.fire('#a').defaultPrevented).toBe(true);
    (app.app['send'] as () => void)();
    expect(app.app['heard']).toBe(4);
  });

  it('report errors at their own place, also where the same code stands twice', async () => {
    const app = await start(
      '<container id="a" onClick="$app.a.b()"/>\n<container id="b" onClick="$app.a.b()"/>',
    );
    app.fire('#b');
    expect(app.reports()).toEqual([
      [
        "<inline>:2:35 error script-error: TypeError: Cannot read properties of undefined (reading 'b')",
        ' 2 | <container id="b" onClick="$app.a.b()"/>',
        '   |                                   ^',
      ].join('\n'),
    ]);
  });

  it('report errors of what they call at the place in the script', async () => {
    const app = await start(
      '<container id="a" onClick="boom"/><script>\nexport async function boom() {\n  throw new Error("deep");\n}\n</script>',
    );
    app.fire('#a');
    await later();
    expect(app.reports().join()).toContain('<inline>:3:9 error script-error: Error: deep');
  });

  it('report errors of listeners that scripts add', async () => {
    const app = await start(
      `<container id="a"/><script>\n$tui.getElementById('a').addEventListener('click', () => { throw new Error('heard') });\n</script>`,
    );
    app.fire('#a');
    expect(app.reports().join()).toContain('<inline>:2:66 error script-error: Error: heard');
  });

  it('say how to reach an export', async () => {
    const app = await start(
      '<container id="a" onClick="pick(event)"/><script>export const pick = () => 1</script>',
    );
    app.fire('#a');
    expect(app.reports().join()).toContain('an export is a property of $app: write $app.pick');
  });

  it('warn of names that no script exports', async () => {
    const app = await start(
      '<container id="a" onClick="pikc"/><script>export const pick = () => 1</script>',
    );
    expect(app.reports()).toEqual([
      [
        '<inline>:1:28 warning unknown-handler: no script exports a function "pikc"',
        ' 1 | <container id="a" onClick="pikc"/><script>export const pick = () => 1</script>',
        '   |                            ^^^^',
        '  did you mean "pick"?',
      ].join('\n'),
    ]);
    app.fire('#a');
    expect(app.reports()[1]).toContain('error unknown-handler');
  });

  it('do not take every name that starts with "on"', async () => {
    const app = await start('<container one="x(" only="y(" online="z("/>');
    expect(app.reports()).toEqual([]);
  });

  it('are strict code', async () => {
    // Seen by a getter that only strict code refuses; jest's realm lets strict code make global variables.
    const app = await start('<container id="a" onClick="arguments.callee"/>');
    app.fire('#a');
    expect(app.reports().join()).toContain('script-error: TypeError');
  });
});
