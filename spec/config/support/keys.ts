/**
 * Every key with two values and how each is written in a variable or a flag: made by hand from the
 * specification's table, so that it can disagree with the schema. Specs of the command line use it too.
 */

export type Layer = 'policy' | 'file' | 'env' | 'cli';

/** The layers that can set a key, lowest first. */
export const LAYERS: readonly Layer[] = ['policy', 'file', 'env', 'cli'];

export interface Sample {
  readonly value: unknown;
  /** The text of the variable. */
  readonly env: string;
  /** The arguments on the command line. */
  readonly args: readonly string[];
}

export interface KeyCase {
  readonly key: string;
  readonly env: string;
  /** Two samples whose values differ from each other. */
  readonly samples: readonly [Sample, Sample];
}

function text(key: string, env: string, flag: string, a: string, b: string): KeyCase {
  const sample = (value: string, args: string[]): Sample => ({ value, env: value, args });
  return { key, env, samples: [sample(a, [flag, a]), sample(b, [`${flag}=${b}`])] };
}

function number(key: string, env: string, flag: string, a: number, b: number): KeyCase {
  const sample = (value: number, args: string[]): Sample => ({ value, env: String(value), args });
  return { key, env, samples: [sample(a, [flag, String(a)]), sample(b, [`${flag}=${b}`])] };
}

function boolean(key: string, env: string, flag: string): KeyCase {
  return {
    key,
    env,
    samples: [
      { value: true, env: '1', args: [flag] },
      { value: false, env: 'off', args: [`${flag}=false`] },
    ],
  };
}

/** A key whose variable and flag say the opposite. */
function inverted(key: string, env: string, flag: string): KeyCase {
  return {
    key,
    env,
    samples: [
      { value: false, env: 'yes', args: [flag] },
      { value: true, env: '0', args: [`${flag}=no`] },
    ],
  };
}

export const KEY_CASES: readonly KeyCase[] = [
  text('theme', 'TUI_THEME', '--theme', 'bw-std', 'fullcolor-std'),
  boolean('persist', 'TUI_PERSIST', '--persist'),
  boolean('lint', 'TUI_LINT', '--lint'),
  // The same commands in both: layers are put together by the command.
  {
    key: 'keys',
    env: 'TUI_KEYS',
    samples: [
      {
        value: { notes: { save: 'f2', quit: null }, 'a.b': { x: 'g g' } },
        env: 'notes.save: f2; notes.quit: null; "a.b".x: g g',
        args: ['--keys', 'notes.save: f2; notes.quit: null; "a.b".x: g g'],
      },
      {
        value: { notes: { save: ';', quit: 'q' }, 'a.b': { x: null } },
        env: '{"notes": {"save": ";", "quit": "q"}, "a.b": {"x": null}}',
        args: ['--keys={"notes":{"save":";","quit":"q"},"a.b":{"x":null}}'],
      },
    ],
  },
  boolean('dev.enabled', 'TUI_DEV', '--dev'),
  boolean('dev.watch', 'TUI_WATCH', '--watch'),
  text('log.level', 'TUI_LOG_LEVEL', '--log-level', 'TRACE', 'ERROR'),
  text('log.file', 'TUI_LOG_FILE', '--log-file', '/tmp/a.log', 'b.log'),
  number('log.bufferSize', 'TUI_LOG_BUFFER_SIZE', '--log-buffer-size', 10, 10000),
  text('log.format', 'TUI_LOG_FORMAT', '--log-format', 'text', 'json'),
  number('log.maxSize', 'TUI_LOG_MAX_SIZE', '--log-max-size', 0.5, 100),
  number('log.maxFiles', 'TUI_LOG_MAX_FILES', '--log-max-files', 0, 9),
  text('ai.model', 'TUI_AI_MODEL', '--ai-model', 'one/model', 'two:latest'),
  text('ai.audioModel', 'TUI_AI_AUDIO_MODEL', '--ai-audio-model', 'hear-1', 'hear-2'),
  text('ai.endpoint', 'TUI_AI_ENDPOINT', '--ai-endpoint', 'https://a.test/v1', 'http://b.test'),
  {
    key: 'ai.headers',
    env: 'TUI_AI_HEADERS',
    samples: [
      {
        value: { 'X-One': '1', Accept: 'a: b' },
        env: 'X-One: 1; Accept: a: b',
        args: ['--ai-headers', 'X-One: 1; Accept: a: b'],
      },
      { value: { y: '' }, env: ' y:; ', args: ['--ai-headers=y: '] },
    ],
  },
  {
    key: 'ai.providers',
    env: 'TUI_AI_PROVIDERS',
    samples: [
      {
        value: { LAB: 'llm.test', B: '127.0.0.1:80' },
        env: 'LAB: llm.test; B: 127.0.0.1:80',
        args: ['--ai-providers', 'LAB: llm.test; B: 127.0.0.1:80'],
      },
      { value: { A: 'b' }, env: 'A: b', args: ['--ai-providers=A: b'] },
    ],
  },
  text('ai.siteName', 'TUI_AI_SITE_NAME', '--ai-site-name', 'My site', '保存'),
  text('ai.siteUrl', 'TUI_AI_SITE_URL', '--ai-site-url', 'https://a.test', 'https://b.test/?x=1'),
  number('ai.audioGain', 'TUI_AI_AUDIO_GAIN', '--ai-audio-gain', 0.5, 2),
  boolean('ai.reader', 'TUI_AI_READER', '--ai-reader'),
  boolean('assistant.enabled', 'TUI_ASSISTANT', '--assistant'),
  text(
    'dither.algorithm',
    'TUI_DITHER_ALGORITHM',
    '--dither-algorithm',
    'floyd-steinberg',
    'blue-noise',
  ),
  number('dither.bits', 'TUI_DITHER_BITS', '--dither-bits', 1, 8),
  text(
    'dither.blueNoisePath',
    'TUI_DITHER_BLUE_NOISE_PATH',
    '--dither-blue-noise-path',
    'noise.png',
    '/n/o.png',
  ),
  inverted('terminal.alternateScreen', 'TUI_NO_ALTERNATE_SCREEN', '--no-alt-screen'),
  boolean('terminal.inline', 'TUI_INLINE', '--inline'),
  inverted('terminal.syncRendering', 'TUI_NO_SYNC', '--no-sync'),
  boolean(
    'terminal.forceExternalTool',
    'TUI_TERMINAL_FORCE_EXTERNAL_TOOL',
    '--terminal-force-external-tool',
  ),
  boolean('terminal.mouse', 'TUI_TERMINAL_MOUSE', '--terminal-mouse'),
  boolean('terminal.copyOnSelect', 'TUI_TERMINAL_COPY_ON_SELECT', '--terminal-copy-on-select'),
  text('terminal.glyphs', 'TUI_TERMINAL_GLYPHS', '--terminal-glyphs', 'ascii', 'linux'),
  inverted('render.animateGif', 'TUI_NO_ANIMATE_GIF', '--no-animate-gif'),
  boolean('render.reducedMotion', 'TUI_REDUCED_MOTION', '--reduced-motion'),
  text('render.gfxMode', 'TUI_GFX_MODE', '--gfx-mode', 'quadrant', 'luma'),
  boolean('headless.enabled', 'TUI_HEADLESS_ENABLED', '--headless'),
  number('headless.width', 'TUI_HEADLESS_WIDTH', '--headless-width', 1, 132),
  number('headless.height', 'TUI_HEADLESS_HEIGHT', '--headless-height', 2, 43),
  number('server.port', 'TUI_SERVER_PORT', '--server-port', 8080, 65535),
  text('server.host', 'TUI_SERVER_HOST', '--server-host', '0.0.0.0', '::1'),
  boolean('server.allowInput', 'TUI_SERVER_ALLOW_INPUT', '--server-allow-input'),
  text('server.token', 'TUI_SERVER_TOKEN', '--server-token', 'a'.repeat(16), 'b'.repeat(32)),
  text(
    'server.viewToken',
    'TUI_SERVER_VIEW_TOKEN',
    '--server-view-token',
    '0123456789abcdef',
    '文'.repeat(16),
  ),
  number('server.maxClients', 'TUI_SERVER_MAX_CLIENTS', '--server-max-clients', 1, 50),
  boolean('bundler.retainBundle', 'TUI_BUNDLER_RETAIN_BUNDLE', '--bundler-retain-bundle'),
  number('limits.memory', 'TUI_LIMITS_MEMORY', '--limits-memory', 512, 2048),
  boolean('performance.showStats', 'TUI_PERFORMANCE_SHOW_STATS', '--performance-show-stats'),
  boolean('devtools.open', 'TUI_DEVTOOLS', '--devtools'),
  boolean('devtools.shortcut', 'TUI_DEVTOOLS_SHORTCUT', '--devtools-shortcut'),
  boolean('markdown.debug', 'TUI_MARKDOWN_DEBUG', '--markdown-debug'),
  boolean('audio.debug', 'TUI_AUDIO_DEBUG', '--audio-debug'),
  text('oauth.clientId', 'TUI_OAUTH_CLIENT_ID', '--oauth-client-id', 'client-a', 'client-b'),
  number('oauth.port', 'TUI_OAUTH_PORT', '--oauth-port', 1, 9000),
  text('oauth.path', 'TUI_OAUTH_PATH', '--oauth-path', '/back', '/cb'),
  text('oauth.redirectUri', 'TUI_OAUTH_REDIRECT_URI', '--oauth-redirect-uri', 'http://a/', 'b:/c'),
  text('oauth.scopes', 'TUI_OAUTH_SCOPES', '--oauth-scopes', 'openid email', ''),
  text('oauth.audience', 'TUI_OAUTH_AUDIENCE', '--oauth-audience', 'api', 'other'),
  text(
    'oauth.wellknownUrl',
    'TUI_OAUTH_WELLKNOWN_URL',
    '--oauth-wellknown-url',
    'https://id.test/.well-known/openid-configuration',
    'https://other.test/',
  ),
  text('oauth.storage', 'TUI_OAUTH_STORAGE', '--oauth-storage', 'keyring', 'file'),
  text('i18n.messagesDir', 'TUI_I18N_MESSAGES_DIR', '--i18n-messages-dir', 'messages', '/m'),
  text('i18n.locale', 'TUI_I18N_LOCALE', '--i18n-locale', 'de', 'pt-BR'),
  text('i18n.defaultLocale', 'TUI_I18N_DEFAULT_LOCALE', '--i18n-default-locale', 'en', 'fr'),
];

/** `{ log: { level: … } }` of dotted keys. */
export function nested(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const path = key.split('.');
    const name = path.pop() ?? key;
    let at = root;
    for (const part of path) at = (at[part] ??= {}) as Record<string, unknown>;
    at[name] = value;
  }
  return root;
}
