/** Signing in, for specs: the servers, a browser that is none, and the service of the launcher. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config } from '../../config/index.js';
import { OAuthService, type SignInTerminal } from '../../cli/sandbox/broker/oauth/service.js';
import type { NetworkOptions } from '../../cli/sandbox/broker/network.js';
import type { Answer } from '../../cli/sandbox/channel/channel.js';
import { readPermissionFlags } from '../../cli/sandbox/policy/flags.js';
import { loadPermissions } from '../../cli/sandbox/policy/load.js';
import { until } from './until.js';

export interface LogEntry {
  readonly host: 'identity' | 'api' | 'other';
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
}

export interface ServerLog {
  readonly log: readonly LogEntry[];
  readonly tokens: readonly { readonly name: string; readonly value: string }[];
}

type Ports = Readonly<Record<LogEntry['host'], number>>;

/** A connection for each request: a server may close an idle one just when the next request is sent. */
const ONCE = { headers: { connection: 'close' } };

/** `oauth-server.mjs`, while a spec runs. */
export class SignInServers {
  readonly #process: ChildProcess;
  readonly #ports: Ports;

  private constructor(process: ChildProcess, ports: Ports) {
    this.#process = process;
    this.#ports = ports;
  }

  static async start(): Promise<SignInServers> {
    const child = spawn(process.execPath, ['spec/support/oauth-server.mjs'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const line = await new Promise<string>((resolve, reject) => {
      child.on('exit', (code) => reject(new Error(`the server has ended with ${code}`)));
      child.stdout.setEncoding('utf8').once('data', resolve);
    });
    return new SignInServers(child, JSON.parse(line) as Ports);
  }

  origin(host: LogEntry['host']): string {
    return `http://127.0.0.1:${this.#ports[host]}`;
  }

  authority(host: LogEntry['host']): string {
    return `127.0.0.1:${this.#ports[host]}`;
  }

  get wellknownUrl(): string {
    return `${this.origin('identity')}/.well-known/openid-configuration`;
  }

  async log(): Promise<ServerLog> {
    return (await (await fetch(`${this.origin('other')}/log`, ONCE)).json()) as ServerLog;
  }

  async set(settings: object): Promise<void> {
    await fetch(`${this.origin('other')}/set`, {
      ...ONCE,
      method: 'POST',
      body: JSON.stringify(settings),
    });
  }

  stop(): void {
    this.#process.stdin?.end();
    this.#process.kill();
  }
}

export interface ServiceOptions {
  readonly flags?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: NodeJS.ProcessEnv;
  readonly owner?: string | undefined;
  readonly network?: Omit<NetworkOptions, 'permissions'>;
  readonly patience?: number;
  readonly keyringPatience?: number;
  /** Keys that were pressed; default: as many as wanted. */
  readonly gestures?: number;
  readonly terminal?: Partial<SignInTerminal>;
}

/** The launcher's service for one app, and what stands for the browser: a program that notes the address. */
export class SignIn {
  readonly home = mkdtempSync(join(tmpdir(), 'tui-sign-in-'));
  readonly #opened = join(this.home, 'opened');
  readonly #services: OAuthService[] = [];
  readonly announced: string[] = [];
  readonly warned: string[] = [];
  readonly kept: string[] = [];

  constructor(readonly servers: SignInServers) {
    const program = join(this.home, 'xdg-open');
    writeFileSync(program, `#!/bin/sh\nprintf '%s' "$1" > '${this.#opened}'\n`);
    chmodSync(program, 0o755);
  }

  /** Of a machine with a display and a browser. */
  get env(): NodeJS.ProcessEnv {
    return { PATH: this.home, DISPLAY: ':0', XDG_STATE_HOME: join(this.home, 'state') };
  }

  service(options: ServiceOptions = {}): OAuthService {
    const { flags, settings, env, owner, terminal, gestures = Infinity, ...more } = options;
    const { permissions } = loadPermissions({
      source: { file: 'app.tui', text: '<text>x</text>' },
      appFile: join(this.home, 'app.tui'),
      flags: readPermissionFlags(flags ?? [`--allow-oauth=${this.servers.authority('api')}`]),
      env: this.env,
      cwd: this.home,
      home: '/nonexistent',
    }).resolved;
    const config = this.config(settings);
    let left = gestures;
    const service = new OAuthService({
      permissions,
      config,
      patience: more.patience,
      keyringPatience: more.keyringPatience,
      network: more.network,
      env: env ?? this.env,
      home: this.home,
      owner: owner === undefined ? '/apps/spec.tui' : owner || undefined,
      terminal: {
        takeGesture: () => left-- > 0,
        announce: (text = '') => void this.announced.push(text),
        capabilities: { depth: 'truecolor', glyphs: 'unicode' },
        size: { width: 80, height: 24 },
        ...terminal,
      },
      onWarning: (text) => void this.warned.push(text),
      onKept: (text) => void this.kept.push(text),
    });
    this.#services.push(service);
    return service;
  }

  /** The settings of an app that signs in at the specs' server. */
  config(settings: Readonly<Record<string, unknown>> = {}): Config {
    return new Config({
      env: {},
      cwd: '/',
      home: '/nonexistent',
      cliFlags: {
        'oauth.wellknownUrl': this.servers.wellknownUrl,
        'oauth.clientId': 'tui-spec',
        'oauth.scopes': 'openid profile email offline_access',
        ...settings,
      },
    });
  }

  /** The address that the browser was opened with. */
  async address(): Promise<URL> {
    const opened = (): string | undefined =>
      (existsSync(this.#opened) ? readFileSync(this.#opened, 'utf8') : '') || undefined;
    const text = await until(opened, { what: () => 'a browser' });
    rmSync(this.#opened);
    return new URL(text);
  }

  /** Signs Ada in, from the app's call to the page in the browser. */
  async signIn(service: OAuthService): Promise<LoginResult> {
    const visited = async (): Promise<unknown> => await visit(await logIn(await this.address()));
    const [result] = await Promise.all([this.login(service), visited()]);
    return result;
  }

  /** What the app's call comes to. */
  async login(
    service: OAuthService,
    payload: unknown = {},
    signal?: AbortSignal,
  ): Promise<LoginResult> {
    const lines = await linesOf(
      service.login({
        kind: 'oauth-login',
        payload,
        body: undefined,
        signal: signal ?? new AbortController().signal,
        ready: () => Promise.resolve(),
      }),
    );
    return lines as unknown as LoginResult;
  }

  async fetch(
    service: OAuthService,
    url: string,
    headers: readonly (readonly [string, string])[] = [],
  ) {
    const over = new AbortController();
    try {
      const { value, body } = await service.fetch({
        kind: 'oauth-fetch',
        payload: { method: 'GET', url, headers, length: null },
        body: undefined,
        signal: over.signal,
        ready: () => Promise.resolve(),
      });
      const pieces: Uint8Array[] = [];
      for await (const bytes of body ?? []) pieces.push(bytes);
      const { status } = value as { readonly status: number };
      return { status, text: Buffer.concat(pieces).toString() };
    } finally {
      over.abort();
    }
  }

  remove(): void {
    for (const service of this.#services) service.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}

export interface LoginResult {
  readonly prompts: readonly {
    readonly url: string;
    readonly code?: string;
    readonly completeUrl?: string;
    readonly qr?: string;
    readonly isOpened: boolean;
  }[];
  readonly user: Readonly<Record<string, unknown>> | undefined;
}

async function linesOf({ body }: Answer): Promise<LoginResult> {
  let text = '';
  for await (const bytes of body ?? []) text += Buffer.from(bytes).toString();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; user?: Record<string, unknown> });
  return {
    prompts: lines.filter(({ type }) => type === 'prompt') as never,
    user: lines.find(({ type }) => type === 'user')?.user,
  };
}

export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Shows a page, as somebody does who opens an address: `fetch` says that it is no browser. */
export async function visit(url: string, options: RequestOptions = {}): Promise<Page> {
  return await new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/**
 * What a browser does until the server sends it back to this machine: the forms of the sign-in are filled in and sent.
 * The address that the server sends it to is returned, and not visited.
 */
export async function logIn(
  start: URL,
  name = 'ada',
  stop = /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+\/(callback|other)/,
): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start.href;
  let form: URLSearchParams | undefined;
  for (let hops = 0; hops < 20; hops++) {
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: {
        ...ONCE.headers,
        cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    form = undefined;
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      if (stop.test(url)) return url;
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1];
    if (action === undefined) return page;
    form = new URLSearchParams();
    for (const [input] of page.matchAll(/<input[^>]*>/g)) {
      const field = /name="([^"]*)"/.exec(input)?.[1];
      const value = /value="([^"]*)"/.exec(input)?.[1] ?? '';
      if (field !== undefined)
        form.set(field, field === 'login' || field === 'password' ? name : value);
    }
    url = new URL(action, url).href;
  }
  throw new Error('the sign-in does not end');
}
