/** The setting `keys`: keys of commands by app, in all layers, one by one. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { bindingKey, bindingPath, filePath } from '../../config/bindings.js';
import { setInFile, unsetInFile } from '../../config/files/change.js';
import { explain, getText } from '../../config/texts/explain.js';
import { PROPERTIES } from '../../config/schema.js';
import { buildUserSchema } from '../../config/texts/user-schema.js';
import { DiagnosticError, formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { propertyRuns } from '../support/property-runs.js';
import { World } from './support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => world.clear());
afterAll(() => world.remove());

function errorOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DiagnosticError) return formatDiagnostic(error.diagnostics[0]!);
    throw error;
  }
  return 'no error';
}

describe('the name of a key', () => {
  it.each([
    ['keys.notes.save', ['keys', 'notes', 'save']],
    ['keys.notes.file.save', ['keys', 'notes', 'file.save']],
    ['keys."my.notes".save', ['keys', 'my.notes', 'save']],
    ['keys."my.notes"."a b"', ['keys', 'my.notes', 'a b']],
    ['keys.*.quit', ['keys', '*', 'quit']],
    ['keys.My notes.quit', ['keys', 'My notes', 'quit']],
    ['keys.notes', ['keys', 'notes']],
    ['keys."notes', ['keys."notes']],
    ['keys..save', ['keys', '', 'save']],
    ['log.level', ['log', 'level']],
  ])('%s', (key, path) => {
    expect(filePath(key)).toEqual(key === 'keys."notes' ? ['keys', '"notes'] : path);
  });

  it('reads back as it is written', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/[\n\r]/.test(text));
    const command = name.filter((text) => !text.startsWith('"'));
    fc.assert(
      fc.property(name, command, (app, id) => {
        expect(bindingPath(bindingKey({ app, command: id }))).toEqual({ app, command: id });
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('the layers', () => {
  it('count one by one for each command; an app comes before all apps', () => {
    world.writeFile('{"keys": {"notes": {"save": "f2", "quit": null}, "*": {"open": "f5"}}}');
    world.env['TUI_KEYS'] = 'notes.save: f3; *.quit: f9';
    const config = world.config({ cliFlags: { keys: { notes: { find: '/' } } } });
    expect(config.keys).toEqual({
      '*': { open: 'f5', quit: 'f9' },
      notes: { save: 'f3', quit: null, find: '/' },
    });
    const get = (id: string): unknown => config.getValue(`keys.notes.${id}`);
    expect(['save', 'quit', 'find', 'open', 'none'].map(get)).toEqual([
      'f3',
      null,
      '/',
      'f5',
      undefined,
    ]);
    expect(getText('keys.notes.save', config)).toBe('f3\n');
    const places = ['save', 'quit', 'find', 'open'].map(
      (id) => config.getOrigin(`keys.notes.${id}`)?.place,
    );
    expect(places).toEqual(['TUI_KEYS', `${world.path}:1:43`, '--keys', `${world.path}:1:64`]);
  });

  it('are explained for one command', () => {
    world.writeFile('{\n  "keys": {\n    "notes": { "save": "f2" }\n  }\n}');
    const config = world.config({ cliFlags: { keys: { notes: { save: 'g g' } } } });
    expect(explain('keys.notes.save', { config }).replaceAll(world.path, 'config.json')).toBe(
      `keys.notes.save = g g
  Keys of the command "save" of the app "notes", in place of its own.
  Expected: a key such as "ctrl+s", a chord such as "g g", or null for no key
  Set it with: tui config set keys.notes.save KEY

Layers, highest first:
  runtime  –
> cli      g g  --keys
  env      –
  file     f2   config.json:3:24
  policy   –
  default  –
`,
    );
  });

  it('cross to another process with their places', () => {
    world.writeFile('{"keys": {"notes": {"save": "f2"}}}');
    const state = world.config().state({ mayRead: () => true });
    const other = world.config({ state: JSON.parse(JSON.stringify(state)) as typeof state });
    expect(other.getOrigin('keys.notes.save')?.place).toBe(`${world.path}:1:29`);
  });

  it('do not contain what a policy sets', () => {
    const config = world.config({
      policyConfig: { keys: { notes: { save: 'f2' } } },
      restrictPolicy: true,
    });
    expect(config.keys).toEqual({ notes: { save: 'f2' } });
    const text = '{ "config": { "keys": { "notes": { "save": "f2" } } } }';
    const policy = { text, source: { file: 'a.tui', text }, offset: 0 };
    const restricted = world.config({ policy, restrictPolicy: true });
    expect(restricted.keys).toEqual({});
    expect(restricted.diagnostics.map(({ code }) => code)).toEqual(['reserved-key']);
  });

  it('an app can neither set nor save them', () => {
    const config = world.config({ restrictCaller: true });
    const keys = { '*': { quit: null } };
    expect(errorOf(() => config.set('keys', keys))).toContain('reserved-key');
    expect(errorOf(() => config.save({ keys }))).toContain('reserved-key');
  });
});

describe('an error', () => {
  it.each([
    ['{"notes": {"save": "ctlr+s"}}', '1:30', '"ctlr+s" is not a key', 'did you mean "ctrl+s"?'],
    ['{"notes": {"save": "f2, strg+x"}}', '1:34', '"strg+x" is not a key', ''],
    ['{"notes": {"save": "gg"}}', '1:30', '"gg" is not a key', 'write "g g"'],
    ['{"notes": {"save": 2}}', '1:29', 'expected a key such as', ''],
    ['{"notes": {"save": ""}}', '1:29', 'found an empty text', 'write null'],
    ['{"notes": "f2"}', '1:20', 'keys.notes: expected an object of commands', 'write it as {'],
    ['["f2"]', '1:10', 'keys: expected an object of apps', 'write it as {'],
    ['{"a": {"b": "ctrl+\\\\"}}', '1:22', 'Ctrl+\\ always ends the app', 'use another key'],
    ['{"a": {"b": "ctrl+c"}}', '1:22', 'Ctrl+C ends the app when', 'use another key'],
  ])('%s has its place and a suggestion', (keys, place, message, suggestion) => {
    world.writeFile(`{"keys": ${keys}}`);
    const [diagnostic] = world.config().diagnostics;
    const text = formatDiagnostic(diagnostic!);
    expect(text).toContain(`${world.path}:${place} error bad-value`);
    expect(text).toContain(message);
    expect(text).toContain(suggestion);
    // Its excerpt shows what is written.
    expect(text).not.toContain('•');
  });

  it('keeps the last keys that were valid', () => {
    world.writeFile('{"keys": {"notes": {"save": "f2"}}}');
    const config = world.config();
    world.writeFile('{"keys": {"notes": {"save": "f99"}}}');
    expect(config.reload()).toHaveLength(1);
    expect(config.keys).toEqual({ notes: { save: 'f2' } });
  });

  it('of a variable states its form', () => {
    world.env['TUI_KEYS'] = 'notes.save=f2';
    expect(formatDiagnostic(world.config().diagnostics[0]!)).toContain(
      'write it as "APP.COMMAND: ctrl+s; APP.COMMAND2: null"',
    );
  });
});

describe('tui config set and unset', () => {
  const set = (key: string, text: string): string =>
    errorOf(() => setInFile(world.path, key, text, '/'));

  it('change one key, and keep the comments', () => {
    world.writeFile('{\n  // mine\n  "keys": { "notes": { "save": "f2" } }\n}\n');
    expect(set('keys.notes.quit', 'null')).toBe('no error');
    expect(set('keys."my.notes".save', 'ctrl+k ctrl+s')).toBe('no error');
    expect(set('keys.notes.save', 'comma')).toBe('no error');
    expect(world.config().keys).toEqual({
      notes: { save: 'comma', quit: null },
      'my.notes': { save: 'ctrl+k ctrl+s' },
    });
    expect(world.readFile()).toContain('// mine');
    expect(unsetInFile(world.path, 'keys.notes.quit')).toBe(true);
    expect(unsetInFile(world.path, 'keys.notes.quit')).toBe(false);
    expect(unsetInFile(world.path, 'keys."my.notes"')).toBe(true);
    expect(world.config().keys).toEqual({ notes: { save: 'comma' } });
    expect(unsetInFile(world.path, 'keys')).toBe(true);
    expect(world.config().keys).toEqual({});
  });

  it.each([
    ['keys.notes.save', 'ctlr+s', 'did you mean "ctrl+s"?'],
    ['keys.notes.save', '', 'write null'],
    ['keys.notes', 'f2', 'write keys.notes.COMMAND'],
    ['keys.notes.save', 'ctrl+c', 'Ctrl+C ends the app'],
    ['kes.notes.save', 'f2', 'is not a key of the configuration'],
  ])('%s %j is an error', (key, text, part) => {
    expect(set(key, text)).toContain(part);
  });
});

it('the schema of the file accepts the same values', () => {
  const validate = new Ajv({ strict: false }).compile(buildUserSchema(PROPERTIES));
  expect(validate({ keys: { notes: { save: 'f2', quit: null } } })).toBe(true);
  expect(validate({ keys: { notes: 'f2' } })).toBe(false);
  expect(validate({ keys: { notes: { save: 2 } } })).toBe(false);
});
