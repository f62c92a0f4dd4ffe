/** `$tui.run(…, { terminal: true })`: a program has the terminal, and the app has it back. @ci */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { runOnPty, type PtyResult, type PtyStep } from '../support/pty.js';
import { describeWith, needs } from '../support/programs.js';
import { describeLauncher, describeTiers, TIERS } from './support/tiers.js';

let main = '';
let folder = '';
beforeAll(() => {
  main = commandFile();
  folder = mkdtempSync(join(tmpdir(), 'tui-hand-over-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const app = (permissions: object, code: string): string =>
  `<policy>${JSON.stringify({ permissions })}</policy>
  <text style="margin-top: 7">READY</text><text id="t"></text><script>
  const show = (text) => ($tui.getElementById('t').textContent = text);
  const run = async (...program) => {
    try {
      const { code, signal } = await $tui.run(program[0], program.slice(1), { terminal: true });
      show('ENDED ' + (signal ?? code));
    } catch (error) { show('FAULT ' + error.message.slice(0, 30)); }
  };
  $tui.document.addEventListener('keydown', async ({ key }) => {
    if (key === 'q') $tui.exit(0);
    ${code}
  });
  </script>`;
const BOTH = { run: ['sh', 'less', 'vi'], terminal: true };

async function start(
  tier: string,
  [permissions, code]: [object, string],
  steps: readonly PtyStep[],
): Promise<PtyResult> {
  const file = join(folder, 'app.tui');
  writeFileSync(file, app(permissions, code));
  return await runOnPty(main, ['--trust', file], [...steps, { type: 'q' }], {
    TUI_SANDBOX_TIER: tier,
  });
}

const ECHO = `if (key === 's') await run('sh', '-c', 'test -t 0 && test -t 1 && echo ON-A-TERMINAL; read x; echo "GOT $x"; exit 3');`;
const press = (text: string): PtyStep => ({ type: text });

/** What a program makes when it has the terminal. */
const up = (): string => join(folder, 'up/there');
const WATCHING = { ...BOTH, read: ['./up'] };
/** Runs a program, and ends the app when the program has made that file. */
function exitsDuring(program: string): string {
  rmSync(up(), { force: true });
  mkdirSync(dirname(up()), { recursive: true });
  return `if (key === 's') {
    const { existsSync } = await import('node:fs');
    setInterval(() => { if (existsSync('${up()}')) process.exit(5); }, 20);
    await run('sh', '-c', '${program}');
  }`;
}

describeTiers((tier) => {
  it('types to it, shows what it writes, and shows the app again', async () => {
    const { text, status, restored } = await start(
      tier,
      [BOTH, ECHO],
      [
        press('s'),
        { next: 'ON-A-TERMINAL' },
        press('hi\n'),
        { next: 'GOT hi' },
        { next: 'ENDED 3' },
      ],
    );
    expect({ status, restored }).toEqual({ status: 0, restored: true });
    // It was on the screen of the shell, and the app's own came back after it.
    const [before = '', after = ''] = text.split('ON-A-TERMINAL');
    expect(before.lastIndexOf('\x1b[?1049l')).toBeGreaterThan(before.lastIndexOf('\x1b[?1049h'));
    expect(after.indexOf('\x1b[?1049h')).toBeLessThan(after.indexOf('ENDED'));
  });

  it('Ctrl+Z stops it and the app, and fg continues both', async () => {
    const program = 'echo UP; read x; echo GOT $x; read y';
    const code = `if (key === 's') await run('sh', '-c', '${program}');`;
    // less ignores the signal from when it goes on to when it has painted all of it.
    const again: PtyStep[] = [
      { sleep: 300 },
      press('\u001a'),
      { stopped: true as const },
      { continue: true },
    ];
    const { status, stops, restored, text } = await start(
      tier,
      [BOTH, code],
      [
        press('s'),
        { next: 'UP' },
        ...again,
        ...again,
        press('hi\n'),
        { next: 'GOT hi' },
        ...again,
        press('\n'),
        { next: 'ENDED 0' },
        // And without the program.
        ...again,
        { next: 'READY' },
      ],
    );
    expect({ status, stops, restored }).toEqual({
      status: 0,
      stops: [true, true, true, true],
      restored: true,
    });
    // Nothing was drawn over the program.
    expect(text.slice(text.indexOf('UP'), text.indexOf('GOT hi'))).not.toContain('\x1b[');
  });

  it('a signal that it sends to its group ends the app with the terminal restored', async () => {
    const code = `if (key === 's') await run('sh', '-c', 'stty raw; echo UP; kill 0; sleep 20');`;
    const file = join(folder, 'app.tui');
    writeFileSync(file, app(BOTH, code));
    expect(
      await runOnPty(main, ['--trust', file], [press('s')], { TUI_SANDBOX_TIER: tier }),
    ).toMatchObject({ status: 143, restored: true });
  });

  it('SIGKILL to its group leaves no mode of the app behind', async () => {
    const code = `if (key === 's') await run('sh', '-c', 'echo UP; kill -9 0');`;
    const file = join(folder, 'app.tui');
    writeFileSync(file, app(BOTH, code));
    const { text, status, restored } = await runOnPty(main, ['--trust', file], [press('s')], {
      TUI_SANDBOX_TIER: tier,
    });
    expect({ status, restored }).toEqual({ status: -9, restored: true });
    expect(text.lastIndexOf('\x1b[?1049l')).toBeGreaterThan(text.lastIndexOf('\x1b[?1049h'));
    expect(text.slice(text.indexOf('UP'))).not.toContain('\x1b[');
    needs('pgrep');
    const left = spawnSync('pgrep', ['-f', file], { encoding: 'utf8' });
    expect(left.stdout).toBe('');
  });

  it('ends with the app', async () => {
    const ran = join(folder, 'late');
    const code = exitsDuring(`echo UP; touch ${up()}; sleep 3; touch ${ran}`);
    const file = join(folder, 'app.tui');
    writeFileSync(file, app(WATCHING, code));
    const { status, restored } = await runOnPty(
      main,
      ['--trust', file],
      [press('s'), { next: 'UP' }],
      { TUI_SANDBOX_TIER: tier },
    );
    expect({ status, restored }).toEqual({ status: 5, restored: true });
    expect(existsSync(ran)).toBe(false);
  });
});

// The program is the launcher's, on every tier.
describeLauncher((tier) => {
  it('Ctrl+C and Ctrl+\\ are the keys of the program', async () => {
    const code = `if (key === 's') await run('sh', '-c', 'echo UP; sleep 20');`;
    for (const [key, name] of [
      ['\u0003', 'SIGINT'],
      ['\u001c', 'SIGQUIT'],
    ] as const) {
      const steps = [press('s'), { next: 'UP' }, press(key), { next: `ENDED ${name}` }];
      expect(await start(tier, [BOTH, code], steps)).toMatchObject({ status: 0, restored: true });
    }
  });

  it('a late Ctrl+C of a parent is still the key of the program', async () => {
    const late = '(sleep 0.05; kill -INT $PPID) & exit 3';
    const code = `if (key === 's') await run('sh', '-c', '${late}');`;
    const steps = [press('s'), { next: 'ENDED 3' }, { sleep: 300 }];
    expect(await start(tier, [BOTH, code], steps)).toMatchObject({ status: 0, restored: true });
  });

  it('Ctrl+C leaves the compiler of the app alone', async () => {
    // A handler that does not compile: esbuild finds out where, and the app shows it.
    const code = `
      const fault = { 1: 'let x = )', 2: 'if (' }[key];
      if (fault !== undefined) {
        const button = $tui.createElement('button');
        button.setAttribute('onClick', fault);
        $tui.document.documentElement.append(button);
      }
      if (key === 's') await run('sh', '-c', 'echo UP; exec sleep 20');`;
    const { errors, status } = await start(
      tier,
      [BOTH, code],
      [
        press('1'),
        { next: 'Unexpected ")"' },
        press('s'),
        { next: 'UP' },
        press('\u0003'),
        { next: 'ENDED SIGINT' },
        press('2'),
        { next: 'end of the code' },
      ],
    );
    expect(errors).toContain('Unexpected ")"');
    expect(errors).toContain('Unexpected end of the code');
    expect(status).toBe(0);
  });

  it('takes the key only once', async () => {
    const code = `if (key === 's') { await run('sh', '-c', 'true'); await run('sh', '-c', 'true'); }`;
    const { status } = await start(
      tier,
      [BOTH, code],
      [press('s'), { next: 'FAULT the terminal' }],
    );
    expect(status).toBe(0);
  });

  it.each<[string, object]>([
    ['without the permission', { run: ['sh'] }],
    ['without a grant of the program', { run: ['less'], terminal: true }],
  ])('is refused %s', async (_name, permissions) => {
    const ran = join(folder, 'ran');
    const code = `if (key === 's') await run('sh', '-c', 'touch ${ran}');`;
    const { text } = await start(tier, [permissions, code], [press('s'), { next: 'FAULT' }]);
    expect(existsSync(ran)).toBe(false);
    // The terminal was taken once and given back once.
    expect(text.split('\x1b[?1049h')).toHaveLength(2);
    await start(tier, [BOTH, code], [press('s'), { next: 'ENDED 0' }]);
    expect(existsSync(ran)).toBe(true);
    rmSync(ran);
  });

  it('ends with the app once it has put the terminal right', async () => {
    const program = `trap "sleep 0.3; echo PUT RIGHT; exit" TERM; stty raw; echo UP; touch ${up()}; while :; do sleep 0.1; done`;
    const file = join(folder, 'app.tui');
    writeFileSync(file, app(WATCHING, exitsDuring(program)));
    const { text, status, restored } = await runOnPty(
      main,
      ['--trust', file],
      [press('s'), { next: 'UP' }],
      { TUI_SANDBOX_TIER: tier },
    );
    expect(text).toContain('PUT RIGHT');
    expect({ status, restored }).toEqual({ status: 5, restored: true });
  });
});

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('a program that stops itself', () => {
  onLinux('stops the app as well, and fg continues both', async () => {
    const code = `if (key === 's') await run('sh', '-c', 'echo UP; kill -STOP $$; echo ON; read x');`;
    const { status, stops, restored } = await start(
      TIERS[0] ?? '',
      [BOTH, code],
      [
        press('s'),
        { next: 'UP' },
        { stopped: true as const },
        { continue: true as const },
        { next: 'ON' },
        press('\n'),
        { next: 'ENDED 0' },
      ],
    );
    expect({ status, stops, restored }).toEqual({ status: 0, stops: [true], restored: true });
  });
});

describeWith(['less', 'vi'], 'an editor and a pager', () => {
  it.each<[string, string, string]>([
    ['less', 'l', 'q'],
    ['vi', 'v', ':q!\r'],
  ])('%s is stopped by Ctrl+Z and continued', async (_name, open, quit) => {
    const file = join(folder, 'note.txt');
    writeFileSync(file, Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n'));
    const code = `if (key === 'l') await run('less', '${file}'); if (key === 'v') await run('vi', '${file}');`;
    const { status, restored, stops } = await start(
      TIERS[0] ?? '',
      [BOTH, code],
      [
        press(open),
        { next: 'line 3' },
        { suspend: 'line 3' },
        { suspend: 'line 3' },
        press(quit),
        { next: 'ENDED 0' },
      ],
    );
    expect({ status, restored, stops }).toEqual({ status: 0, restored: true, stops: [true, true] });
  });

  it('have the terminal and give it back', async () => {
    const file = join(folder, 'note.txt');
    writeFileSync(file, Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n'));
    const code = `if (key === 'l') await run('less', '${file}'); if (key === 'v') await run('vi', '${file}');`;
    const { status, restored } = await start(
      TIERS[0] ?? '',
      [BOTH, code],
      [
        press('l'),
        { next: 'line 3' },
        press('q'),
        { next: 'ENDED 0' },
        press('v'),
        { next: 'line 3' },
        press(':q!\r'),
        { next: 'ENDED 0' },
      ],
    );
    expect({ status, restored }).toEqual({ status: 0, restored: true });
  });
});
