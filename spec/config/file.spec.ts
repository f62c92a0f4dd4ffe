import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configPathIn, layerOfText } from '../../config/layers/file-layer.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { World } from './support/world.js';
import { cpuTime, slowed } from '../support/cpu-time.js';
import { propertyRuns } from '../support/property-runs.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => world.clear());
afterAll(() => world.remove());

const read = (text: string) => layerOfText({ file: 'config.json', text });
const messages = (text: string): string[] =>
  read(text).diagnostics.map((p) =>
    [p.severity, p.code, p.message, p.suggestion ?? ''].join(' | '),
  );
const values = (text: string) =>
  Object.fromEntries([...read(text).entries].map(([key, { value }]) => [key, value]));

describe('where the file is', () => {
  it('is the XDG place', () => {
    expect(configPathIn({}, '/home/u')).toBe('/home/u/.config/tui/config.json');
    expect(configPathIn({ XDG_CONFIG_HOME: '/x' }, '/home/u')).toBe('/x/tui/config.json');
    expect(configPathIn({ XDG_CONFIG_HOME: 'x' }, '/home/u')).toBe(
      '/home/u/.config/tui/config.json',
    );
    expect(configPathIn({ XDG_CONFIG_HOME: '' }, '/h')).toBe('/h/.config/tui/config.json');
  });

  it('is read from there', () => {
    world.env['XDG_CONFIG_HOME'] = join(world.home, 'xdg');
    mkdirSync(join(world.home, 'xdg', 'tui'), { recursive: true });
    writeFileSync(join(world.home, 'xdg', 'tui', 'config.json'), '{"theme": "bw-std"}');
    expect(world.config().theme).toBe('bw-std');
  });
});

describe('the file', () => {
  it('may have comments, trailing commas and a byte order mark, and be blank', () => {
    world.writeFile('\ufeff{ // a\n "log": { "level": "WARN", /* b */ }, }');
    const config = world.config();
    expect(config.diagnostics).toEqual([]);
    expect(config.logLevel).toBe('WARN');
    expect(config.getOrigin('log.level')?.place).toBe(`${world.path}:2:20`);
    expect(read(' \n')).toEqual({ entries: new Map(), diagnostics: [] });
  });

  it('warns of unknown keys with one suggestion, and keeps the rest', () => {
    expect(values('{"thme": 1, "theme": "bw-std", "$schema": "y"}')).toEqual({ theme: 'bw-std' });
    expect(
      messages('{"thme": 1, "logg": {"level": 2}, "log": {"levle": 3}, "level": 4, "zzz": 5}'),
    ).toEqual([
      'warning | unknown-key | "thme" is not a key of the configuration | did you mean "theme"?',
      'warning | unknown-key | "logg" is not a key of the configuration | did you mean "log"?',
      'warning | unknown-key | "log.levle" is not a key of the configuration | did you mean "log.level"?',
      'warning | unknown-key | "level" is not a key of the configuration | did you mean "log.level"?',
      'warning | unknown-key | "zzz" is not a key of the configuration | ',
    ]);
    expect(messages('{"log.level": "WARN"}')[0]).toContain(
      'write it nested: { "log": { "level": … } }',
    );
  });

  it('leaves out values that do not fit, without coercing any', () => {
    expect(values('{"dither": {"bits": "4"}, "lint": 1, "theme": null, "persist": true}')).toEqual({
      persist: true,
    });
    expect(
      messages('{"lint": "true", "log": 5, "ai": {"model": {"a": 1}}, "log": {"level": "info"}}'),
    ).toEqual([
      'warning | duplicate-key | "log" appears twice; the last one counts | remove this one',
      'error | bad-value | lint: expected true or false, found the string "true" | write it without quotes: true',
      'error | bad-value | ai.model: expected a string, found an object | ',
      'error | bad-value | log.level: expected one of "TRACE", "DEBUG", "INFO", "WARN", "ERROR", found "info" | did you mean "INFO"?',
    ]);
  });

  it('is left out whole when malformed', () => {
    for (const text of [
      '{',
      '{"theme": "bw-std"',
      '[]',
      'x',
      '{"theme": "bw-std"} {}',
      '{"a":\u0000}',
      '"s"',
    ]) {
      const { entries, diagnostics } = read(text);
      expect([text, entries.size]).toEqual([text, 0]);
      expect(diagnostics).toHaveLength(1);
      expect(diagnostics[0]).toMatchObject({ severity: 'error', layer: 'file' });
      expect(formatDiagnostic(diagnostics[0]!)).toMatch(/^config\.json:\d+:\d+ error .*ignored/);
    }
  });

  it('never waits and never follows a prototype', () => {
    mkdirSync(dirname(world.path), { recursive: true });
    execFileSync('mkfifo', [world.path]);
    expect(world.config().diagnostics[0]?.code).toBe('unreadable-config');
    rmSync(world.path);
    mkdirSync(world.path);
    expect(world.config().diagnostics[0]?.message).toContain('not a file');
    rmSync(world.path, { recursive: true });
    symlinkSync('config.json', world.path);
    expect(world.config().diagnostics[0]?.message).toContain('ELOOP');
    rmSync(world.path);
    world.writeFile(`{"x": "${'y'.repeat(1 << 20)}"}`);
    expect(world.config().diagnostics[0]?.message).toContain('larger than');
    writeFileSync(world.path, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    expect(world.config().diagnostics[0]?.message).toContain('not UTF-8');
    world.writeFile(
      '{"__proto__": {"theme": "bw-std", "polluted": 1}, "constructor": {"prototype": 1}}',
    );
    expect(world.config().theme).toBe('auto');
    expect(world.config().diagnostics).toHaveLength(2);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('is bounded in depth and in what it says', () => {
    for (const open of ['[', '{"a":', '[}', '{"ai":{"headers":[']) {
      expect(read(open.repeat(20_000)).diagnostics).toHaveLength(1);
    }
    const deep = '{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000);
    expect(read(deep).diagnostics.map((p) => p.code)).toEqual(['unknown-key']);
    const many = `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}": 1`).join(',')}}`;
    const started = cpuTime();
    expect(read(many).diagnostics).toHaveLength(101);
    expect(read(many).diagnostics.at(-1)?.message).toBe('19900 more problems are not listed');
    expect(cpuTime() - started).toBeLessThan(slowed(5_000));
  });

  it('throws at nothing', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\n',
      '//',
      '/*',
      '*/',
      '"log"',
      '"level"',
      '"ai"',
      '"headers"',
      '"theme"',
      '1',
      '-',
      'true',
      'null',
      ' ',
      '\u0000',
      '\ud800',
      '__proto__',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const { message } of read(pieces.join('')).diagnostics) expect(message).not.toBe('');
      }),
      { numRuns: propertyRuns(3_000) },
    );
    fc.assert(
      fc.property(fc.json(), (text) => void read(text)),
      { numRuns: propertyRuns(300) },
    );
  });
});
