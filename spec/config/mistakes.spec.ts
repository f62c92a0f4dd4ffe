/**
 * What people are told when they make a mistake, word for word: fixtures/config/<mistake>.txt.
 * `TUI_UPDATE_GOLDENS=bad-json` writes that one anew; a missing golden fails.
 */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { explain } from '../../config/texts/explain.js';
import { parseCliFlags } from '../../cli/command-line/arguments.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { World } from './support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => world.clear());
afterAll(() => world.remove());

const file = (text: string) => (): void => world.writeFile(text);
const env = (values: Record<string, string>) => (): void => void Object.assign(world.env, values);
const policy = (text: string) => (): void => void (world.policy = text);
const args =
  (...list: string[]) =>
  (): void =>
    void parseCliFlags(list, { strict: true });

/** Each makes one mistake: in a layer, or by throwing. */
const MISTAKES: Readonly<Record<string, () => void>> = {
  'bad-json': file('{\n  // quiet\n  "log": { "level": "WARN" "bufferSize": 20 }\n}\n'),
  'single-quotes': file("{\n  'theme': 'bw-std'\n}\n"),
  'not-an-object': file('["theme", "bw-std"]\n'),
  'unknown-key': file('{\n  "log": {\n    "levle": "WARN"\n  }\n}\n'),
  'unknown-section': file('{ "dithr": { "bits": 2, "algorithm": "none" } }\n'),
  'dotted-key': file('{ "log.level": "WARN" }\n'),
  'wrong-type': file('{ "dither": { "bits": "4" } }\n'),
  'wrong-case': file('{ "log": { "level": "debug" } }\n'),
  'out-of-range': file('{ "server": { "port": 70000 } }\n'),
  'secret-of-wrong-type': file('{ "ai": { "headers": "Bearer abcdef" } }\n'),
  'duplicate-key': file('{ "theme": "bw-std",\n  "theme": "bw-dark" }\n'),
  'empty-variable': env({ TUI_DITHER_BITS: '' }),
  'not-a-boolean': env({ TUI_NO_SYNC: 'maybe' }),
  'misspelt-variable': env({ TUI_THEMES: 'bw-std' }),
  'unknown-theme': file('{\n  "theme": "bw-sdt"\n}\n'),
  'unknown-theme-of-policy': policy('{ "config": { "theme": "dracula" } }'),
  'unknown-theme-of-variable': env({ TUI_THEME: 'fullcolour-dark' }),
  'number-as-text': env({ TUI_SERVER_PORT: '80a' }),
  'boolean-as-number': file('{ "lint": 1 }\n'),
  'bad-pairs': env({ TUI_AI_HEADERS: 'Authorization Bearer abcdef' }),
  'unknown-flag': args('--gfx-mod', 'luma', 'app.tui'),
  'flag-without-value': args('--server-port', '--lint', 'app.tui'),
  'flag-out-of-range': args('--dither-bits=9', '--gfx-mode=sextent', 'app.tui'),
  'policy-wrong-type': policy(
    '{\n  "name": "Demo",\n  "config": { "log": { "bufferSize": 5 } }\n}',
  ),
  'policy-bad-json': policy('{ "config": { "theme": "bw-std", } "name": "Demo" }'),
  'config-schema': policy('{\n  "configSchema": { "game.speed": { "type": "int", "min": 1 } }\n}'),
  'config-schema-name': policy('{\n  "configSchema": { "theme": { "type": "string" } }\n}'),
  'set-unknown-key': () => world.config().set('dithr.bits', 4),
  'wrong-getter': () => {
    world.writeFile('{\n  "theme": "bw-std"\n}\n');
    world.config().getNumber('theme');
  },
  'explain-section': () => void explain('log', { config: world.config() }),
  'set-without-declaration': () => {
    world.policy = '{"config": {"app": {"x": 1}}}';
    world.config().set('app.x', 2);
  },
  'path-of-no-path': () => void world.config().getPath('log.level'),
  'part-of-a-theme': file('{ "theme": "dark" }\n'),
  'variable-named-as-flag': env({ TUI_HEADLESS: '1' }),
  'flag-named-as-variable': args('--no-alternate-screen', 'app.tui'),
  'explain-unknown': () => void explain('level', { config: world.config() }),
};

const WITHOUT_SUGGESTION: ReadonlySet<string> = new Set([
  'unknown-theme-of-policy',
  'number-as-text',
]);

it.each(Object.keys(MISTAKES))('%s', (name) => {
  const told: string[] = [];
  try {
    MISTAKES[name]?.();
    told.push(...world.config().diagnostics.map(formatDiagnostic));
  } catch (error) {
    told.push((error as Error).message);
  }
  const text = `${told.join('\n\n').replaceAll(world.home, '~')}\n`;
  const golden = `fixtures/config/${name}.txt`;
  if (process.env['TUI_UPDATE_GOLDENS'] === name) writeFileSync(golden, text);
  expect(existsSync(golden)).toBe(true);
  expect(text).toBe(readFileSync(golden, 'utf8'));
  expect(text).not.toContain('abcdef');
  // Each problem ends in its one suggestion, but where nobody could know what was meant.
  const bare = text
    .trimEnd()
    .split('\n\n')
    .filter((problem) => !/\n {2}\S.*$/.test(problem));
  expect(bare.length === 0 || WITHOUT_SUGGESTION.has(name)).toBe(true);
});
