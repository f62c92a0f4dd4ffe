/** Reading files by way of the compiler, from an app that was granted nothing, local or from the web. @ci */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile, tui } from '../../support/cli.js';
import { Arena, CANARY, losers, winners, type Fight } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';
import { mapOf } from './support/inputs.js';

const main = commandFile();

const comment = (target: string): string => `//# sourceMappingURL=${target}`;

async function fight(tier: string, flags: readonly string[] = []): Promise<Fight> {
  const arena = new Arena(main);
  try {
    const secret = join(arena.outside, 'secret.txt');
    const map = {
      version: 3,
      sources: ['a'],
      sourcesContent: [CANARY],
      names: [],
      mappings: 'AAAA',
    };
    const named = arena.put('outside/map.json', JSON.stringify(map));
    for (const [name, target] of [
      ['absolute', mapOf(secret)],
      ['address', mapOf(`file://${secret}`)],
      ['environment', mapOf('/proc/self/environ')],
      ['named', `file://${named}`],
    ] as const) {
      arena.put(`app/map-${name}.js`, `globalThis.a = 1;\n${comment(target)}`);
    }
    arena.put(`outside/${CANARY}.js`, '');
    arena.put('outside/torn/package.json', `{ "token": ${CANARY} }`);
    arena.put('app/node_modules/sly/package.json', '{ "main": "../../../outside/secret.txt" }');
    const block = `globalThis.a = 1;\n${comment(mapOf('file:///proc/self/environ'))}`;
    return await arena.fight(
      tier,
      'compiler',
      { main, block },
      {
        flags: flags.map((flag) => flag.replace('OUTSIDE', arena.outside)),
      },
    );
  } finally {
    arena.remove();
  }
}

describe('where esbuild looks by itself', () => {
  it('everything comes through', async () => {
    expect(losers(await fight('control'))).toEqual([]);
  });
});

/** Served by a site, which names files of the machine that the app runs on. */
const page = (path: string): string => `<policy>{"permissions": {}}</policy><text>x</text><script>
  import './lib.js';
  import { readSync, writeSync } from 'node:fs';
  const framed = (type, body) => { const head = Buffer.alloc(5);
    head.writeUInt32LE(body.length + 1); head[4] = type; return Buffer.concat([head, body]); };
  const message = (value) => framed(0, Buffer.from(JSON.stringify(value)));
  const take = (n) => { const b = Buffer.alloc(n);
    for (let at = 0; at < n;) at += readSync(4, b, at, n - at, null); return b; };
  const compile = (code, index) => {
    const id = index + 100;
    const number = Buffer.alloc(4);
    number.writeUInt32LE(id);
    const payload = [{ size: Buffer.byteLength(code), lang: 'js', ready: false }];
    writeSync(4, message({ type: 'request', id, kind: 'compile', payload, body: true }));
    writeSync(4, framed(1, Buffer.concat([number, Buffer.from(code)])));
    writeSync(4, message({ type: 'end', id }));
    for (;;) {
      const answer = take(take(4).readUInt32LE(0)).subarray(1).toString();
      if (JSON.parse(answer).type === 'response') return answer;
    }
  };
  process.stdout.write('ANSWERS ' + [
    "import './lib.js'",
    'globalThis.f = (n) => import(\`${path}/\${n}\`);',
    ${JSON.stringify(`globalThis.a = 1;\n${comment(mapOf(`file://${path}/secret.txt`))}`)},
    "import x from '${path}/secret.txt'; globalThis.x = x",
  ].map(compile).join('|') + '\\n');
</script>`;

describeTiers((tier) => {
  it('nothing comes through', async () => {
    const result = await fight(tier);
    expect(winners(result)).toEqual([]);
    expect(Object.keys(result.outcomes).length).toBeGreaterThan(9);
  });

  it('nothing comes through where it is denied besides', async () => {
    expect(winners(await fight(tier, ['--deny-read=OUTSIDE']))).toEqual([]);
  });

  it('nothing comes through to an app from the web', async () => {
    const arena = new Arena(main);
    const server = createServer((request, response) => {
      const isLibrary = request.url === '/lib.js';
      const secret = join(arena.outside, 'secret.txt');
      const library = `globalThis.b = 1;\n${comment(mapOf(secret, `file://${secret}`, '/proc/self/environ'))}`;
      response.end(isLibrary ? library : page(arena.outside));
    });
    try {
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/app.tui`;
      const flags = ['--trust', ...(tier === 'C' ? ['--allow-unenforced'] : [])];
      const { stdout, stderr } = await tui(['snapshot', url, ...flags], {
        cwd: arena.root,
        env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier, ATTACK_TOKEN: CANARY },
      });
      expect(stdout).toMatch(/^ANSWERS .*"ok":true/m);
      expect(stdout + stderr).not.toContain(CANARY);
    } finally {
      server.close();
      arena.remove();
    }
  });

  it.each(['lint', 'snapshot'])(
    'tui %s does not wait for a pipe that a map names',
    async (command) => {
      const arena = new Arena(main);
      try {
        const pipe = join(arena.outside, 'pipe');
        spawnSync('mkfifo', [pipe]);
        arena.put('app/one.js', `globalThis.a = 1;\n${comment(mapOf(pipe, `file://${pipe}`))}`);
        arena.put('app/two.js', `globalThis.b = 1;\n${comment(`file://${pipe}`)}`);
        const file = arena.put(
          'app/waits.tui',
          `<text>painted</text><script>import './one.js'; import './two.js'; globalThis.c = 1;\n${comment(`file://${pipe}`)}\n</script>`,
        );
        const flags = command === 'lint' ? [] : ['--allow-unenforced'];
        const { code, stdout } = await tui([command, file, ...flags], {
          env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier },
        });
        expect([code, stdout.trim()]).toEqual([0, command === 'lint' ? '' : 'painted']);
      } finally {
        arena.remove();
      }
    },
  );
});
