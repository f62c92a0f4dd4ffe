/**
 * An app that was approved for always, and a neighbour that may write its folder: whatever the neighbour
 * changes of it, the approval does not hold for the result.
 * @ci
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { approveApp } from '../support/approve.js';
import { Arena, CANARY } from './support/arena.js';
import { describeLauncher } from '../support/tiers.js';

const main = commandFile();

/** Does what it was approved for: reads a file of its user. */
const BACKUP = `<policy>{"permissions": {"read": ["../outside"]}}</policy><text id="t">x</text><script>
  import { readFileSync } from 'node:fs';
  import { tool } from './lib/tool';
  import { linked } from './link.js';
  import kit from 'kit';
  const secret = readFileSync('../outside/secret.txt', 'utf8');
  $tui.getElementById('t').textContent = [tool, linked, kit, secret.length].join(' ');
</script>`;

const EVIL = `import { readFileSync } from 'node:fs';
process.stdout.write('EVIL ' + readFileSync('../outside/secret.txt', 'utf8'));
export const [tool, linked] = ['evil', 'evil']; export default 'evil';`;

const FILES: Readonly<Record<string, string>> = {
  'backup.tui': BACKUP,
  'lib/tool.js': "export const tool = 'tool';",
  'lib/one.js': "export const linked = 'one';",
  'node_modules/kit/package.json': '{ "main": "kit.js" }',
  'node_modules/kit/kit.js': "export default 'kit';",
};

class Neighbours {
  readonly arena = new Arena(main);
  readonly env: Readonly<Record<string, string>>;

  constructor(tier: string) {
    this.env = { HOME: join(this.arena.root, 'home'), TUI_SANDBOX_TIER: tier };
    this.restore();
  }

  /** The app as it was approved. */
  restore(): void {
    for (const name of ['lib', 'node_modules', 'evil.js', 'link.js', 'tsconfig.json']) {
      rmSync(this.path(name), { recursive: true, force: true });
    }
    for (const [name, text] of Object.entries(FILES)) this.arena.put(`app/${name}`, text);
    this.arena.link('app/link.js', 'lib/one.js');
  }

  path(name: string): string {
    return join(this.arena.app, name);
  }

  start(name: string, ...flags: string[]): Promise<Result> {
    return tui(['snapshot', this.path(name), ...flags], { cwd: this.arena.app, env: this.env });
  }

  approve(name: string): Promise<void> {
    return approveApp(this.path(name), { cwd: this.arena.app, env: this.env });
  }

  /** What an app does that may write the folder. */
  async neighbour(code: string): Promise<void> {
    this.arena.put(
      'app/notes.tui',
      `<policy>{"permissions": {"write": ["."]}}</policy><text>notes</text><script>
        import fs from 'node:fs';
        ${code}
      </script>`,
    );
    const { code: status, stderr } = await this.start('notes.tui', '--trust');
    expect([status, stderr.replace(/^(warning| {2}).*\n+/gm, '').trim()]).toEqual([0, '']);
    rmSync(this.path('notes.tui'));
  }
}

interface Change {
  /** Texts of files by their names. */
  readonly files?: Readonly<Record<string, string>>;
  readonly link?: string;
  /** What the refusal names. */
  readonly named: RegExp;
}

const CHANGES: Readonly<Record<string, Change>> = {
  'the document': {
    files: { 'backup.tui': BACKUP.replace(/<script>[^]*/, `<script>${EVIL}</script>`) },
    named: /changed: backup\.tui/,
  },
  'an imported file': { files: { 'lib/tool.js': EVIL }, named: /changed: lib\/tool\.js/ },
  'a package': {
    files: { 'node_modules/kit/kit.js': EVIL },
    named: /changed: node_modules\/kit\/kit\.js/,
  },
  'a package.json that names another file': {
    files: {
      'node_modules/kit/evil.js': EVIL,
      'node_modules/kit/package.json': '{ "main": "evil.js" }',
    },
    named: /changed: node_modules\/kit\/package\.json, added: node_modules\/kit\/evil\.js/,
  },
  'a file that is found sooner': {
    files: { 'lib/tool.ts': EVIL },
    named: /added: lib\/tool\.ts, removed: lib\/tool\.js/,
  },
  'a package that is found sooner': {
    files: {
      'evil.js': EVIL,
      'tsconfig.json': '{ "compilerOptions": { "paths": { "kit": ["./evil.js"] } } }',
    },
    named: /added: evil\.js, tsconfig\.json/,
  },
  'a link that leads to another file': {
    files: { 'lib/evil.js': EVIL },
    link: 'lib/evil.js',
    named: /added: lib\/evil\.js, removed: lib\/one\.js/,
  },
};

const WORKS = `tool one kit ${CANARY.length}`;

describeLauncher((tier) => {
  describe('an approved app', () => {
    let place: Neighbours;
    beforeAll(async () => {
      place = new Neighbours(tier);
      await place.approve('backup.tui');
    });
    afterAll(() => place.arena.remove());

    it('starts without a question', async () => {
      expect(await place.start('backup.tui')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(WORKS),
      });
    });

    it('is asked about when another app has changed what it imports, and does nothing before', async () => {
      await place.neighbour(`fs.writeFileSync('lib/tool.js', ${JSON.stringify(EVIL)});`);
      const { code, stdout, stderr } = await place.start('backup.tui');
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).not.toContain(CANARY);
    });

    it.each(Object.entries(CHANGES))(
      'is asked about after a change of %s',
      async (_name, change) => {
        const { files = {}, link, named } = change;
        place.restore();
        for (const [name, text] of Object.entries(files)) place.arena.put(`app/${name}`, text);
        if (link !== undefined) {
          rmSync(place.path('link.js'));
          symlinkSync(link, place.path('link.js'));
        }
        const { code, stdout, stderr } = await place.start('backup.tui');
        expect([code, stdout]).toEqual([3, '']);
        expect(stderr).toMatch(named);
        expect(stderr).not.toContain(CANARY);
        // The control: agreed to as it is now, it does what it says.
        expect((await place.start('backup.tui', '--trust')).stdout).toContain(`EVIL ${CANARY}`);
      },
    );

    it('is what was approved when it is as it was again', async () => {
      place.restore();
      expect((await place.start('backup.tui')).stdout).toContain(WORKS);
    });
  });

  it('takes two files that change places for a change', async () => {
    const place = new Neighbours(tier);
    try {
      place.arena.put(
        'app/two.tui',
        `<policy>{"permissions": {"read": ["../outside"]}}</policy><text id="t"></text><script>
          import { x as a } from './a.js'; import { x as b } from './b.js';
          $tui.getElementById('t').textContent = a + b;
        </script>`,
      );
      for (const name of ['one', 'two'])
        place.arena.put(`app/${name}.js`, `export const x = '${name}';`);
      place.arena.link('app/a.js', 'one.js');
      place.arena.link('app/b.js', 'two.js');
      await place.approve('two.tui');
      expect((await place.start('two.tui')).stdout).toContain('onetwo');
      for (const [from, to] of [
        ['a.js', 'two.js'],
        ['b.js', 'one.js'],
      ] as const) {
        rmSync(place.path(from));
        symlinkSync(to, place.path(from));
      }
      const { code, stderr } = await place.start('two.tui');
      expect(code).toBe(3);
      expect(stderr).toContain('changed: the file that an import resolves to');
    } finally {
      place.arena.remove();
    }
  });

  it('runs what was approved, whatever is in its files by then', async () => {
    const place = new Neighbours(tier);
    try {
      place.arena.put('app/late.js', "export const late = 'as approved';");
      place.arena.put(
        'app/waits.tui',
        `<policy>{"permissions": {"read": ["../outside"], "write": ["./cache"]}}</policy><text>x</text><script>
          import fs from 'node:fs';
          fs.writeFileSync('cache/started', '');
          while (!fs.existsSync('cache/go')) await new Promise((resolve) => setTimeout(resolve, 20));
          const { late } = await import('./late.js');
          process.stdout.write('LATE ' + late);
        </script>`,
      );
      await place.approve('waits.tui');
      const child = spawn(process.execPath, [main, 'snapshot', place.path('waits.tui')], {
        cwd: place.arena.app,
        env: { PATH: process.env['PATH'], ...place.env },
      });
      let stdout = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      const ended = new Promise((resolve) => child.on('close', resolve));
      while (!existsSync(place.path('cache/started')) && child.exitCode === null) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      writeFileSync(place.path('late.js'), "export const late = 'EVIL';");
      writeFileSync(place.path('cache/go'), '');
      await ended;
      expect(stdout).toContain('LATE as approved');
    } finally {
      place.arena.remove();
    }
  });

  it('adds no file while it runs that another app may write', async () => {
    const place = new Neighbours(tier);
    try {
      const ask = readFileSync(new URL('./apps/wire.ts', import.meta.url), 'utf8');
      place.arena.put('app/wire.ts', ask);
      place.arena.put('app/plugins/plugin.js', 'export const plugin = 1;');
      mkdirSync(place.path('own'), { recursive: true });
      place.arena.put('app/own/mine.js', 'export const mine = 1;');
      place.arena.put(
        'app/host.tui',
        `<policy>{"permissions": {"read": ["../outside"], "write": ["./own"]}}</policy><text>x</text><script>
          import { ask } from './wire.ts';
          const compile = (code) => {
            const { ok, diagnostics } = ask('compile', [{ size: code.length, lang: 'js', ready: false }], code);
            return ok ? 'ok' : diagnostics[0].message;
          };
          process.stdout.write('ANSWERS ' + JSON.stringify([
            compile("import './plugins/plugin.js'"),
            compile("import './own/mine.js'"),
            compile("import './wire.ts'"),
          ]) + '\\n');
        </script>`,
      );
      const answers = async (...flags: string[]): Promise<unknown> => {
        const { stdout, stderr } = await place.start('host.tui', ...flags);
        const found = /^ANSWERS (.*)$/m.exec(stdout)?.[1];
        if (found === undefined) throw new Error(stdout + stderr);
        return JSON.parse(found);
      };
      const refused = expect.stringMatching(/cannot become part of the app while it runs$/);
      // Nobody has agreed to its content in particular.
      expect(await answers('--trust')).toEqual(['ok', 'ok', 'ok']);
      await place.approve('host.tui');
      expect(await answers()).toEqual(['ok', refused, 'ok']);
      place.arena.put(
        'app/writer.tui',
        '<policy>{"permissions": {"write": ["./plugins"]}}</policy><text>x</text><script>1</script>',
      );
      await place.approve('writer.tui');
      expect(await answers()).toEqual([refused, refused, 'ok']);
    } finally {
      place.arena.remove();
    }
  });
});
