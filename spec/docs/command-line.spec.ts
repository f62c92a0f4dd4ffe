/** The manual page, as man shows it, and the reference of the command line. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LAUNCHER_FLAGS } from '../../cli/command-line/arguments.js';
import { COMMANDS } from '../../cli/commands/table.js';
import { PROPERTIES } from '../../config/schema.js';
import { describeWith } from '../support/programs.js';

const MANUAL = 'docs/reference/tui.1';
/** A short form, a pattern, or the mirror of a flag that is listed. */
const isDerived = (name: string): boolean => /^-\w$|\*$|^--deny-/.test(name);
const FLAGS = [...new Set(LAUNCHER_FLAGS.map(({ name }) => name))].filter(
  (name) => !isDerived(name),
);

describe('the reference of the command line', () => {
  const page = readFileSync('docs/reference/command-line.md', 'utf8');

  it.each([...FLAGS, ...COMMANDS.map(({ name }) => `tui ${name}`)])('has %s', (name) => {
    expect(page).toContain(name);
  });
});

describeWith(['man'], 'the manual page', () => {
  const { stdout, stderr } = spawnSync('man', ['--warnings', '-l', MANUAL], {
    encoding: 'utf8',
    env: { ...process.env, MANWIDTH: '200', LC_ALL: 'C.UTF-8', MAN_KEEP_FORMATTING: '' },
  });

  it('has no mistakes that man reports', () => {
    expect(stderr).toBe('');
  });

  it('has hyphens that can be copied, and no markup that shows', () => {
    expect(stdout).not.toMatch(/‐-|\\|^\./m);
  });

  it.each([...FLAGS, ...[...PROPERTIES.values()].map(({ env }) => env)])('has %s', (name) => {
    expect(stdout).toContain(name);
  });
});
