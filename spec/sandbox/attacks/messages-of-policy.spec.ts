/**
 * Commands that run nothing of an app read the messages that its policy names: no more of them than the app may read.
 * The control is a file that it may read, by the same way.
 */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { commandFile, tui } from '../../support/cli.js';
import { Arena, CANARY } from './support/arena.js';

let arena: Arena;
beforeEach(() => {
  arena = new Arena(commandFile());
  arena.folder('app/texts');
});
afterEach(() => arena.remove());

/** All that a command prints, and what it has written beside the app. */
async function outcome(command: readonly string[], dir: string, permissions = {}): Promise<string> {
  const policy = { permissions, config: { 'i18n.messagesDir': dir, 'i18n.locale': 'de' } };
  const file = arena.put(
    'app/app.tui',
    `<tui lang="de"><policy>${JSON.stringify(policy)}</policy><text t="a">A</text></tui>`,
  );
  const { stdout, stderr } = await tui([...command, file], {
    cwd: arena.root,
    env: { HOME: join(arena.root, 'home') },
  });
  const written = `${file}.d.ts`;
  return stdout + stderr + (existsSync(written) ? readFileSync(written, 'utf8') : '');
}

describe.each([
  ['lint', ['lint']],
  ['i18n check', ['i18n', 'check']],
  ['types', ['types', '--force']],
])('tui %s', (name, command) => {
  // Keys are written; of what is not JSON a line is printed.
  const text = `{"key ${CANARY}": "x",\n"broken": "{"${name === 'types' ? '}' : ''}`;
  const mark = name === 'types' ? CANARY : '"broken": "{"';

  it('reads a file of the app, and a link in its folder to another', async () => {
    arena.put('app/texts/de.json', text);
    expect(await outcome(command, './texts')).toContain(mark);
    arena.put('app/other.json', text);
    arena.folder('app/linked');
    symlinkSync('../other.json', join(arena.root, 'app/linked/de.json'));
    expect(await outcome(command, './linked')).toContain(mark);
  });

  it('reads what the policy requests elsewhere, and displays none of its lines', async () => {
    arena.put('outside/de.json', text);
    const found = await outcome(command, arena.outside, { read: [arena.outside] });
    // Keys are types of the app's own; a line is content that the user has not agreed to.
    const shown = name === 'types' ? mark : 'line 2 has an error that is not displayed';
    expect(found).toContain(shown);
    if (name !== 'types') expect(found).not.toContain(mark);
  });

  it('reads nothing else: no folder elsewhere, and none and no file by a link', async () => {
    arena.put('outside/de.json', text);
    symlinkSync(join(arena.outside, 'de.json'), join(arena.root, 'app/texts/de.json'));
    symlinkSync(arena.outside, join(arena.root, 'app/elsewhere'));
    for (const folder of [arena.outside, './texts', './elsewhere']) {
      const found = await outcome(command, folder);
      expect(found).not.toContain(mark);
      expect(found).not.toContain(CANARY);
    }
  });
});
