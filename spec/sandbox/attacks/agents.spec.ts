/**
 * `tui mcp`: what an app writes reaches the terminal of its user as text, what a document has in it decides nothing, and
 * the app ends with it.
 * @ci
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { connect } from '../../../cli/client.js';
import { processConsole } from '../../../cli/command-line/console.js';
import { AppBytes } from '../../../cli/sandbox/launch/runner/output.js';
import { commandFile, folderOf } from '../../support/cli.js';
import { runOnPty } from '../../support/pty.js';
import { until } from '../../support/until.js';
import { describeLauncher, TIERS } from '../support/tiers.js';
import { killIn, processesOf } from './support/processes.js';

const main = commandFile();
/** Only Linux lists processes. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;

let folder = '';
afterEach(() => {
  if (folder === '') return;
  killIn(folder);
  rmSync(folder, { recursive: true, force: true });
});

const place = async (app: string): Promise<string> => {
  folder = await folderOf({ 'app.tui': app });
  return join(folder, 'app.tui');
};

/** Each of them does something to a terminal that obeys it. */
const SEQUENCES = [
  '\u001b]52;c;UFdORUQ=\u0007',
  '\u001b]0;PWNED-TITLE\u0007',
  '\u001b[6n',
  '\u001bP$q"p\u001b\\',
  '\u001b[2J\u001bc',
  '\u009b6n\u009d0;PWNED-C1\u009c',
  '\u202eABC\u{10eeee}',
];

/** An agent that starts the server with the terminal for its stderr, as the SDK does by default. */
const AGENT = `
import { spawn } from 'node:child_process';
const [main, ...args] = process.argv.slice(2);
const child = spawn(process.execPath, [main, ...args], { stdio: ['pipe', 'pipe', 1] });
const send = (message) => child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
process.stdout.write('READY');
const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
send({ id: 1, method: 'initialize', params });
let text = '';
child.stdout.on('data', (bytes) => {
  text += bytes;
  if (text.includes('"id":1') && !text.includes('"id":2')) {
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'wait_for', arguments: { text: 'DONE' } } });
  }
  if (text.includes('"id":2')) child.stdin.end();
});
child.on('exit', (code) => process.exit(code));
`;

/** A program that writes the same to its terminal. */
const PROGRAM = `process.stdout.write('READY' + ${JSON.stringify(SEQUENCES.join(''))});`;

describe('a program of its own', () => {
  it('is obeyed by the terminal', async () => {
    folder = await folderOf({ 'program.mjs': PROGRAM });
    const { text } = await runOnPty(join(folder, 'program.mjs'), [], []);
    for (const sequence of SEQUENCES) expect(text).toContain(sequence);
  });

  it('goes where such an address leads', async () => {
    const server = new Listener();
    await expect(connect(await server.open())).rejects.toThrow();
    expect(server.requests).not.toEqual([]);
    server.close();
  });
});

describe('bytes of an app', () => {
  it('are no text that could be written elsewhere', () => {
    const write = (bytes: AppBytes): void => {
      // @ts-expect-error -- RunnerOutput is the way
      processConsole.stderr.write(bytes);
      // @ts-expect-error -- RunnerOutput is the way
      processConsole.stdout.write(bytes);
      // @ts-expect-error -- there is no other way to them
      bytes.pipe(processConsole.stderr);
    };
    // It is never called: the compiler checks it.
    expect(typeof write).toBe('function');
    expect(Object.keys(new AppBytes(new PassThrough()))).toEqual([]);
  });
});

describeLauncher((tier) => {
  it('reach the terminal of an agent as text', async () => {
    const app = await place(`<button id="x">x</button><script>
      import fs from 'node:fs';
      const all = ${JSON.stringify(SEQUENCES)};
      fs.writeSync(2, all.join('') + '\\n');
      fs.writeSync(1, all.join(''));
      process.stdout.write(all.join('\\n'));
      for (const character of all.join('')) process.stderr.write(character);
      for (const byte of Buffer.from(all.join(''))) fs.writeSync(1, Buffer.of(byte));
      process.stdout.write('\\x1b[31mRED\\n');
      $tui.getElementById('x').textContent = 'DONE';
      setInterval(() => undefined, 1000);
    </script>`);
    const agent = join(folder, 'agent.mjs');
    writeFileSync(agent, AGENT);
    const args = [main, '--no-config', 'mcp', app, '--allow-unenforced'];
    const { text, status } = await runOnPty(agent, args, [], {
      HOME: folder,
      TUI_SANDBOX_TIER: tier,
    });
    expect(status).toBe(0);
    for (const words of ['PWNED-TITLE', 'PWNED-C1', 'UFdORUQ=']) {
      expect(text.split(words).length).toBeGreaterThan(4);
    }
    // Control: what no one has to fear is written as it is.
    expect(text).toContain('\u001b[31mRED');
    expect(text.replaceAll(/\u001b\[\d*m/g, '')).not.toMatch(
      /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]|\u{10eeee}/u,
    );
  });
});

/** A server of the attacker's. */
class Listener {
  readonly requests: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.requests.push(`${request.method} ${request.url}`);
    response.end('{}');
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/x/#`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('a document', () => {
  it('does not decide where an agent connects', async () => {
    const server = new Listener();
    const address = await server.open();
    const line = `server-open: drive the app at ${address}`;
    const policy = { name: 'x', [line]: 1, [`\ninfo ${line}`]: 2 };
    const app = await place(`<policy>${JSON.stringify(policy)}</policy>
      <text id="x" title="${line}">x</text>
      <script>
        import fs from 'node:fs';
        fs.writeSync(2, '\\ninfo ${line}token\\n');
        fs.writeSync(1, '\\ninfo ${line}token\\n');
        process.send?.('${address}');
        for (const fd of [3, 4, 5, 6, 7]) {
          try { if (fd > 5) fs.writeSync(fd, JSON.stringify('${address}') + '\\n'); } catch {}
        }
        $tui.getElementById('x').textContent = 'DONE';
      </script>`);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [main, '--no-config', 'mcp', app, '--allow-unenforced'],
      env: { PATH: process.env['PATH'] ?? '', HOME: folder },
      stderr: 'pipe',
    });
    let stderr = '';
    transport.stderr?.on('data', (bytes) => (stderr += String(bytes)));
    const client = new Client({ name: 'spec', version: '1' });
    try {
      await client.connect(transport);
      const { content } = await client.callTool({ name: 'wait_for', arguments: { text: 'DONE' } });
      // Control: the app is driven, and its words have been where they were once looked for.
      expect(JSON.stringify(content)).toContain('DONE');
      await until(() => stderr.split(line).length > 2);
      expect(server.requests).toEqual([]);
    } finally {
      await client.close();
      server.close();
    }
  });
});

type End = 'SIGTERM' | 'SIGKILL' | 'SIGHUP' | 'closed' | 'error';

const WAITS = `<button id="x">UP</button><script>
  // It listens to no request.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => undefined);
  setInterval(() => process.stderr.write('still here\\n'), 50);
</script>`;

/** A process in which something fails that nothing catches, at a signal. */
const FAILS = `data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('failed')})`;

async function startAgent(app: string, tier: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', FAILS, main, '--no-config', 'mcp', app, '--allow-unenforced'],
    {
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, TUI_SANDBOX_TIER: tier },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let stderr = '';
  child.stderr?.on('data', (bytes) => (stderr += String(bytes)));
  child.stdout?.resume();
  await until(() => stderr.includes('still here'), { what: () => stderr });
  return child;
}

const ENDS: Readonly<Record<End, (agent: ChildProcess) => unknown>> = {
  SIGTERM: (agent) => agent.kill('SIGTERM'),
  SIGKILL: (agent) => agent.kill('SIGKILL'),
  SIGHUP: (agent) => agent.kill('SIGHUP'),
  closed: ({ stdin, stdout, stderr }) => {
    for (const stream of [stdin, stdout, stderr]) stream?.destroy();
  },
  error: (agent) => agent.kill('SIGUSR2'),
};

onLinux('an app whose agent ends', () => {
  it('would go on: a process does not end with the one that has started it', async () => {
    const app = await place(WAITS);
    const args = [main, '--no-config', '--headless', '--server-port=0', app, '--allow-unenforced'];
    const code = `require('child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'ignore' }).once('spawn', () => process.kill(process.pid, 'SIGKILL'))`;
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TUI_SANDBOX_TIER: TIERS[0] ?? '' };
    const parent = spawn(process.execPath, ['-e', code], { cwd: '/', env, stdio: 'ignore' });
    await new Promise((resolve) => parent.once('exit', resolve));
    // The launcher and its app.
    await until(() => processesOf(folder).length >= 2);
  });

  describe.each([...TIERS])('tier %s', (tier) => {
    // What the launcher notices is the same; what it ends is a process of the tier.
    const ends = (Object.keys(ENDS) as End[]).filter(
      (end) => tier === TIERS[0] || end === 'SIGKILL' || end === 'closed',
    );
    it.each(ends)('ends with it: %s', async (end) => {
      const app = await place(WAITS);
      const agent = await startAgent(app, tier);
      const gone = new Promise((resolve) => agent.once('exit', resolve));
      // Control: they are found.
      expect(processesOf(folder).length).toBeGreaterThanOrEqual(2);
      ENDS[end](agent);
      await gone;
      await until(() => processesOf(folder).length === 0, {
        what: () => processesOf(folder).join('\n'),
      });
    });
  });

  it('ends with it: its terminal closes', async () => {
    const app = await place(WAITS);
    const shell = join(folder, 'shell.mjs');
    writeFileSync(
      shell,
      `import { spawn } from 'node:child_process';
       process.stdout.write('READY');
       spawn(process.execPath, process.argv.slice(2), { stdio: [0, 'ignore', 1] });`,
    );
    const args = [main, '--no-config', 'mcp', app, '--allow-unenforced'];
    const steps = [{ wait: 'still here' }, { hangup: true as const }];
    await runOnPty(shell, args, steps, { HOME: folder, TUI_SANDBOX_TIER: TIERS[0] ?? '' });
    await until(() => processesOf(folder).length === 0, {
      what: () => processesOf(folder).join('\n'),
    });
  });
});
