/**
 * The folder of messages of a policy, exchanged for a link by another process while a command lists it: what is listed is
 * what was checked. The other process is here at the moment of the check.
 */
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Config } from '../../config/index.js';
import { readableMessages } from '../../cli/sandbox/launch/files/messages-folder.js';
import { readPermissionFlags } from '../../cli/sandbox/policy/flags.js';
import { loadPermissions } from '../../cli/sandbox/policy/load.js';
import type { Permissions } from '../../cli/sandbox/policy/types.js';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tui-messages-')));
  for (const [folder, locale] of [
    ['app/texts', 'de'],
    ['outside', 'fr'],
  ] as const) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, `${locale}.json`), '{}');
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function permissions(flags: readonly string[] = []): Permissions {
  return loadPermissions({
    source: { file: 'app.tui', text: '' },
    appFile: join(root, 'app/app.tui'),
    flags: readPermissionFlags(flags),
    env: {},
    cwd: root,
    home: '/nonexistent',
  }).resolved.permissions;
}

/** After the folder's path was resolved, and before what is decided of it is read for the `count`th time. */
function exchanging(granted: Permissions, count: number): Permissions {
  let left = count;
  return Object.defineProperty({ ...granted }, 'read', {
    get: () => {
      if (--left === 0) {
        renameSync(join(root, 'app/texts'), join(root, 'app/before'));
        symlinkSync(join(root, 'outside'), join(root, 'app/texts'));
      }
      return granted.read;
    },
  });
}

const config = {
  getPath: () => join(root, 'app/texts'),
  getSource: () => 'policy',
} as unknown as Config;

const localesOf = (granted: Permissions): readonly string[] =>
  readableMessages(config, granted, root).locales;

it('lists the folder of the app', () => {
  expect(localesOf(permissions())).toEqual(['de']);
});

it('lists what has come to the name, where that is granted as well', () => {
  const granted = permissions([`--allow-read=${join(root, 'outside')}`]);
  expect(localesOf(exchanging(granted, 1))).toEqual(['fr']);
});

it('lists nothing of what has come to the name and is not granted', () => {
  expect(localesOf(exchanging(permissions(), 1))).toEqual([]);
});

it('lists the folder that was checked, where it is exchanged after the check', () => {
  expect(localesOf(exchanging(permissions(), 2))).toEqual(['de']);
});

it('reads no file of it either', () => {
  const found = readableMessages(config, exchanging(permissions(), 1), root);
  expect(found.read('fr')?.text).toBe('');
  const granted = permissions([`--allow-read=${join(root, 'outside')}`]);
  expect(readableMessages(config, granted, root).read('fr')?.text).toBe('{}');
});
