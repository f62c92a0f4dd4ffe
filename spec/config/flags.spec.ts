import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { COMMANDS } from '../../cli/commands/table.js';
import { parseCliFlags } from '../../cli/command-line/arguments.js';
import {
  generateConfigHelp,
  generateEnvVarHelp,
  generateFlagHelp,
} from '../../config/texts/help.js';
import { flagCompletions } from '../../config/texts/help.js';
import { PROPERTIES } from '../../config/schema.js';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { anyCharacter } from '../support/any-character.js';
import { propertyRuns } from '../support/property-runs.js';

function diagnosticsOf(...args: string[]): string[] {
  try {
    parseCliFlags(args, { strict: true });
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return error.diagnostics.map((d) => [d.code, d.message, d.suggestion].join(' | '));
  }
  return [];
}

describe('parseCliFlags', () => {
  it('sorts flags from everything else and keeps the order of the rest', () => {
    const args = ['--trust', '--theme', 'bw-std', '--allow-net=a.b', '--persist', '--print-config'];
    expect(parseCliFlags([...args, 'app.tui', '-x', 'y'])).toEqual({
      flags: { theme: 'bw-std', persist: true },
      remaining: ['--trust', '--allow-net=a.b', '--print-config', 'app.tui', '-x', 'y'],
    });
  });

  it('reads flags wherever they are before --', () => {
    expect(
      parseCliFlags([
        'app.tui',
        '--theme',
        'bw-std',
        'x',
        '--persist',
        '--nonsense',
        '--',
        '--lint',
      ]),
    ).toEqual({
      flags: { theme: 'bw-std', persist: true },
      remaining: ['app.tui', 'x', '--nonsense', '--', '--lint'],
    });
  });

  it("leaves an app's arguments alone, where there are commands", () => {
    const commands = ['snapshot'];
    expect(
      parseCliFlags(['app.tui', '--theme', 'x', '--nonsense', '--', '-1'], { commands }),
    ).toEqual({
      flags: {},
      remaining: ['app.tui', '--theme', 'x', '--nonsense', '--', '-1'],
    });
    expect(parseCliFlags(['snapshot', 'app.tui', '--theme', 'bw-std'], { commands })).toEqual({
      flags: { theme: 'bw-std' },
      remaining: ['snapshot', 'app.tui'],
    });
  });

  it('reads flags anywhere after a command, and nothing after --', () => {
    const args = [
      'snapshot',
      'app.tui',
      '--width',
      '80',
      '--theme',
      'bw-std',
      '-o',
      'out',
      '--',
      '--lint',
    ];
    expect(parseCliFlags(args)).toEqual({
      flags: { theme: 'bw-std' },
      remaining: ['snapshot', 'app.tui', '--width', '80', '-o', 'out', '--', '--lint'],
    });
  });

  it.each(COMMANDS.map(({ name }) => name))('reads flags after "%s"', (name) => {
    expect(parseCliFlags([name, '--theme', 'bw-std', 'a'])).toEqual({
      flags: { theme: 'bw-std' },
      remaining: [name, 'a'],
    });
  });

  it('takes the list of launcher flags and commands from the caller', () => {
    const options = { launcherFlags: [{ name: '--observe', takesNext: true }], commands: ['go'] };
    expect(
      parseCliFlags(['--observe', 'src', '--lint', 'go', '--theme=bw-std', 'a'], options),
    ).toEqual({
      flags: { lint: true, theme: 'bw-std' },
      remaining: ['--observe', 'src', 'go', 'a'],
    });
    expect(() => parseCliFlags(['--trust'], { ...options, strict: true })).toThrow(
      '--trust is not a flag',
    );
  });

  it("leaves a program's own flags in `remaining`, with the word that may be their value", () => {
    expect(
      parseCliFlags([
        '--my-own-flag',
        '--theme',
        'bw-std',
        '--out',
        'x',
        '-q=1',
        '--lint',
        'a',
        '--lint',
      ]),
    ).toEqual({
      flags: { theme: 'bw-std', lint: true },
      remaining: ['--my-own-flag', '--out', 'x', '-q=1', 'a'],
    });
  });

  it('reads both forms of a boolean with and without a word; the last one counts', () => {
    const value = (...args: string[]): unknown =>
      parseCliFlags(args).flags['terminal.alternateScreen'];
    expect(value('--no-alt-screen')).toBe(false);
    expect(value('--alt-screen')).toBe(true);
    expect(value('--no-alt-screen=no')).toBe(true);
    expect(value('--alt-screen=off')).toBe(false);
    expect(value('--no-alt-screen', '--alt-screen')).toBe(true);
    expect(value('--alt-screen', '--no-alt-screen=YES')).toBe(false);
    expect(parseCliFlags(['--lint', 'false'])).toEqual({
      flags: { lint: true },
      remaining: ['false'],
    });
  });

  it.each([undefined, null, 'app.tui', {}, [1]])('refuses %j, which is no command line', (args) => {
    expect(() => parseCliFlags(args as never)).toThrow(
      'parseCliFlags: expected an array of texts, such as process.argv.slice(2)',
    );
  });

  it('suggests the value that was forgotten before the path', () => {
    expect(diagnosticsOf('--theme', 'app.tui')).toEqual([
      expect.stringMatching(
        /^bad-value \| --theme: .* \| write a value before the path: --theme=value app\.tui$/,
      ),
    ]);
  });

  it('keeps text as it is', () => {
    for (const text of [
      '',
      ' x ',
      '"q"',
      "'q'",
      'a=b',
      '-x',
      '--lint',
      'true',
      '1e3',
      'a.b',
      '\n',
    ]) {
      expect(parseCliFlags([`--ai-model=${text}`]).flags).toEqual({ 'ai.model': text });
    }
    expect(parseCliFlags(['--log-level', 'dEbUg']).flags).toEqual({ 'log.level': 'DEBUG' });
    expect(parseCliFlags(['--ai-model', '-1']).flags).toEqual({ 'ai.model': '-1' });
    expect(parseCliFlags(['--ai-model', '-'])).toEqual({
      flags: { 'ai.model': '-' },
      remaining: [],
    });
  });

  it('tells every fault, each with one suggestion', () => {
    expect(diagnosticsOf('--them')).toEqual([
      'unknown-flag | --them is not a flag | did you mean "--theme"?',
    ]);
    expect(diagnosticsOf('--truts')).toEqual([
      'unknown-flag | --truts is not a flag | did you mean "--trust"?',
    ]);
    expect(diagnosticsOf('--ai-model')).toEqual([
      'missing-value | --ai-model needs a value: a string | write --ai-model=value',
    ]);
    expect(diagnosticsOf('--dither-bits', '--lint')).toHaveLength(1);
    expect(diagnosticsOf('--lint=maybe', '--dither-bits=9', '-q', '--__proto__=1')).toEqual([
      'unknown-flag | -q is not a flag | see tui --help',
      'unknown-flag | --__proto__ is not a flag | see tui --help',
      'bad-value | --lint: expected true or false, found "maybe" | write 1 or 0, true or false, yes or no, on or off',
      'bad-value | --dither-bits: expected a whole number from 1 to 8, found 9 | the nearest valid value is 8',
    ]);
    expect(diagnosticsOf('--server-port=')).toEqual([
      'bad-value | --server-port: set but empty; expected a whole number from 0 to 65535 | ',
    ]);
    expect(diagnosticsOf('--gfx-mode=sextnat')[0]).toMatch(/did you mean "sextant"\?$/);
    expect(diagnosticsOf('--log-level=deb')[0]).toMatch(/did you mean "DEBUG"\?$/);
    expect(diagnosticsOf('--log-level=xy')[0]).toMatch(/found "xy" \| $/);
  });

  it('throws nothing but diagnostics, and loses no argument', () => {
    const flag = fc.constantFrom(
      ...[...PROPERTIES.values()].flatMap(({ flag }) => [flag, `${flag}=`, `${flag}=1`]),
      '--',
      '-',
      '',
      '--allow-x',
      '--trust',
      'snapshot',
      '--no-',
      '--=',
      '---',
      '--constructor',
    );
    const args = fc.array(fc.oneof(flag, fc.string(), fc.string({ unit: anyCharacter })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(args, (list) => {
        try {
          const { flags, remaining } = parseCliFlags(list);
          // What remains is a subsequence of what came in.
          let at = 0;
          for (const each of remaining) at = list.indexOf(each, at) + 1 || Infinity;
          expect(at).toBeLessThan(Infinity);
          for (const key of Object.keys(flags)) expect(PROPERTIES.has(key)).toBe(true);
        } catch (error) {
          if (!(error instanceof DiagnosticError)) throw error;
          expect(error.message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
        }
      }),
      { numRuns: propertyRuns(400) },
    );
  });
});

describe('help', () => {
  const text = [generateConfigHelp(), generateFlagHelp(), generateEnvVarHelp()];

  it('has every flag and variable, in 80 columns', () => {
    for (const { env, flag } of PROPERTIES.values()) {
      expect(text[0]).toContain(env);
      expect(text[0]).toContain(flag);
      expect(text[1]).toContain(`  ${flag}`);
      expect(text[2]).toContain(`  ${env} `);
    }
    for (const line of text.join('\n').split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('has a line for every key', () => {
    const help = generateFlagHelp().replace(/\s+/g, ' ');
    for (const key of PROPERTIES.keys()) expect(help).toContain(`[${key}]`);
  });

  it('completes flags with their values', () => {
    const flags = flagCompletions();
    expect(flags.find(({ flag }) => flag === '--gfx-mode')?.values).toContain('sextant');
    expect(flags.find(({ flag }) => flag === '--alt-screen')?.takesValue).toBe(false);
    for (const { flag, takesValue, values } of flags) {
      const args = takesValue ? [`${flag}=${values[0] ?? '1: 1'}`] : [flag];
      if (takesValue && /port|width|height|bits|size|gain|files|clients/.test(flag))
        args[0] = `${flag}=10`;
      if (/^--server-.*token$/.test(flag)) args[0] = `${flag}=0123456789abcdef`;
      if (/-(endpoint|site-url)$/.test(flag)) args[0] = `${flag}=https://a.test/v1`;
      if (flag === '--keys') args[0] = `${flag}=a.b: f2`;
      if (/-locale$/.test(flag)) args[0] = `${flag}=de`;
      if (flag === '--limits-memory') args[0] = `${flag}=512`;
      if (flag === '--dither-bits') args[0] = `${flag}=8`;
      expect(Object.keys(parseCliFlags(args).flags)).toHaveLength(1);
    }
  });
});
