/** Every kind of file that a compiler opens by itself, as a way to one that the app may not read. @ci */
import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { stop } from 'esbuild';
import { commandFile, tui } from '../../support/cli.js';
import { Arena, CANARY, winners, type Fight } from './support/arena.js';
import { describeTiers, TIERS } from '../support/tiers.js';
import { outcomesOf, runCommand } from './support/watched.js';
import { byEsbuild, placeInputs, type InputSet, type PlacedInput } from './support/place-inputs.js';

const main = commandFile();
afterAll(stop);

const OLD = new Date('2020-01-01T00:00:00Z');

/**
 * Marks files and folders as not read for long. A file system may note when one is read (`relatime` does so
 * once after it was written): then the returned function names those that were.
 */
function watchReads(folder: string): () => string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
  for (const path of all) utimesSync(path, OLD, new Date());
  return () =>
    all
      .filter((path) => statSync(path).atimeMs !== OLD.getTime())
      .map((path) => `opened ${path.slice(folder.length + 1)}`);
}

/** Whether the file system notes it at all. */
function notesReads(folder: string): boolean {
  const file = join(folder, 'probe');
  writeFileSync(file, 'x');
  const read = watchReads(folder);
  readFileSync(file);
  return read().length > 0;
}

interface Place {
  readonly arena: Arena;
  /** Beside the arena's folder, which the arena itself reads. */
  readonly vault: string;
  readonly inputs: readonly PlacedInput[];
  readonly read: () => readonly string[];
}

async function withInputs<T>(
  set: InputSet,
  withLinks: boolean,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const arena = new Arena(main);
  const vault = mkdtempSync(join(dirname(arena.root), 'tui-vault-'));
  try {
    const inputs = placeInputs(arena, vault, { set, withLinks });
    return await work({ arena, vault, inputs, read: watchReads(vault) });
  } finally {
    rmSync(vault, { recursive: true });
    arena.remove();
  }
}

interface Battle extends Fight {
  readonly inputs: readonly PlacedInput[];
  readonly read: readonly string[];
}

async function fight(
  tier: string,
  options: { granted?: boolean; set?: InputSet; write?: boolean } = {},
): Promise<Battle> {
  const { granted = false, set = 'own', write = false } = options;
  // Without bubblewrap an app is not even started with links that lead out.
  return await withInputs(set, tier === 'A', async ({ arena, vault, inputs, read }) => {
    const flags = granted ? [`--allow-read=${vault}`] : [];
    const permissions = write ? { write: ['./cache'] } : {};
    const args = { permissions, flags };
    const result = await arena.fight(tier, 'bundler-inputs', { inputs }, args);
    return { ...result, inputs, read: read() };
  });
}

const nameOf = (line: string): string => line.replace(/: (read the canary|true)$/, '');

describe('by itself', () => {
  it.each(['own', 'beside'] as const)('esbuild reads each of them (%s)', async (set) => {
    await withInputs(set, true, async ({ arena, vault, inputs, read }) => {
      const missed: string[] = [];
      for (const input of inputs) {
        if (input.reads === 'none') continue;
        const text = await byEsbuild(input, arena.app);
        if (!text.includes(CANARY)) missed.push(`${input.name}: ${text.slice(0, 300)}`);
      }
      expect(missed).toEqual([]);
      const opened = read();
      if (notesReads(vault)) expect(opened.length).toBeGreaterThan(1);
    });
  });

  it('an import works where the file is granted', async () => {
    const { inputs, ...result } = await fight(TIERS[0] ?? '', { granted: true });
    const won = winners(result).map(nameOf);
    const granted = inputs.filter(({ reads }) => reads === 'grant').map(({ name }) => name);
    expect(granted.filter((name) => !won.includes(name))).toEqual([]);
  });
});

describeTiers((tier) => {
  it.each([
    ['without a permission', {}],
    ["by files in the document's folder, with one", { set: 'beside' as const, write: true }],
  ])('none of them is read, %s', async (_name, options) => {
    const result = await fight(tier, options);
    expect([...winners(result).map(nameOf), ...result.read]).toEqual(['it still answers']);
    expect(result.changed).toEqual([]);
    expect(Object.keys(result.outcomes)).toHaveLength(result.inputs.length + 1);
  });

  it('none of them is read for an app from the web', async () => {
    await withInputs('own', false, async ({ arena, inputs, read }) => {
      // Only what the document imports is fetched: files whose comments name others.
      const imports = inputs
        .filter(({ name }) => /^(inline|named|own) map.* in \w+$/.test(name))
        .flatMap(({ code }) => /from '(\.[^']+)'/.exec(code)?.[1] ?? []);
      const files = new Map<string, string>();
      const ts = (text: string): string => text.replace(/(from '\.\/[\w-]+)\.js'/g, "$1.ts'");
      const source = (name: string): string => ts(readFileSync(join(arena.app, name), 'utf8'));
      const place = { inputs, tier, canary: CANARY, app: '', root: '', cache: '' };
      const args = JSON.stringify({ ...place, outside: '' });
      files.set('/kit.ts', source('kit.ts').replace(/JSON\.parse\([^;]*\) as Place/, args));
      expect(files.get('/kit.ts')).toContain(args);
      for (const name of ['by-hand', 'wire']) files.set(`/${name}.ts`, source(`${name}.ts`));
      const script = `${imports.map((name) => `import '${name}';`).join('\n')}\n${source('bundler-inputs.ts')}`;
      const policy = '<policy>{ "permissions": {} }</policy>';
      files.set('/app.tui', `${policy}<text>x</text><script>${script}</script>`);
      const server = createServer((request, response) => {
        const url = request.url ?? '';
        try {
          response.end(files.get(url) ?? readFileSync(join(arena.app, url)));
        } catch {
          response.writeHead(404).end();
        }
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      try {
        const result = await runCommand(
          [main, 'snapshot', `http://127.0.0.1:${port}/app.tui`, '--trust', '--allow-unenforced'],
          { cwd: arena.root, tier, env: { HOME: join(arena.root, 'home') } },
        );
        const outcomes = outcomesOf(result);
        const won = winners({ outcomes } as Fight).map(nameOf);
        expect([...won, ...read()]).toEqual(['it still answers']);
        expect(Object.keys(outcomes)).toHaveLength(inputs.length + 1);
        expect(imports.length).toBeGreaterThan(15);
      } finally {
        server.close();
      }
    });
  });
});

describe('tui lint', () => {
  it.each(['own', 'beside'] as const)('reads none of them (%s)', async (set) => {
    await withInputs(set, true, async ({ arena, inputs, read }) => {
      const documents = inputs.map(({ code, src, lang }, index) => {
        const attribute = src === undefined ? '' : ` src="${src.replaceAll('"', '&quot;')}"`;
        const script = `<script lang="${lang}"${attribute}>${code}</script>`;
        // With and without a policy.
        const policy =
          index % 2 === 0 ? '' : '<policy>{"permissions": {"write": ["./cache"]}}</policy>';
        arena.put(`app/lint-${index}.tui`, `${policy}<text>x</text>${script}`);
        return `lint-${index}.tui`;
      });
      const { code, stdout, stderr } = await tui(['lint', '--json', ...documents], {
        cwd: arena.app,
      });
      expect(code).not.toBeNull();
      // The canary is the name of a file, too: what the document itself says of it is no leak.
      const own = inputs.some(({ code }) => code.includes(CANARY));
      expect([own, (stdout + stderr).includes(CANARY)]).toEqual([false, false]);
      expect(read()).toEqual([]);
    });
  });
});

describe('what is no regular file', () => {
  const odd = process.platform === 'win32' ? [] : ['pipe.mjs', 'pipe.json', 'pipe.md'];

  it.each([...TIERS])('is not waited for, though it may be read (tier %s)', async (tier) => {
    const arena = new Arena(main);
    try {
      const folder = arena.folder('odd');
      for (const name of odd) execFileSync('mkfifo', [join(folder, name)]);
      const paths = [...odd.map((name) => join(folder, name)), folder, '/dev/zero', '/dev/tty'];
      const inputs = paths.flatMap((path) => [
        { name: `import ${basename(path)}`, code: `import x from '${path}'; console.log(x);` },
        { name: `src ${basename(path)}`, code: '', src: path },
        {
          name: `map of ${basename(path)}`,
          code: `export const z = 1;\n//# sourceMappingURL=${path}\n`,
        },
      ]);
      const flags = [`--allow-read=${folder},/dev/zero,/dev/tty`];
      const result = await arena.fight(tier, 'bundler-inputs', { inputs }, { flags });
      expect(winners(result)).toEqual(['it still answers: true']);
      const late = Object.entries(result.outcomes).filter(([, o]) => /nothing came/.test(o.detail));
      expect(late).toEqual([]);
    } finally {
      arena.remove();
    }
  });
});
