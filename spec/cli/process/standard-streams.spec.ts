/** Standard streams of an app with code: input of every kind, complete output in order, readers that leave or wait. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderOf, shell } from '../../support/cli.js';
import { sleep, until } from '../../support/until.js';
import { describeTiers, tierVariable } from '../../sandbox/support/tiers.js';

const script = (code: string, policy = ''): string =>
  `${policy}<text>x</text><script>
   import fs from 'node:fs';
   ${code}
   </script>`;

/** Reads its input as its argument states, and writes it. */
const COPY = script(`
  async function all(stream) {
    const pieces = [];
    for await (const piece of stream) pieces.push(piece);
    return Buffer.concat(pieces);
  }
  const ways = {
    name: () => fs.readFileSync('/dev/stdin'),
    promise: () => fs.promises.readFile('/dev/stdin'),
    stream: () => all(process.stdin),
    mixed: async () => {
      const head = Buffer.alloc(1000);
      const size = fs.readSync(0, head);
      const tail = await all(fs.createReadStream('/dev/stdin'));
      return Buffer.concat([head.subarray(0, size), tail, fs.readFileSync(0)]);
    },
  };
  fs.writeSync(1, await ways[$tui.argv[0]]());
  process.exit(0);`);

const FILES = {
  'copy.tui': COPY,
  'big.tui': script(`
    fs.writeSync(1, Buffer.alloc(5e6, 'a'));
    process.stdout.write(Buffer.alloc(5e6, 'b'));
    process.exit(7);`),
  'order.tui': script(`
    for (let at = 0; at < 500; at++) {
      process.stdout.write('line ' + 3 * at + '\\n');
      process.stderr.write('line ' + (3 * at + 1) + '\\n');
      fs.writeSync(2, 'line ' + (3 * at + 2) + '\\n');
    }
    process.exit(0);`),
  'reads-nothing.tui': script('process.exit(0);'),
  'full.tui': script(
    `const piece = Buffer.alloc(1e5, 'a');
     fs.readSync(0, Buffer.alloc(1));
     for (let count = 1; count <= 200; count++) {
       fs.writeSync(1, piece);
       fs.writeFileSync('cache/written', String(count * 1e5));
     }
     while (!fs.existsSync('cache/go')) await new Promise((resolve) => setTimeout(resolve, 20));
     const { length } = fs.readFileSync(0);
     fs.writeSync(1, String(length));
     process.exit(0);`,
    '<policy>{"permissions": {"write": ["./cache"]}}</policy>',
  ),
  'cache/x': '',
  // Writes 20 MB, and notes how much of it has been taken.
  'source.mjs': `
    import fs from 'node:fs';
    for (let count = 1; count <= 200; count++) {
      fs.writeSync(1, Buffer.alloc(1e5));
      fs.writeFileSync('cache/sent', String(count * 1e5));
    }`,
  'data.bin': Uint8Array.from({ length: 1_000_001 }, (_, at) => (at * 2654435761) >>> 13),
  list: '1\n2\n3\n',
};

const hashOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf(FILES);
});
afterAll(() => rmSync(cwd, { recursive: true }));

describeTiers((tier) => {
  const run = async (line: string): Promise<{ stdout: string; stderr: string }> => {
    const command = line.replaceAll('TUI ', '$TUI snapshot --trust ');
    return await shell(command, { cwd, env: { HOME: cwd, ...tierVariable(tier) } });
  };
  const number = (name: string): number => {
    const path = join(cwd, 'cache', name);
    return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  };

  it('input is what the user has redirected, whole, by descriptor and by name', async () => {
    const { stdout } = await run(`
      TUI copy.tui -- name < data.bin | md5sum
      TUI copy.tui -- mixed < data.bin | md5sum
      cat data.bin | TUI copy.tui -- promise | md5sum
      cat data.bin | TUI copy.tui -- stream > copied.bin; md5sum < copied.bin
      TUI copy.tui -- name < /dev/null | wc -c`);
    const hash = `${hashOf(FILES['data.bin'])}  -\n`;
    expect(stdout).toBe(`${hash.repeat(4)}0\n`);
  });

  it('input that an app does not read is left to the next program', async () => {
    const { stdout } = await run(
      'while read -r line; do TUI reads-nothing.tui; echo "$line"; done < list\n' +
        'cat list | while read -r line; do TUI reads-nothing.tui; echo "$line"; done',
    );
    expect(stdout).toBe('1\n2\n3\n1\n2\n3\n');
  });

  it('output is complete at the end, and ends with its reader', async () => {
    const { stdout, stderr } = await run(`
      TUI big.tui > big.bin; echo $?; md5sum < big.bin
      TUI big.tui | (sleep 0.5; md5sum); echo "\${PIPESTATUS[0]}"
      TUI big.tui | head -c 5; echo
      TUI big.tui > /dev/full; echo $?`);
    const hash = hashOf(Buffer.concat([Buffer.alloc(5e6, 'a'), Buffer.alloc(5e6, 'b')]));
    expect(stdout).toBe(`7\n${hash}  -\n${hash}  -\n7\naaaaa\n1\n`);
    const errors = stderr.split('\n').filter((line) => / error |^error /.test(line));
    expect(errors).toEqual(['error cannot-write: stdout cannot be written (ENOSPC)']);
  });

  it('the order of stdout and stderr is kept where they lead to one file or pipe', async () => {
    const { stdout } = await run(`
      TUI order.tui > order.txt 2>&1; grep '^line ' order.txt
      TUI order.tui 2>&1 | grep '^line '`);
    const expected = Array.from({ length: 1500 }, (_, at) => `line ${at}\n`).join('');
    expect(stdout).toBe(expected + expected);
  });

  it('a slow reader stops the app, and a slow app stops its source', async () => {
    for (const name of ['sent', 'written', 'go']) rmSync(join(cwd, 'cache', name), { force: true });
    const line = `node source.mjs | TUI full.tui | (until [ -e cache/go ]; do sleep 0.05; done; tail -c 8)`;
    const ended = run(line);
    await until(() => number('written') > 0 && number('sent') > 0);
    // Nothing else happens.
    await sleep(1000);
    expect(number('written')).toBeLessThan(3e6);
    expect(number('sent')).toBeLessThan(3e6);
    writeFileSync(join(cwd, 'cache', 'go'), '');
    expect((await ended).stdout).toBe('19999999');
    expect(number('sent')).toBe(2e7);
  });
});
