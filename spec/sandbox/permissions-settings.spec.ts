/** The folder of the user's settings: no app's to read or write, and what a grant to write it means instead. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTo, allowsRead, allowsSave, allowsWrite } from '../../cli/sandbox/policy/check.js';
import { mountsOf } from '../../cli/sandbox/policy/mounts.js';
import { grantKey } from '../../cli/sandbox/policy/requested.js';
import type { Resolved } from '../../cli/sandbox/policy/resolve.js';
import { AppHome } from './support/app-home.js';

let place: AppHome;
let home = '';
let app = '';
beforeAll(() => {
  place = new AppHome();
  ({ home, app } = place);
});
afterAll(() => place.remove());

const resolved = (...all: Parameters<AppHome['resolved']>): Resolved => place.resolved(...all);
const expected = (...all: Parameters<AppHome['wanted']>): string[] => place.wanted(...all);
const told = (...all: Parameters<AppHome['told']>): string => place.told(...all);

describe('the folder of the settings', () => {
  const file = (): string => join(home, '.config/tui/config.json');
  const folder = (): string => join(home, '.config/tui');
  const saves = (permissions: object, ...flags: string[]): boolean =>
    allowsSave(resolved({ permissions }, flags).permissions, file(), home);

  it("is nobody's to read or write, whatever is granted", () => {
    for (const [permissions, ...flags] of [
      [{ write: ['~/.config/tui'] }],
      [{ write: ['~/.config/tui/config.json'] }],
      [{ read: ['~/.config/tui/config.json'] }],
      [{ read: ['~'], write: ['~'] }],
      [{ write: ['~/.config'] }],
      [{ all: true }],
      [{}, '--allow-read', '--allow-write'],
      [{}, '--allow-all'],
      [{}, `--allow-read=${home}/.config/tui`],
    ] as [object, ...string[]][]) {
      const { permissions: granted } = resolved({ permissions }, flags);
      for (const path of [folder(), file(), `${file()}.lock`, join(folder(), 'themes/x.css')]) {
        expect(accessTo(granted, path)).toBe('none');
        expect(allowsRead(granted, path, app)).toBeUndefined();
        expect(allowsWrite(granted, path, app)).toBeUndefined();
      }
      expect(
        mountsOf(granted).some(({ path, access }) => path === folder() && access !== 'none'),
      ).toBe(false);
    }
    // What is beside it is not.
    const { permissions } = resolved({ permissions: { write: ['~/.config'] } });
    expect(accessTo(permissions, join(home, '.config/other'))).toBe('write');
    expect(accessTo(permissions, join(home, '.config/tui2'))).toBe('write');
  });

  it('is granted for saving, which is asked about by its own words', () => {
    const { requested: found } = resolved({ permissions: { write: ['~/.config/tui', '~/notes'] } });
    expect(found).toEqual([
      expect.objectContaining({ kind: 'write', value: `${folder()}/`, isSettings: true }),
      expect.not.objectContaining({ isSettings: true }),
    ]);
    expect(found[0]?.danger).toBeUndefined();
    expect(saves({ write: ['~/.config/tui'] })).toBe(true);
    expect(saves({ write: ['~/.config/tui/config.json'] })).toBe(true);
    // Whoever may write all around it may save.
    expect(saves({ write: ['~/.config'] })).toBe(true);
    expect(saves({ all: true })).toBe(true);
    expect(saves({}, '--allow-write')).toBe(true);
    expect(saves({}, `--allow-write=${folder()}`)).toBe(true);
    expect(expected({ permissions: { write: ['~/.config/tui'] } }, '--allow-write')).toEqual([]);
  });

  it('is not granted for less, nor where it is denied', () => {
    for (const permissions of [
      {},
      { read: ['~/.config/tui'] },
      { write: ['~/.config/tui/themes'] },
      { write: ['~/.config/tui2', '~/notes'] },
    ]) {
      expect(saves(permissions)).toBe(false);
    }
    const write = ['~/.config/tui'];
    for (const flag of [
      '--deny-write',
      '--deny-all',
      '--deny-read',
      '--deny-write=.config',
      '--deny-read=.config',
      '--deny-write=.config/tui',
      '--deny-write=.config/tui/config.json',
    ]) {
      expect([flag, saves({ write }, flag)]).toEqual([flag, false]);
    }
    expect(saves({ write }, '--deny-write=notes')).toBe(true);
    expect(expected({ permissions: { write } }, '--deny-write=.config')).toEqual([]);
  });

  it('is where XDG_CONFIG_HOME has it, and the usual place is guarded as well', () => {
    const elsewhere = join(home, 'elsewhere/tui');
    const env = { XDG_CONFIG_HOME: join(home, 'elsewhere') };
    const load = (permissions: object): Resolved => resolved({ permissions }, [], { env });
    const { permissions, requested: found } = load({ write: ['~'] });
    expect(accessTo(permissions, join(elsewhere, 'config.json'))).toBe('none');
    expect(accessTo(permissions, file())).toBe('none');
    expect(found.map(grantKey)).toEqual([`write ${home}/`]);
    // A policy cannot name the variable: the usual place stands for the folder, and the question names the real one.
    const asked = load({ write: ['~/.config/tui'] });
    expect(asked.requested.map(grantKey)).toEqual([`write ${elsewhere}/`]);
    expect(allowsSave(asked.permissions, join(elsewhere, 'config.json'), home)).toBe(true);
  });

  it('is also where a link in its place leads', () => {
    const dotfiles = join(home, 'dotfiles/tui');
    mkdirSync(dotfiles, { recursive: true });
    mkdirSync(folder(), { recursive: true });
    symlinkSync(join(dotfiles, 'settings.json'), file());
    try {
      // It leads to nothing yet: what comes into being there is the file.
      const { permissions } = resolved({ permissions: { write: ['~/dotfiles', '~/.config/tui'] } });
      expect(accessTo(permissions, join(dotfiles, 'settings.json'))).toBe('none');
      expect(accessTo(permissions, join(dotfiles, 'other'))).toBe('none');
      expect(accessTo(permissions, join(home, 'dotfiles/x'))).toBe('write');
      expect(allowsSave(permissions, file(), home)).toBe(true);
      expect(saves({ write: ['~/.config/tui'] }, '--deny-write=dotfiles')).toBe(false);
      rmSync(file());
      // A link into the home itself must not take the home with it.
      symlinkSync(join(home, 'settings.json'), file());
      const { permissions: wide } = resolved({ permissions: { write: ['~'] } });
      expect(accessTo(wide, join(home, 'settings.json'))).toBe('none');
      expect(accessTo(wide, join(home, 'notes'))).toBe('write');
    } finally {
      rmSync(join(home, '.config'), { recursive: true });
    }
  });

  it('is led to by no link that an app could change', () => {
    const [links, real] = [join(home, 'links'), join(home, 'real')];
    for (const path of [links, real, folder()]) mkdirSync(path, { recursive: true });
    symlinkSync(join(real, 'c.json'), join(links, 'c.json'));
    symlinkSync(join(links, 'c.json'), file());
    try {
      const { permissions } = resolved({
        permissions: { write: ['~/links', '~/real', '~/notes'] },
      });
      expect(accessTo(permissions, join(real, 'c.json'))).toBe('none');
      expect(accessTo(permissions, join(links, 'c.json'))).toBe('read');
      expect(accessTo(permissions, join(home, 'notes'))).toBe('write');
      // An app that has no grant there is left alone, and so is one with a folder in it.
      mkdirSync(join(links, 'deep'));
      const { permissions: deep } = resolved({ permissions: { write: ['~/links/deep'] } });
      expect(accessTo(deep, join(links, 'deep'))).toBe('write');
    } finally {
      for (const path of [links, real, join(home, '.config')]) rmSync(path, { recursive: true });
    }
  });

  it('is told of where a grant comes to nothing', () => {
    expect(told({ permissions: { read: ['~/.config/tui'] } })).toMatch(
      /app\.tui:1:\d+ warning among-settings: read: no app may access the folder of settings of tui/,
    );
    expect(told({ permissions: { write: ['~/.config/tui/themes'] } })).toContain('among-settings');
    expect(told({ permissions: { write: ['~/.config/tui', '~/.config'] } })).toBe('');
    const inside = resolved(undefined, [], { file: join(folder(), 'app.tui') }).diagnostics;
    expect(inside.map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', 'the app is in the folder of settings of tui, which no app may read'],
    ]);
  });
});
