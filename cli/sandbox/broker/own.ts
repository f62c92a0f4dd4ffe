/** What every app asks of the launcher: compiling, saving settings, copying, and what it may do. */
import { dirname } from 'node:path';
import { ConfigPermissionError, saveFor, type Config } from '../../../config/index.js';
import { DiagnosticError, type Source } from '../../../runtime/diagnostics.js';
import type { ScriptBlock } from '../../../runtime/script/bundle/block.js';
import { findHandlerFault } from '../../../runtime/script/compiler.js';
import { Clipboard } from '../../../runtime/terminal/clipboard.js';
import type { Broker } from './broker.js';
import { realPathOf, type PathWords } from '../policy/grants/paths.js';
import { compileFor } from './compiler/compile.js';
import { accessTo, allowsSwitch, query } from '../policy/check.js';
import { DeniedError } from '../policy/denied.js';
import type { Permissions } from '../policy/types.js';
import type { RemoteApp } from '../remote/remote.js';
import { isRecord } from '../channel/protocol.js';

export interface OwnInputs {
  readonly permissions: Permissions;
  readonly words: PathWords;
  readonly config: Config;
  readonly source: Source;
  readonly env: NodeJS.ProcessEnv;
  readonly remote?: RemoteApp | undefined;
}

/** UTF-16 units of one handler, and of all blocks together. */
const LONGEST_CODE = 16 * 1024 * 1024;

export function registerOwn(broker: Broker, inputs: OwnInputs): void {
  const { permissions, words, config, source, env } = inputs;

  broker.register('compile', async ({ payload }) => {
    const blocks = readBlocks(payload);
    return { value: await compileFor(blocks, source, inputs) };
  });

  broker.register('find-fault', async ({ payload }) => ({
    value: (await findHandlerFault(textOf(payload))) ?? null,
  }));

  broker.register('permission', ({ payload }) => {
    const { kind, value } = isRecord(payload) ? payload : {};
    const asked =
      typeof value === 'string'
        ? value
        : Array.isArray(value)
          ? value.map((part) => String(part))
          : undefined;
    return { value: query(permissions, String(kind), asked, words, env['PATH'] ?? '') };
  });

  let copied: Promise<unknown> = Promise.resolve();
  broker.register('clipboard', async ({ payload }) => {
    if (!allowsSwitch(permissions, 'clipboard')) throw new DeniedError('clipboard', '');
    const text = textOf(payload);
    // Without a way to send: what only the terminal can copy, the runner asks it for itself. One after the
    // other: each starts a program.
    const copy = copied.then(async () => await new Clipboard({ env }).copy(text));
    copied = copy.catch(() => undefined);
    return { value: await copy };
  });

  broker.register('config-save', ({ payload }) => {
    const folder = dirname(config.configPath);
    // The file itself too: an app that may write the folder can put a link there that leads anywhere.
    for (const path of [folder, config.configPath]) {
      const real = realPathOf(path, words.cwd);
      if (real === undefined || accessTo(permissions, real) !== 'write') {
        throw detailed(new ConfigPermissionError(folder), { path: folder });
      }
    }
    const secrets = allowsSwitch(permissions, 'ai');
    try {
      return { value: saveFor(config.configPath, payload, { secrets }) };
    } catch (error) {
      if (error instanceof DiagnosticError) throw detailed(error, error.diagnostics);
      throw error;
    }
  });
}

/** The error with what its other side needs to make the same one of it. */
function detailed(error: Error, details: unknown): Error {
  return Object.assign(error, { details });
}

function textOf(payload: unknown): string {
  if (typeof payload === 'string' && payload.length <= LONGEST_CODE) return payload;
  throw new TypeError('a text is expected');
}

function readBlocks(payload: unknown): ScriptBlock[] {
  if (!Array.isArray(payload)) throw new TypeError('a list of blocks is expected');
  return payload.slice(0, 10_000).map((value: unknown): ScriptBlock => {
    const { code, span, src, lang, ready } = isRecord(value) ? value : {};
    const { start, end } = isRecord(span) ? span : {};
    const places = Number.isInteger(start) && Number.isInteger(end);
    return {
      code: textOf(code),
      span: places ? { start: Number(start), end: Number(end) } : undefined,
      src: typeof src === 'string' ? src : undefined,
      lang: typeof lang === 'string' ? lang : undefined,
      ready: ready === true,
    };
  });
}
