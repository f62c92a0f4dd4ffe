/** The place of the developer tools and the assistant, where `XDG_STATE_HOME` leads into a folder that an app could write at another start. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { readDivision, writeDivision } from '../../../cli/devtools/division.js';
import { folderOf } from '../../support/cli.js';

it('is not written through a link that an app has left', async () => {
  const folder = await folderOf({ 'user.txt': 'precious\n' });
  const file = join(folder, 'state/tui/assistant.json');
  mkdirSync(join(folder, 'state/tui'), { recursive: true });
  symlinkSync(join(folder, 'user.txt'), file);
  writeDivision(file, { side: 'right', cells: 40 });
  expect(readFileSync(join(folder, 'user.txt'), 'utf8')).toBe('precious\n');
  expect(readDivision(file)).toEqual({ side: 'right', cells: 40 });
  // The control: a link is followed by what does not look.
  const other = join(folder, 'other.json');
  symlinkSync(join(folder, 'user.txt'), other);
  writeFileSync(other, '{}');
  expect(readFileSync(join(folder, 'user.txt'), 'utf8')).toBe('{}');
});
