import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isInside } from '../../cli/sandbox/policy/grants/paths.js';
import { loadPermissions } from '../../cli/sandbox/policy/load.js';
import { accessTo } from '../../cli/sandbox/policy/check.js';
import { mountsOf, nodePathList, symlinksLeaving } from '../../cli/sandbox/policy/mounts.js';
import { readPermissionFlags } from '../../cli/sandbox/policy/flags.js';
import type { Permissions } from '../../cli/sandbox/policy/types.js';
import { propertyRuns } from '../support/property-runs.js';

let root = '';
const FOLDERS = ['a', 'a/b', 'a/b/c', 'a/d', 'e'];
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tui-mounts-')));
  for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  for (const folder of FOLDERS) writeFileSync(join(root, folder, 'file'), 'x');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function permissions(...flags: string[]): Permissions {
  return loadPermissions({
    source: { file: '<stdin>', text: '' },
    appFile: undefined,
    flags: readPermissionFlags(flags),
    env: {},
    cwd: root,
    home: '/nonexistent',
  }).resolved.permissions;
}

const shown = (path: string): string => path.replace(root, '') || '/';

describe('grants as mounts', () => {
  it('put what is denied over what is granted', () => {
    const mounts = mountsOf(
      permissions(
        '--allow-read=a',
        '--deny-read=a/b',
        '--allow-write=a/d,e',
        '--deny-write=e/file',
      ),
    );
    expect(
      mounts
        .filter(({ path }) => path.startsWith(root))
        .map(({ path, access, type }) => `${access} ${type} ${shown(path)}`),
    ).toEqual([
      'read folder /a',
      'write folder /e',
      'none folder /a/b',
      'write folder /a/d',
      'read file /e/file',
    ]);
  });

  it('give each path the access that the permissions say, whatever is granted and denied', () => {
    const some = fc.uniqueArray(fc.constantFrom(...FOLDERS, 'a/b/file', 'missing', 'a/missing'), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(
        some,
        some,
        some,
        some,
        fc.boolean(),
        (read, write, denyRead, denyWrite, everything) => {
          const flag = (name: string, paths: readonly string[]): string[] =>
            paths.length === 0 ? [] : [`--${name}=${paths.join(',')}`];
          const granted = permissions(
            ...flag('allow-read', read),
            ...flag('allow-write', write),
            ...flag('deny-read', denyRead),
            ...flag('deny-write', denyWrite),
            ...(everything ? ['--allow-read'] : []),
          );
          const mounts = mountsOf(granted);
          const lists = {
            read: nodePathList(granted, 'read'),
            write: nodePathList(granted, 'write'),
          };
          for (const name of [...FOLDERS, ...FOLDERS.map((folder) => `${folder}/file`)]) {
            const path = join(root, name);
            const access = accessTo(granted, path);
            // The last mount that holds it is the one that is seen.
            const mount = mounts.findLast((each) => isInside(path, each.path));
            expect(mount?.access ?? 'none').toBe(access);
            // Node's list may leave out a folder that holds something denied, and never holds too much.
            const listed = (kind: 'read' | 'write'): boolean =>
              lists[kind].paths.some((each) => isInside(path, each));
            if (listed('write')) expect(access).toBe('write');
            if (listed('read')) expect(access).not.toBe('none');
            if (name.endsWith('file')) {
              expect(listed('read')).toBe(access !== 'none');
              expect(listed('write')).toBe(access === 'write');
            }
          }
        },
      ),
      { numRuns: propertyRuns(80) },
    );
  });

  it('list a folder with something denied by its entries, and one with too many never in part', () => {
    const folder = join(root, 'long');
    mkdirSync(join(folder, 'denied'), { recursive: true });
    mkdirSync(join(folder, 'own'));
    for (let at = 0; at < 4200; at++) writeFileSync(join(folder, `file-${at}`), '');
    const granted = permissions('--allow-read', '--allow-write', '--deny-read=long/denied');
    for (const kind of ['read', 'write'] as const) {
      const listed = (path: string, isMounted: boolean): boolean =>
        nodePathList(granted, kind, { isMounted }).paths.some((each) => isInside(path, each));
      // Mounts deny it, whatever Node permits: the others are granted, and what is made beside them.
      const beside = ['file-0', 'file-4199', 'own', 'new'].map((name) => join(folder, name));
      expect(beside.filter((path) => !listed(path, true))).toEqual([]);
      // Node alone has to deny it, and grants none of them.
      const inside = [...beside, join(folder, 'denied')];
      expect(inside.filter((path) => listed(path, false))).toEqual([]);
      expect(nodePathList(granted, kind).unlisted).toEqual([folder]);
      // What other folders have is not cut off.
      expect(listed(join(root, 'e', 'file'), false)).toBe(true);
    }
  });

  it('tell of links that lead out', () => {
    const folder = join(root, 'links');
    mkdirSync(folder);
    symlinkSync(join(root, 'e'), join(folder, 'out'));
    symlinkSync('in', join(folder, 'dangling'));
    writeFileSync(join(folder, 'file'), 'x');
    symlinkSync('file', join(folder, 'inside'));
    const leaving = (...flags: string[]): string[] =>
      symlinksLeaving(permissions(...flags))
        .links.map(shown)
        .sort();
    expect(leaving('--allow-read=links')).toEqual(['/links/dangling', '/links/out']);
    expect(leaving('--allow-read=links,e')).toEqual(['/links/dangling']);
    expect(leaving('--allow-read=e', '--allow-write=links')).toEqual([
      '/links/dangling',
      '/links/out',
    ]);
    expect(symlinksLeaving(permissions('--allow-read=links'), 2).complete).toBe(false);
    expect(
      nodePathList(permissions('--allow-read=links', '--deny-read=links/file'), 'read').paths.map(
        shown,
      ),
    ).toEqual([]);
  });
});
