/**
 * The permissions and resources of an app in a test: what its policy grants, as if the user had agreed, and the
 * stubs of network, programs and files. It runs in the test's own process: a guard for honest apps, no sandbox.
 */
import { dirname } from 'node:path';
import { DiagnosticError, type Source } from '../../runtime/base/diagnostics.js';
import type { OpenAccess } from '../../runtime/script/access.js';
import { ownCompilerOf, type ScriptCompiler } from '../../runtime/script/compiler.js';
import type { PermissionsApi } from '../../runtime/script/globals/tui-global.js';
import type { HostedApp, HostOptions, OpenHost } from '../../runtime/testing/host.js';
import { ownParts } from '../../runtime/script/bundle/part-modules.js';
import type { DocumentParts } from '../../runtime/element/components/parts.js';
import { compileFor, partsFor } from '../sandbox/broker/compiler/compile.js';
import { allowsSwitch, grantedEnvironment, query } from '../sandbox/policy/check.js';
import { DeniedError } from '../sandbox/policy/denied.js';
import { readPermissionFlags } from '../sandbox/policy/flags.js';
import { loadPermissions } from '../sandbox/policy/load.js';
import type { Permissions } from '../sandbox/policy/types.js';
import {
  guardedFetch,
  guardedRun,
  guardedSpawn,
  guardedWebSocket,
  type Guard,
} from './guarded-access.js';
import { guardedModules } from './guarded-modules.js';
import { stubbedAi } from './stubbed-ai.js';
import { StubbedFiles } from './stubbed-files.js';

/** @throws DiagnosticError where the policy is wrong */
export const openHost: OpenHost = (source, options) => {
  const guard = guardOf(source, options);
  const folder = source.file.startsWith('<') ? process.cwd() : dirname(guard.appFile);
  const files = options.files === undefined ? undefined : new StubbedFiles(folder, options.files);
  const { permissions, variables } = guard;
  const env = environmentOf(permissions, options);
  const access: OpenAccess = (hooks) => {
    const WebSocket = guardedWebSocket(guard);
    const modules = guardedModules({ guard, env, files, activity: () => hooks.activity() });
    const fetch = guardedFetch(guard, options.fetch);
    const names = { process: modules('node:process') };
    const global = globalWith({
      ...names,
      fetch,
      ...(WebSocket === undefined ? {} : { WebSocket }),
    });
    return {
      fetch,
      ...(WebSocket === undefined ? {} : { WebSocket }),
      run: guardedRun(guard, options.run, env),
      spawn: guardedSpawn(guard, options.run, env),
      ai: stubbedAi(permissions, options.ai),
      names: { ...names, globalThis: global, global },
      builtin: modules,
    };
  };
  return {
    access,
    permissions: permissionsApi(guard),
    compiler: permissions === undefined ? developmentCompiler : compilerOf(guard, source),
    readParts: permissions === undefined ? ownParts : partsOf(guard),
    checkCopy: () => {
      if (permissions !== undefined && !allowsSwitch(permissions, 'clipboard')) {
        throw new DeniedError('clipboard', '');
      }
    },
    readFile: (path) => files?.read(path, variables.cwd),
    close: () => files?.close(),
  } satisfies HostedApp;
};

/** `globalThis` for the app: with its own `fetch` and other names, whose changes do not reach the test. */
function globalWith(names: Readonly<Record<string, unknown>>): object {
  const own = new Map<PropertyKey, unknown>(Object.entries(names));
  const proxy: object = new Proxy(globalThis, {
    get: (target, key): unknown => (own.has(key) ? own.get(key) : Reflect.get(target, key, target)),
    set: (target, key, value) =>
      own.has(key) ? own.set(key, value).has(key) : Reflect.set(target, key, value),
  });
  own.set('globalThis', proxy).set('global', proxy);
  return proxy;
}

function guardOf(source: Source, { permissions: requested = 'policy' }: HostOptions): Guard {
  const appFile = source.file.startsWith('<') ? undefined : source.file;
  const flags = readPermissionFlags(typeof requested === 'string' ? [] : requested);
  const { resolved } = loadPermissions({
    source: requested === 'all' ? { ...source, text: '' } : source,
    appFile,
    flags,
    env: process.env,
    isInTest: true,
  });
  const { variables, diagnostics } = resolved;
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    throw new DiagnosticError(diagnostics);
  }
  const permissions = requested === 'all' ? undefined : resolved.permissions;
  return { permissions, variables, appFile: appFile ?? '' };
}

function environmentOf(
  permissions: Permissions | undefined,
  { env = process.env }: HostOptions,
): Record<string, string | undefined> {
  return permissions === undefined ? { ...env } : grantedEnvironment(permissions, env);
}

function permissionsApi({ permissions, variables }: Guard): PermissionsApi | undefined {
  if (permissions === undefined) return undefined;
  return Object.freeze({
    query: (kind: string, value?: string | readonly string[]) =>
      // What is not a kind rejects.
      new Promise<'granted' | 'denied'>((resolve) => {
        resolve(query(permissions, kind, value, variables, process.env['PATH'] ?? ''));
      }),
  });
}

/** Libraries check more in their development builds, and warn. */
const mode = 'development';
const developmentCompiler = ownCompilerOf(mode);

/** The same for files that the document is made of. */
function partsOf({ permissions, variables, appFile }: Guard): (source: Source) => DocumentParts {
  if (permissions === undefined || appFile === '') return ownParts;
  return (source) => partsFor(source, { permissions, variables });
}

/** An import that the app may not read fails in a test, too. */
function compilerOf({ permissions, variables, appFile }: Guard, source: Source): ScriptCompiler {
  // A text without a file has no folder of its own; its imports are the test's.
  if (permissions === undefined || appFile === '') return developmentCompiler;
  return {
    compileScripts: async (blocks) =>
      await compileFor(blocks, source, { permissions, variables, mode }),
    findHandlerError: async (code) => await developmentCompiler.findHandlerError(code),
  };
}
