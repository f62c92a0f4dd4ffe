import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { userSchema } from '../../config/texts/explain.js';
import {
  INTERNAL_VARIABLES,
  PROPERTIES,
  environmentNameByRule,
  flagByRule,
  oppositeFlag,
} from '../../config/schema.js';
import { declarationOf } from '../../config/schema.js';
import { LAUNCHER_FLAGS } from '../../cli/command-line/arguments.js';
import { DITHER_ALGORITHMS } from '../../runtime/graphics/dither/dither.js';
import { GFX_MODES } from '../../runtime/graphics/modes.js';
import { themeNames } from '../../runtime/style/themes/themes.js';
import { checkValue } from '../../runtime/base/values.js';
import { KEY_CASES, nested } from './support/keys.js';

/**
 * The specification's table: key, type, and the variable and flag where it names them. Keys are added to it:
 * `terminal.inline`, `terminal.mouse`, `terminal.copyOnSelect`, `terminal.glyphs`, `limits.memory`, `log.format`, `log.maxSize`,
 * `log.maxFiles`, `oauth.storage`, `server.token`, `server.viewToken`, `server.maxClients`, `devtools.open`, `devtools.shortcut`, `ai.reader`, `assistant.enabled`, `i18n.locale` and `i18n.defaultLocale`.
 */
const SPECIFIED = `
theme string TUI_THEME --theme
persist boolean TUI_PERSIST --persist
lint boolean TUI_LINT --lint
keys object TUI_KEYS --keys
dev.enabled boolean TUI_DEV --dev
dev.watch boolean TUI_WATCH --watch
log.level string
log.file string
log.bufferSize integer
log.format string
log.maxSize number
log.maxFiles integer
ai.model string TUI_AI_MODEL
ai.audioModel string
ai.endpoint string
ai.headers object
ai.providers object
ai.siteName string
ai.siteUrl string
ai.audioGain number
ai.reader boolean TUI_AI_READER --ai-reader
assistant.enabled boolean TUI_ASSISTANT --assistant
dither.algorithm string
dither.bits integer
dither.blueNoisePath string
terminal.alternateScreen boolean !TUI_NO_ALTERNATE_SCREEN --no-alt-screen
terminal.inline boolean TUI_INLINE --inline
terminal.syncRendering boolean !TUI_NO_SYNC
terminal.forceExternalTool boolean
terminal.mouse boolean
terminal.copyOnSelect boolean
terminal.glyphs string
render.animateGif boolean !TUI_NO_ANIMATE_GIF --no-animate-gif
render.reducedMotion boolean TUI_REDUCED_MOTION --reduced-motion
render.gfxMode string TUI_GFX_MODE --gfx-mode
headless.enabled boolean - --headless
headless.width number
headless.height number
server.port number - --server-port
server.host string
server.allowInput boolean
server.token string
server.viewToken string
server.maxClients integer
bundler.retainBundle boolean
limits.memory integer
performance.showStats boolean
devtools.open boolean TUI_DEVTOOLS --devtools
devtools.shortcut boolean
markdown.debug boolean
audio.debug boolean
oauth.clientId string
oauth.port number
oauth.path string
oauth.redirectUri string
oauth.scopes string
oauth.audience string
oauth.wellknownUrl string
oauth.storage string
i18n.messagesDir string
i18n.locale string
i18n.defaultLocale string`
  .trim()
  .split('\n')
  .map((line) => [...line.split(' '), '-', '-'].slice(0, 4))
  .map(([key = '', type = '', env = '', flag = '']) => [key, type, env, flag] as const);

describe('the schema', () => {
  it('has the keys of the specification with their types, in their order', () => {
    const schema = [...PROPERTIES].map(([key, { type }]) => [key, type]);
    expect(schema).toEqual(SPECIFIED.map(([key, type]) => [key, type]));
  });

  it('knows the themes that there are', () => {
    expect(PROPERTIES.get('theme')?.enum).toEqual(['auto', ...themeNames]);
  });

  it.each(SPECIFIED)('names %s by the rule, or as the specification does', (key, _, env, flag) => {
    const property = PROPERTIES.get(key)!;
    const named = env === '-' ? environmentNameByRule(key) : env.replace('!', '');
    expect(property.env).toBe(named);
    expect(property.flag).toBe(flag === '-' ? flagByRule(property.env) : flag);
    const inverted = env.startsWith('!');
    expect(property.envInverted === true).toBe(inverted);
    expect(property.flagInverted === true).toBe(inverted);
    expect(/^TUI_[A-Z0-9_]+$/.test(property.env)).toBe(true);
    expect(/^--[a-z0-9-]+$/.test(property.flag)).toBe(true);
  });

  it('states what the specification states beyond types and names', () => {
    const of = (key: string) => PROPERTIES.get(key)!;
    expect(of('persist').default).toBe(false);
    expect(of('log.level').enum).toEqual(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR']);
    expect(of('log.level').ignoreCase).toBe(true);
    expect(of('log.bufferSize')).toMatchObject({ default: 500, minimum: 10, maximum: 10000 });
    expect(of('ai.headers').envFormat).toBe('name: value; name2: value2');
    expect(of('dither.algorithm').enum).toEqual(
      'sierra-stable sierra floyd-steinberg atkinson atkinson-stable blue-noise ordered none'.split(
        ' ',
      ),
    );
    expect(of('dither.bits')).toMatchObject({ minimum: 1, maximum: 8 });
    expect(of('dither.bits').default).toBeUndefined();
    expect(of('dither.blueNoisePath').defaultText).toBe('embedded 64x64 matrix');
    expect(of('render.animateGif').default).toBe(true);
    expect(of('render.gfxMode').default).toBe('sextant');
    const modes =
      'sextant quadrant block pattern luma halfblock octant braille auto kitty iterm2 sixel';
    expect(of('render.gfxMode').enum).toEqual(modes.split(' '));
    // What elements declare and the painter knows.
    expect(GFX_MODES).toEqual(of('render.gfxMode').enum);
    expect(DITHER_ALGORITHMS).toEqual(of('dither.algorithm').enum);
  });

  it('has no name twice, opposites and the launcher included', () => {
    const properties = [...PROPERTIES.values()];
    const variables = [...properties.map(({ env }) => env), ...INTERNAL_VARIABLES];
    expect(new Set(variables).size).toBe(variables.length);
    const flags = [
      ...properties.flatMap((property) => [property.flag, oppositeFlag(property) ?? []].flat()),
      // Several commands may have a flag of one name.
      ...new Set(LAUNCHER_FLAGS.map(({ name }) => name)),
    ];
    expect(new Set(flags).size).toBe(flags.length);
  });

  it('has a value behind a flag of the launcher in all commands or in none', () => {
    const names = new Set(LAUNCHER_FLAGS.map(({ name }) => name));
    const kinds = new Set(
      LAUNCHER_FLAGS.map(({ name, takesNext }) => `${name} ${takesNext === true}`),
    );
    expect(kinds.size).toBe(names.size);
  });

  it.each([...PROPERTIES])('declares %s whole', (_, property) => {
    expect(property.description).toMatch(/\.$/);
    // Help is wrapped by characters, and shown in terminals without Unicode.
    expect(property.description).toMatch(/^[\x20-\x7e]+$/);
    expect(property.category).not.toBe('');
    if (property.default !== undefined) {
      expect(checkValue(declarationOf(property, 'value'), property.default).ok).toBe(true);
    }
  });

  const sources = ['cli', 'runtime']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'));

  it.each([...PROPERTIES.keys()])('has something that reads %s', (key) => {
    const getter = key.replace(/\.(.)/g, (__, letter: string) => letter.toUpperCase());
    const quoted = key.includes('.') ? `'${key.replace('.', '\\.')}'|` : '';
    const read = new RegExp(`${quoted}[cC]onfig(\\(\\))?\\??\\.${getter}\\b`);
    expect(sources.some((text) => read.test(text))).toBe(true);
    expect(PROPERTIES.get(key)?.readBy).not.toEqual([]);
  });
});

describe('what is generated', () => {
  it('is what the generator makes now', () => {
    const script = `
      import { generate } from './scripts/generate-config.mjs';
      process.stdout.write(JSON.stringify(await generate()));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      maxBuffer: 1 << 24,
    });
    const files = JSON.parse(output) as Record<string, string>;
    expect(Object.keys(files)).toHaveLength(5);
    for (const [path, content] of Object.entries(files)) {
      expect([path, readFileSync(path, 'utf8')]).toEqual([path, content]);
    }
  });

  it("the user file's schema is strict JSON Schema and says what the layers say", () => {
    const schema = JSON.parse(userSchema()) as object;
    expect(schema).toEqual(JSON.parse(readFileSync('docs/reference/config.schema.json', 'utf8')));
    const ajv = new Ajv({ strict: true });
    expect(ajv.validateSchema(schema)).toBe(true);
    const validate = ajv.compile(schema);
    for (const { key, samples } of KEY_CASES) {
      for (const { value } of samples) expect(validate(nested({ [key]: value }))).toBe(true);
    }
    expect(validate({ $schema: './schema.json', theme: 'bw-std' })).toBe(true);
    for (const wrong of [
      { thme: 'x' },
      { log: { level: 'debug' } },
      { log: 5 },
      { dither: { bits: 9 } },
      { server: { port: 1.5 } },
      { ai: { headers: { a: 1 } } },
      [],
    ]) {
      expect(validate(wrong)).toBe(false);
    }
  });
});
