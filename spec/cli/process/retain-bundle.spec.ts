/** `bundler.retainBundle`: what runs is kept, for a debugger to read. @ci */
import { SourceMap } from 'node:module';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { WITHOUT_BUBBLEWRAP } from '../../sandbox/support/tiers.js';
import { commandFile, folderOf, shell, tui } from '../../support/cli.js';

const LIB = `export function twice(value: number) {\n  return 2 * value;\n}\n`;
const APP = `<text id="t">x</text>
<script>
  import { twice } from './lib.ts';
  export const value: number = twice(21);
  $tui.getElementById('t').textContent = String(value);
</script>
`;

let cwd = '';
beforeEach(async () => {
  cwd = await folderOf({ 'app/app.tui': APP, 'app/lib.ts': LIB });
});
afterEach(() => rmSync(cwd, { recursive: true }));

const run = (...args: string[]) =>
  tui([...args, '--trust', 'app.tui'], {
    cwd: join(cwd, 'app'),
    env: { HOME: cwd, XDG_CACHE_HOME: join(cwd, 'cache') },
  });
const bundles = (): string => join(cwd, 'cache/tui/bundles');

it('keeps the code with a map that leads back to the texts, and logs where', async () => {
  const { code, stdout, stderr } = await run('--bundler-retain-bundle', '--log-file=app.log');
  expect([code, stdout]).toEqual([0, '42\n']);
  const [name = ''] = readdirSync(bundles());
  const folder = join(bundles(), name);
  expect(stderr).toBe(`info bundle-kept: the compiled scripts are in ${folder}\n`);
  expect(readFileSync(join(cwd, 'app/app.log'), 'utf8')).toContain(
    `INFO  the compiled scripts are in ${folder}\n`,
  );
  expect(readFileSync(join(folder, 'origin.txt'), 'utf8')).toBe(`${join(cwd, 'app/app.tui')}\n`);
  expect(statSync(join(folder, 'bundle.js')).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const lines = readFileSync(join(folder, 'bundle.js'), 'utf8').split('\n');
  const map = JSON.parse(readFileSync(join(folder, 'bundle.js.map'), 'utf8'));
  expect(lines.at(-2)).toBe('//# sourceMappingURL=bundle.js.map');
  const found = (text: string): { source: string; line: string | undefined } => {
    const line = lines.findIndex((each) => each.includes(text));
    const column = lines[line]?.indexOf(text) ?? 0;
    const entry = new SourceMap(map).findEntry(line, column) as {
      originalSource: string;
      originalLine: number;
    };
    const text2 = map.sourcesContent[map.sources.indexOf(entry.originalSource)] as string;
    return { source: entry.originalSource, line: text2.split('\n')[entry.originalLine] };
  };
  expect(found('2 * value')).toEqual({
    source: join(cwd, 'app/lib.ts'),
    line: '  return 2 * value;',
  });
  expect(found('twice(21)')).toEqual({
    source: 'app.tui.script:0.ts',
    line: '  export const value: number = twice(21);',
  });
});

it('is off by default, keeps the same content once, and the newest of many', async () => {
  await run();
  expect(existsSync(bundles())).toBe(false);
  await run('--bundler-retain-bundle');
  await run('--bundler-retain-bundle');
  expect(readdirSync(bundles())).toHaveLength(1);
  for (let index = 0; index < 40; index++) {
    const folder = join(bundles(), index.toString(16).padStart(64, '0'));
    mkdirSync(folder);
    utimesSync(folder, index, index);
  }
  writeFileSync(join(bundles(), 'other'), '');
  writeFileSync(join(cwd, 'app/lib.ts'), LIB.replace('2', '3'));
  await run('--bundler-retain-bundle');
  const kept = readdirSync(bundles());
  expect(kept).toHaveLength(33);
  expect(kept).toContain('other');
  expect(kept).not.toContain('0'.repeat(64));
  expect(kept).toContain((39).toString(16).padStart(64, '0'));
});

it('is for the user to set, and ends no app where nothing can be kept', async () => {
  writeFileSync(
    join(cwd, 'app/app.tui'),
    `<policy>{"config": {"bundler.retainBundle": true}}</policy>${APP}`,
  );
  const { stderr } = await run();
  expect(stderr).toContain('bundler.retainBundle: only the user may set this key');
  expect(existsSync(bundles())).toBe(false);
  mkdirSync(join(cwd, 'cache/tui'), { recursive: true });
  writeFileSync(bundles(), 'in the way');
  const second = await run('--bundler-retain-bundle');
  expect([second.code, second.stdout]).toEqual([0, '42\n']);
  expect(second.stderr).toMatch(
    /cannot-write: the compiled scripts cannot be saved \((ENOTDIR|EEXIST)\)/,
  );
});

it('waits for no app that has ended before its start', async () => {
  writeFileSync(
    join(cwd, 'launcher.cjs'),
    // In the place of Node, which would run the app.
    `process.execPath = '/bin/false'; process.argv[1] = ${JSON.stringify(commandFile())}; require(process.argv[1]);`,
  );
  const { code, stderr } = await shell(
    `${process.execPath} ${join(cwd, 'launcher.cjs')} snapshot --trust --bundler-retain-bundle app.tui`,
    {
      cwd: join(cwd, 'app'),
      env: {
        HOME: cwd,
        XDG_CACHE_HOME: join(cwd, 'cache'),
        TUI_SANDBOX_TIER: WITHOUT_BUBBLEWRAP,
      },
    },
  );
  expect(code).toBe(1);
  expect(stderr).toContain('error no-sandbox: the app did not start');
  expect(stderr).not.toContain('script-waits');
});
