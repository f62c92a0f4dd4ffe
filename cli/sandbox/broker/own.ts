/**
 * Requests that every app may send to the launcher: compiling, saving settings, copying, and querying permissions.
 */
import { dirname } from 'node:path';
import { ConfigPermissionError, saveFor, type Config } from '../../../config/index.js';
import { DiagnosticError, type Source } from '../../../runtime/base/diagnostics.js';
import type { ScriptBlock } from '../../../runtime/script/bundle/block.js';
import type { FileFilter } from '../../../runtime/script/bundle/files.js';
import { findHandlerError } from '../../../runtime/script/compiler.js';
import { Clipboard } from '../../../runtime/terminal/clipboard.js';
import type { Broker, BrokerHandler } from './broker.js';
import type { PathVariables } from '../policy/grants/paths.js';
import { compileFor } from './compiler/compile.js';
import { allowsSave, allowsSwitch, query } from '../policy/check.js';
import { isPackageSafe } from '../policy/launcher-files.js';
import { DeniedError } from '../policy/denied.js';
import type { Permissions } from '../policy/types.js';
import type { RemoteApp } from '../remote/remote.js';
import { parseBounded } from '../channel/bounded-json.js';
import { isRecord } from '../channel/protocol.js';
import { packResult } from '../channel/sent-result.js';
import { collect, Turns } from './limits.js';

export interface OwnInputs {
  readonly permissions: Permissions;
  readonly variables: PathVariables;
  readonly config: Config;
  readonly source: Source;
  readonly env: NodeJS.ProcessEnv;
  readonly remote?: RemoteApp | undefined;
  /** What asks the terminal to copy, while there is one. */
  readonly sendCopy?: (() => ((sequence: string) => void) | undefined) | undefined;
  /** Sends the text to the remote client that drives the app; false where the local user does. */
  readonly copyRemotely?: ((text: string) => boolean) | undefined;
  /** Decides which files may be added to the app while it runs; default: all that it may read. */
  readonly lateModules?: (() => Promise<FileFilter>) | undefined;
}

/** Bytes of one handler, and of all blocks together. */
const MAX_CODE = 1024 * 1024;
/** Bytes of a text for the clipboard. */
const MAX_TEXT = 8 * 1024 * 1024;
const SETTINGS_LIMITS = { bytes: 1024 * 1024, values: 50_000, depth: 64 };

export function registerOwn(broker: Broker, inputs: OwnInputs): void {
  const { permissions, variables, config, source, env } = inputs;
  const compiling = new Turns();
  const copying = new Turns();
  const saving = new Turns();
  /** Registers a kind whose requests have a stream and are answered in turn. */
  const inTurn = (kind: string, turns: Turns, handler: BrokerHandler): void =>
    broker.register(kind, (request) => turns.take(request, () => handler(request)), {
      streams: true,
    });

  inTurn('compile', compiling, async ({ payload, body }) => {
    const blocks = readBlocks(payload, await collect(body, MAX_CODE, 'the code'));
    const result = await compileFor(blocks, source, inputs, await inputs.lateModules?.());
    return { value: packResult(result) };
  });

  inTurn('find-handler-error', compiling, async ({ body }) => {
    const code = (await collect(body, MAX_CODE, 'the code')).toString('utf8');
    return { value: (await findHandlerError(code)) ?? null };
  });

  broker.register('permission', ({ payload }) => {
    const { kind, value } = isRecord(payload) ? payload : {};
    const asked =
      typeof value === 'string'
        ? value
        : Array.isArray(value)
          ? value.map((part) => String(part))
          : undefined;
    return { value: query(permissions, String(kind), asked, variables, env['PATH'] ?? '') };
  });

  let isSafe: boolean | undefined;
  // In turn: each starts a program.
  inTurn('clipboard', copying, async ({ body }) => {
    if (!allowsSwitch(permissions, 'clipboard')) throw new DeniedError('clipboard', '');
    const text = (await collect(body, MAX_TEXT, 'the text')).toString('utf8');
    if (inputs.copyRemotely?.(text) === true) return { value: { how: 'sent' } };
    isSafe ??= isPackageSafe(permissions, 'clipboardy');
    const writeLocal = isSafe ? undefined : refuseLocal;
    const send = inputs.sendCopy?.();
    return { value: await new Clipboard({ env, writeLocal, send }).copy(text) };
  });

  inTurn('config-save', saving, async ({ body }) => {
    const folder = dirname(config.configPath);
    if (!allowsSave(permissions, config.configPath, variables.cwd)) {
      throw detailed(new ConfigPermissionError(folder), { path: folder });
    }
    config.refuseWithoutFile();
    const bytes = await collect(body, SETTINGS_LIMITS.bytes, 'the settings to save');
    const changes = parseBounded(bytes, SETTINGS_LIMITS);
    try {
      return { value: saveFor(config.configPath, changes) };
    } catch (error) {
      if (error instanceof DiagnosticError) throw detailed(error, error.diagnostics);
      throw error;
    }
  });
}

/** The system's clipboard is written by a package, and the app could write that. */
async function refuseLocal(): Promise<never> {
  return await Promise.reject(new Error('the app may write the package of the clipboard'));
}

/** The error with what its other side needs to make the same one of it. */
function detailed(error: Error, details: unknown): Error {
  return Object.assign(error, { details });
}

/** The app's word for where a block is: what it imports is checked as each import is. */
function originOf(value: unknown): ScriptBlock['origin'] {
  const { path, file } = isRecord(value) ? value : {};
  if (typeof path !== 'string' || typeof file !== 'string') return undefined;
  return { path, source: { file, text: '' } };
}

/** The blocks with the code that came for them. */
function readBlocks(payload: unknown, code: Buffer): ScriptBlock[] {
  if (!Array.isArray(payload)) throw new TypeError('expected an array of blocks');
  let at = 0;
  return payload.map((value: unknown): ScriptBlock => {
    const { size, span, src, lang, ready, component, origin } = isRecord(value) ? value : {};
    if (!Number.isSafeInteger(size) || Number(size) < 0 || at + Number(size) > code.length) {
      throw new TypeError('expected a block with its size and code');
    }
    const { start, end } = isRecord(span) ? span : {};
    const places = Number.isInteger(start) && Number.isInteger(end);
    return {
      code: code.toString('utf8', at, (at += Number(size))),
      span: places ? { start: Number(start), end: Number(end) } : undefined,
      src: typeof src === 'string' ? src : undefined,
      lang: typeof lang === 'string' ? lang : undefined,
      component: typeof component === 'string' ? component : undefined,
      origin: originOf(origin),
      ready: ready === true,
    };
  });
}
