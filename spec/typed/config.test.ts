/** `Config`: settings of a program, from its flags, variables and defaults. */
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Config,
  generateConfigHelp,
  generateFlagHelp,
  parseCliFlags,
  type CliFlags,
  type ConfigApi,
} from 'tui-runtime';
import { mount } from 'tui-runtime/testing';

const inputs = { env: { TUI_LOG_LEVEL: 'warn' }, home: '/nowhere', cwd: '/', withoutFile: true };

afterEach(() => Config.reset());

describe('Config', () => {
  it('has a typed getter for each setting', () => {
    Config.init({ ...inputs, cliFlags: { theme: 'bw-dark' } });
    const config = Config.get();
    const level: 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' = config.logLevel;
    const file: string | undefined = config.logFile;
    expect([config.theme, level, file]).toEqual(['bw-dark', 'WARN', undefined]);
    expect(config.getSource('theme')).toBe('cli');
  });

  it('reads the flags of a command line', () => {
    const { flags, remaining }: CliFlags = parseCliFlags(['--theme=bw-std', 'app.tui', 'rest']);
    expect([flags, remaining]).toEqual([{ theme: 'bw-std' }, ['app.tui', 'rest']]);
  });

  it('has settings of the app, which are set while it runs', async () => {
    const configSchema = { 'app.speed': { type: 'integer', default: 3, min: 1 } };
    const config: ConfigApi = new Config({ ...inputs, configSchema });
    const app = await mount('<text>x</text>', { config });
    expect(app.$tui.config?.getNumber('app.speed')).toBe(3);
    config.set('app.speed', 5);
    expect(config.getNumber('app.speed')).toBe(5);
    expect(() => config.set('app.speed', 'fast')).toThrow();
    const speed: number | undefined = config.getNumber('app.speed');
    const sure: number = config.getNumber('app.other', 1);
    expect([speed, sure]).toEqual([5, 1]);
  });

  it('prints help', () => {
    const texts: string[] = [generateConfigHelp(), generateFlagHelp()];
    expect(texts.join('')).toContain('--theme');
  });
});

/** Compiled, never called. */
export function wrong(config: ConfigApi): number {
  // @ts-expect-error: it may be unset.
  config.logFile.trim();
  // @ts-expect-error: a setting is set by set().
  config.theme = 'bw-std';
  // @ts-expect-error: a command line is a list of texts.
  parseCliFlags([1]);
  // @ts-expect-error: without a fallback, a setting may be unset.
  return config.getNumber('app.speed');
}
