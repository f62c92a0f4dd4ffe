/** The specs that CI runs on other versions of Node: the list of `.ci/other-nodes`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const LIST = '.ci/other-nodes.txt';
/** What sources decide by, where Node's versions differ. */
const CONDITION =
  /process\.versions?\b|allowedNodeEnvironmentFlags|cachedDataVersionTag|onRequestStart|undici\.globalDispatcher|Symbol\.dispose \?\?|\.WebSocket\b/;

const lines = readFileSync(LIST, 'utf8').split('\n');
const specs = lines.filter((line) => line.startsWith('spec/'));
const reasons = lines.filter((line) => line.startsWith('#')).join('\n');

it('names specs that exist, each once', () => {
  expect(specs.length).toBeGreaterThan(10);
  expect(specs.filter((file) => !file.endsWith('.spec.ts') || !existsSync(file))).toEqual([]);
  expect(specs.filter((file, at) => specs.indexOf(file) !== at)).toEqual([]);
});

it('gives a reason before each group', () => {
  const groups = lines.join('\n').trim().split(/\n\n+/);
  expect(groups.filter((group) => !/^(# .+(\n|$))+(spec\/\S+(\n|$))*$/.test(group))).toEqual([]);
});

it('names every source that decides by the version of Node', () => {
  const deciding = ['cli', 'config', 'elements', 'runtime'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => file.endsWith('.ts') && CONDITION.test(code(readFileSync(file, 'utf8')))),
  );
  expect(deciding.length).toBeGreaterThan(5);
  expect(deciding.filter((file) => !reasons.includes(file))).toEqual([]);
});

/** Without comments. */
function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}
