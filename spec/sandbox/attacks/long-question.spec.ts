/**
 * A policy that requests so much that the question about it would take long to wrap: Ctrl+C is heard. The control is the
 * same text as a question: wrapping takes longer, the longer the text is.
 * @ci
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PromptContent } from '../../../cli/sandbox/approval/prompt-content.js';
import { FIRST_STATE, promptRows } from '../../../cli/sandbox/approval/prompt-screen.js';
import { commandFile } from '../../support/cli.js';
import { cpuTime } from '../../support/cpu-time.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';

const main = commandFile();
const TEXT = '\u0627\u0628 a ';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-long-question-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const POLICIES: Readonly<Record<string, (length: number) => object>> = {
  'a setting': (length) => ({
    permissions: { net: ['example.com'] },
    config: { 'oauth.clientId': TEXT.repeat(length / TEXT.length) },
  }),
  programs: (length) => ({
    permissions: {
      run: Array.from({ length: Math.ceil(length / 2000) }, (_, at) => [
        'git',
        TEXT.repeat(400) + String(at),
      ]),
    },
  }),
};

async function start(policy: object, steps: PtyStep[]) {
  // What the driver of the terminal waits for, in an error; in a question it is the app's name.
  const file = join(folder, 'READY.tui');
  writeFileSync(
    file,
    `<tui><policy>${JSON.stringify({ name: 'READY', ...policy })}</policy><text>a</text><script>1</script></tui>`,
  );
  return await runOnPty(main, [file], steps, { XDG_STATE_HOME: folder });
}

it('as a question it takes the longer the more it is', () => {
  const content = (length: number): PromptContent => ({
    subject: '/app.tui',
    hash: undefined,
    name: undefined,
    requested: [],
    settings: [{ key: 'oauth.clientId', value: TEXT.repeat(length) }],
    approvedBefore: new Set(),
    changed: false,
    enforcement: {
      tier: 'A',
      by: 'bubblewrap',
      levels: { read: 'system', write: 'system', net: 'system', run: 'system', env: 'system' },
    },
    canKeep: true,
  });
  const cost = (length: number): number => {
    const started = cpuTime();
    promptRows(content(length), { width: 40, height: 10 }, FIRST_STATE);
    return cpuTime() - started;
  };
  const short = cost(20_000);
  expect(cost(400_000)).toBeGreaterThan(3 * short);
});

it.each(Object.keys(POLICIES))('Ctrl+C leaves the longest question for %s', async (kind) => {
  const { text, status, restored } = await start(POLICIES[kind]?.(50_000) ?? {}, [
    { wait: '[n Deny]' },
    { type: '\u0003' },
  ]);
  expect(text).toContain('requests permission');
  expect({ status, restored }).toEqual({ status: 3, restored: true });
});
