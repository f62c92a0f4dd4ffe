/**
 * Explains errors of the sandbox: which permission is missing and how it is granted. This enforces nothing: denied
 * calls that are not caught here fail anyway.
 */
import * as fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { accessTo, isGuarded } from '../policy/check.js';
import { deniedMessage, guardedMessage } from '../policy/denied.js';
import type { PermissionKind, Permissions } from '../policy/types.js';
import { replaceMissingModules } from './missing-modules.js';
import { CHANGES, REFUSED_CALLS, refusing } from '../policy/refused-calls.js';

/** Node's names of what its permission model refuses. */
const KINDS: Readonly<Record<string, PermissionKind>> = {
  FileSystemRead: 'read',
  FileSystemWrite: 'write',
  ChildProcess: 'run',
  WorkerThreads: 'run',
  Net: 'net',
};

type Members = Record<string, unknown>;
type Callable = (this: unknown, ...values: unknown[]) => unknown;

let granted: Permissions | undefined;

/** Code that may get hold of a module of Node's as soon as it runs. */
const GETS_MODULES = /import|require|getBuiltinModule|\bsrc\b/;

/**
 * Milliseconds after the start at which modules of the network are loaded, for the sake of their words,
 * where the app does not look as if it used them: that takes longer than its first frame.
 */
const LATER = 100;

/** @param text of the app */
export function explainDenials(permissions: Permissions, text: string): void {
  granted = permissions;
  replaceMissingModules();
  const modules = process.getBuiltinModule('node:fs') as unknown as Record<string, unknown>;
  wrapAll(modules);
  wrapAll(fs.promises);
  syncBuiltinESMExports();
  if (GETS_MODULES.test(text)) explainNetwork();
  else setTimeout(explainNetwork, LATER).unref();
}

function explainNetwork(): void {
  for (const [module, name, kind, hint] of REFUSED_CALLS) refuse(module, name, kind, hint);
  // Node reports it where it cannot be caught.
  const { Server } = process.getBuiltinModule('node:net');
  refuseMember(Server.prototype as unknown as Members, 'listen', 'net', 'apps cannot open sockets');
  syncBuiltinESMExports();
}

/** Every function of the module: what it throws, rejects with or calls back with is explained. */
function wrapAll(module: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(module)) {
    if (typeof value !== 'function' || /^[A-Z_]/.test(name)) continue;
    const original = value as Callable;
    const wrapped = function (this: unknown, ...values: unknown[]): unknown {
      const last = values.at(-1);
      if (typeof last === 'function' && !name.endsWith('Sync')) {
        values[values.length - 1] = function (this: unknown, error: unknown, ...rest: unknown[]) {
          return (last as Callable).call(this, explain(error, name), ...rest);
        };
      }
      try {
        const result = original.apply(this, values);
        return result instanceof Promise
          ? result.catch((error: unknown) => {
              throw explain(error, name);
            })
          : result;
      } catch (error) {
        throw explain(error, name);
      }
    };
    // `fs.realpath.native`, `util.promisify.custom` and the like.
    Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
    try {
      module[name] = wrapped;
    } catch {
      // A getter without a setter.
    }
  }
}

/** The same error, saying more. */
function explain(error: unknown, called: string): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { code, permission, resource, path } = error as Record<string, unknown>;
  const kind =
    code === 'ERR_ACCESS_DENIED' ? KINDS[String(permission)] : kindOf(code, path, called);
  if (kind === undefined) return error;
  const named = typeof resource === 'string' ? resource : typeof path === 'string' ? path : '';
  const isPath = (kind === 'read' || kind === 'write') && named !== '';
  const value = isPath ? resolve(named) : named;
  const isAmongOwn = isPath && granted !== undefined && isGuarded(granted, value);
  const message =
    isAmongOwn && (kind === 'read' || kind === 'write')
      ? guardedMessage(kind, value)
      : deniedMessage(kind, value);
  const { stack, message: before } = error as Error;
  Object.assign(error, { message });
  if (typeof stack === 'string') {
    Object.defineProperty(error, 'stack', {
      value: stack.replace(before, () => message),
      configurable: true,
      writable: true,
    });
  }
  return error;
}

/** In a sandbox of the system, files that are not granted do not exist or are read-only. */
function kindOf(code: unknown, path: unknown, called: string): PermissionKind | undefined {
  if (code === 'EROFS') return 'write';
  if ((code !== 'ENOENT' && code !== 'EACCES') || typeof path !== 'string') return undefined;
  if (granted === undefined || accessTo(granted, resolve(path)) !== 'none') return undefined;
  return CHANGES.test(called) ? 'write' : 'read';
}

function refuse(moduleName: string, name: string, kind: PermissionKind, hint: string): void {
  const module = process.getBuiltinModule(moduleName) as Members | undefined;
  if (module !== undefined) refuseMember(module, name, kind, hint);
}

function refuseMember(members: Members, name: string, kind: PermissionKind, hint: string): void {
  if (typeof members[name] !== 'function') return;
  members[name] = refusing(kind, hint);
}
