/** Text of an app's, or of whatever it names, on its way to the terminal: nothing of it is obeyed there. @ci */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { call } from '../../support/in-process.js';
import { runOnPty } from '../../support/pty.js';
import { Arena } from './support/arena.js';
import { TIERS } from '../support/tiers.js';
import { runCommand } from './support/watched.js';

const main = commandFile();

/** Titles, screens, clipboards, replies; in seven bits and in eight; and what turns letters around or hides them. */
const CONTROLS = [
  '\x1b]0;OWNED\x07',
  '\x1b]52;c;T1dORUQ=\x1b\\',
  '\x1b[2J\x1b[H',
  '\x9b2J',
  '\x9d0;OWNED\x9c',
  '\x1bP+q544e\x1b\\',
  '\x1bc',
  '\x07\x08\x0b\x0c\x0e\x7f\x00',
  '\u0085',
].join('');
const INVISIBLE = '\u202e\u2066\u2067\u200e\u200f\u061c\u2028\u2029\ufeff';
/** Not in a text for people only: the question is to be read letter by letter. */
const HIDDEN =
  '\u200b\u2060\u00ad\u034f\u115f\u3164\uffa0\ufe0f\u{e0041}\u{e0100}\u2800\u180e\ufff9';
const HOSTILE = `a${CONTROLS}b${INVISIBLE}c`;
/** A document has no NUL in it. */
const RAW = HOSTILE.replaceAll('\0', '');
/** The same for names of files, which hold no slash either. */
const NAME = HOSTILE.replace(/[\0/]/g, '');

const OBEYED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** What a terminal would obey in it, but for colours where it has them. */
function obeyed(text: string, colours = false): string | undefined {
  const plain = colours ? text.replace(/\x1b\[[\d;:]*m/g, '') : text;
  const found = OBEYED.exec(plain.replaceAll('\r\n', '\n'));
  return found === null
    ? undefined
    : JSON.stringify(plain.slice(Math.max(0, found.index - 40), found.index + 20));
}

interface Case {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly colours?: boolean;
}

/** Everything that quotes an app. */
function cases(arena: Arena): Case[] {
  const json = JSON.stringify(HOSTILE).replaceAll('<', '\\u003c');
  const policy = (content: string): string => `<policy>${content}</policy><text>x</text>`;
  const documents: Readonly<Record<string, string>> = {
    'policy.tui': policy(
      `{"name": ${json}, "permissions": {"read": [${json}, "./${NAME.replace(/["\\]/g, '')}"], "net": [${json}, "a.example"], "run": [${json}, ["git", ${json}]], "env": [${json}], ${json}: true}, "config": {${json}: ${json}, "theme": ${json}, "log.file": ${json}}, "configSchema": {"x.y": {"type": ${json}, "title": ${json}, "description": ${json}, "env": ${json}}}}`,
    ),
    'broken.tui': policy(`{"name": ${RAW}, }`),
    'markup.tui': `<${RAW} ${RAW}="${RAW}"><style>${RAW} { ${RAW}: ${RAW} }</style>`,
    'script.tui': `<text>x</text><script>import '${'./' + NAME.replace(/['\\]/g, '')}'; const a = ${RAW};</script>`,
    'import.tui': `<text>x</text><script>import './${NAME.replace(/['\\]/g, '')}.js';</script>`,
    'handler.tui': `<button onClick="${RAW.replace(/"/g, '')}(">x</button>`,
    'thrown.tui': `<text>x</text><script>const e = new Error(${json}); e.name = ${json}; e.stack = ${json}; throw e;</script>`,
    'thrown-text.tui': `<text>x</text><script>throw ${json};</script>`,
    'cause.tui': `<text>x</text><script>throw new AggregateError([new Error(${json})], ${json}, { cause: new Error(${json}) });</script>`,
    'rejected.tui': `<text>x</text><script>Promise.reject(new Error(${json})); await new Promise((r) => setTimeout(r, 20));</script>`,
    'function.tui': `<text>x</text><script>({ [${json}]() { null.foo; } })[${json}]();</script>`,
    'denied.tui': `<text>x</text><script>import { readFileSync } from 'node:fs'; readFileSync('/' + ${json}.replace(/\\0/g, ''));</script>`,
    'run.tui': `<text>x</text><script>await $tui.run(${json}.replace(/\\0/g, ''), [${json}.replace(/\\0/g, '')]);</script>`,
    'paint.tui': `<title>${RAW}</title><text border="line" border-title="${RAW}">${RAW}</text><button>${RAW}</button><input value="${RAW}" placeholder="${RAW}"/><checkbox label="${RAW}">${RAW}</checkbox><list><item>${RAW}</item></list>`,
  };
  for (const [name, text] of Object.entries(documents)) arena.put(`app/${name}`, text);
  // Files and folders can be named so, too.
  arena.put(`app/${NAME}/${NAME}.tui`, `<text>x</text><script>import './none.js'; (</script>`);
  arena.put('app/theme.css', `${RAW} { ${RAW}: ${RAW} } @theme ${RAW}`);
  const app = (name: string): string => join(arena.app, name);
  const odd = join(arena.app, NAME, `${NAME}.tui`);
  const all = [...Object.keys(documents).map(app), odd];
  const painted = ['thrown', 'thrown-text', 'cause', 'rejected', 'function', 'denied', 'run'];
  return [
    { name: 'lint', args: ['lint', ...all] },
    { name: 'lint --json', args: ['lint', '--json', ...all] },
    { name: 'types of a name', args: ['types', odd] },
    { name: 'lint of what is not there', args: ['lint', app(`${NAME}-none`)] },
    { name: 'a command that is none', args: [NAME] },
    { name: 'a flag that is none', args: [`--${NAME}`] },
    { name: 'a value of a flag', args: [`--theme=${NAME}`, app('paint.tui')] },
    { name: 'a value of a permission', args: [`--allow-net=${NAME}`, app('thrown.tui')] },
    { name: 'arguments', args: ['snapshot', app('thrown.tui'), '--', NAME] },
    ...['policy.tui', 'broken.tui'].flatMap((file): Case[] => [
      { name: `permissions ${file}`, args: ['permissions', app(file)] },
      { name: `permissions --json ${file}`, args: ['permissions', '--json', app(file)] },
      { name: `config ${file}`, args: ['config', app(file)] },
      { name: `config --json ${file}`, args: ['config', '--json', app(file)] },
      { name: `snapshot ${file}`, args: ['snapshot', app(file)] },
    ]),
    { name: 'permissions of a name', args: ['permissions', odd] },
    { name: 'snapshot of a name', args: ['snapshot', odd] },
    ...painted.map((name): Case => ({
      name: `snapshot ${name}`,
      args: ['snapshot', app(`${name}.tui`)],
    })),
    ...['text', 'ansi', 'svg', 'accessible'].map((format): Case => ({
      name: `picture as ${format}`,
      args: ['snapshot', '--format', format, app('paint.tui')],
      colours: format === 'ansi',
    })),
    { name: 'a theme', args: ['snapshot', '--theme', app('theme.css'), app('paint.tui')] },
    {
      name: 'variables',
      args: ['snapshot', app('paint.tui')],
      env: Object.fromEntries(
        ['TUI_THEME', 'TUI_LOG_LEVEL', 'TUI_LOG_FILE', 'TUI_DITHER_BITS'].map((name) => [
          name,
          NAME,
        ]),
      ),
    },
    {
      name: 'folders of the user',
      args: ['config', 'path'],
      env: { HOME: `/${NAME}`, XDG_CONFIG_HOME: `/${NAME}` },
    },
  ];
}

/** Apps with scripts are processes. */
function startsApp(args: readonly string[]): boolean {
  const hasScript = (path: string): boolean =>
    path.endsWith('.tui') && /<script/.test(readFileSync(path, 'utf8'));
  return args[0] === 'snapshot' && args.some(hasScript);
}

describe('without care', () => {
  it('a terminal would obey it', () => {
    expect(obeyed(HOSTILE)).toBeDefined();
    for (const part of [...CONTROLS.split(/(?=\x1b)/), ...INVISIBLE])
      expect(obeyed(part)).toBeDefined();
  });
});

describe('what commands print', () => {
  it('has nothing in it that a terminal obeys', async () => {
    const arena = new Arena(main);
    try {
      const found: string[] = [];
      const waiting = cases(arena);
      const work = async (): Promise<void> => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          const { name, args, env, colours } = next;
          const place = {
            cwd: arena.root,
            tier: '',
            env: { TERM: 'xterm', HOME: join(arena.root, 'home'), ...env },
          };
          const { stdout, stderr } = await (startsApp(args)
            ? runCommand([main, ...args], place)
            : call(args, place));
          for (const text of [stdout, stderr]) {
            const at = obeyed(text, colours);
            if (at !== undefined) found.push(`${name}: ${at}`);
          }
          if (stdout + stderr === '') found.push(`${name}: it says nothing`);
        }
      };
      await Promise.all([work(), work()]);
      expect(found.sort()).toEqual([]);
    } finally {
      arena.remove();
    }
  });

  it('nor has a log', async () => {
    const arena = new Arena(main);
    try {
      const log = join(arena.root, 'home/app.log');
      const json = JSON.stringify(HOSTILE);
      const file = arena.put(
        'app/logs.tui',
        `<text>x</text><script>for (const f of ['log', 'info', 'warn', 'error', 'debug', 'trace']) console[f](${json}, { [${json}]: ${json} }, new Error(${json})); $tui.logger.info(${json}); $tui.logger.error(${json});</script>`,
      );
      const { stdout, stderr } = await runCommand(
        [main, '--log-file', log, '--log-level', 'trace', 'snapshot', file],
        {
          cwd: arena.root,
          tier: '',
          env: { HOME: join(arena.root, 'home') },
        },
      );
      const text = readFileSync(log, 'utf8');
      expect([obeyed(text), obeyed(stdout), obeyed(stderr)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      // Each entry is one: none begins in the middle of another.
      const begins = text.split('\n').filter((line) => line !== '' && !line.startsWith('  '));
      expect(begins.filter((line) => !/^\d{4}-\d\d-\d\dT[\d:.]+Z [A-Z]+ /.test(line))).toEqual([]);
      expect(text).toContain('OWNED');
    } finally {
      arena.remove();
    }
  });
});

describe('on a terminal', () => {
  const [best = ''] = TIERS;

  it('the question shows what cannot be seen, and nothing of it is obeyed', async () => {
    const arena = new Arena(main);
    try {
      const odd = `READY${INVISIBLE}${HIDDEN}\x1b]0;OWNED\x07\x9b2J\tm`;
      arena.put(`app/${odd}/file`, 'x');
      const permissions = {
        read: [`./${odd}`],
        write: [`./${odd}/new`],
        run: [['git', odd, `${odd} b`]],
        net: ['xn--80ak6aa92e.com', '\u0430pple.com'],
      };
      const policy = JSON.stringify({ name: odd, permissions });
      const file = arena.put(
        `app/${odd}/${odd}.tui`,
        `<policy>${policy.replaceAll('<', '\\u003c')}</policy><text>x</text><script>1</script>`,
      );
      const { text, status } = await runOnPty(
        main,
        ['snapshot', file],
        [{ resize: [110, 80] }, { wait: 'Nothing is granted' }, { type: 'n' }],
        { HOME: join(arena.root, 'home') },
      );
      expect(status).toBe(3);
      const shown = [...`${INVISIBLE}${HIDDEN}`].filter((each) => text.includes(each));
      expect(shown.map((each) => each.codePointAt(0)?.toString(16))).toEqual([]);
      expect(text).not.toMatch(/\x1b\]0;OWNED|[\x80-\x9f]|\u0430pple/);
    } finally {
      arena.remove();
    }
  });

  it('a file that an editor waits for is named, and mended', async () => {
    const arena = new Arena(main);
    try {
      const file = join(arena.app, `${NAME}.tui`);
      const mended = arena.put(
        'app/mended.tui',
        '<text>MENDED</text><script>$tui.document.onkeydown = () => $tui.exit(5);</script>',
      );
      // What it prints to stderr, before an app is shown, on the terminal as well.
      const start = arena.put(
        'start.mjs',
        `import { spawn } from 'node:child_process';
        console.log('READY');
        const args = ${JSON.stringify([main, 'dev', file])};
        spawn(process.execPath, args, { stdio: ['inherit', 1, 1] }).on('exit', (code) => process.exit(code));`,
      );
      const { text, status } = await runOnPty(
        start,
        [],
        [{ wait: 'Ctrl+C ends' }, { run: ['cp', mended, file] }, { wait: 'MENDED' }, { type: 'q' }],
        { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: best },
      );
      expect(status).toBe(5);
      expect(text).toContain('OWNED');
      expect(text).not.toMatch(/\x1b\]0;OWNED|\x1b\]52;|[\x80-\x9f]|\x1bP\+q|\x1bc|[\x0b\x0e]/);
    } finally {
      arena.remove();
    }
  });

  it('labels, titles and notices of an app are shown, not obeyed', async () => {
    const arena = new Arena(main);
    try {
      const json = JSON.stringify(HOSTILE);
      const file = arena.put(
        'app/live.tui',
        `<title>x</title><text>READY</text><text id="t">x</text><button id="b">x</button><input id="i"/>
        <script>
          const hostile = ${json};
          $tui.document.addEventListener('keydown', (event) => {
            if (event.key !== 'g') return $tui.exit(5);
            for (const id of ['t', 'b', 'i']) {
              const element = $tui.getElementById(id);
              element.textContent = hostile;
              for (const name of ['title', 'value', 'placeholder', 'label', 'border-title']) {
                element.setAttribute(name, hostile);
              }
            }
            $tui.setTitle(hostile);
            $tui.notify(hostile, { timeout: 0 });
            setTimeout(() => $tui.setTitle('PAINTED'), 50);
          });
        </script>`,
      );
      const { text, status, restored } = await runOnPty(
        main,
        [file],
        [{ type: 'g' }, { wait: 'PAINTED' }, { type: 'q' }],
        { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: best },
      );
      expect([status, restored]).toEqual([5, true]);
      expect(text).toContain('OWNED');
      // Ours are none of these.
      expect(text).not.toMatch(/\x1b\]0;OWNED|\x1b\]52;|[\x80-\x9f]|\x1bP\+q|\x1bc|[\x0b\x0e]/);
      expect([...INVISIBLE].filter((each) => text.includes(each))).toEqual([]);
    } finally {
      arena.remove();
    }
  });
});
