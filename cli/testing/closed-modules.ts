/** Node's modules that bypass `fetch`, `$tui.run` and the policy, and which members an app in a test has. */
import { DeniedError } from '../sandbox/policy/denied.js';
import { targetOf, withheldError } from '../sandbox/policy/refused-calls.js';
import type { PermissionKind } from '../sandbox/policy/types.js';

interface ClosedModule {
  /** The functions and classes that the app has as they are. */
  readonly stays: RegExp;
  /** The permission that the others are about; undefined: no policy grants them. */
  readonly kind?: PermissionKind;
  readonly hint: string;
}

const NO_SOCKETS = 'apps cannot open sockets; use fetch';
const PROGRAMS = 'use $tui.run to start programs';
const NONE = /^$/;
const DNS: ClosedModule = {
  stays: /^([gs]etServers|[gs]etDefaultResultOrder)$/,
  kind: 'net',
  hint: NO_SOCKETS,
};
const HTTP: ClosedModule = {
  stays: /^(validateHeader(Name|Value)|setMaxIdleHTTPParsers|(Incoming|Outgoing)Message)$/,
  kind: 'net',
  hint: NO_SOCKETS,
};
const INSPECTOR: ClosedModule = { stays: NONE, hint: 'it runs code in the test' };

const CLOSED: Readonly<Record<string, ClosedModule>> = {
  'node:child_process': { stays: NONE, kind: 'run', hint: PROGRAMS },
  'node:cluster': { stays: NONE, kind: 'run', hint: PROGRAMS },
  'node:dgram': { stays: NONE, kind: 'net', hint: 'apps cannot open sockets' },
  'node:dns': DNS,
  'node:dns/promises': DNS,
  'node:http': HTTP,
  'node:https': HTTP,
  'node:http2': {
    stays: /^(get(Default|Packed|Unpacked)Settings|sensitiveHeaders)$/,
    kind: 'net',
    hint: NO_SOCKETS,
  },
  'node:net': {
    stays: /^(isIP(v[46])?|BlockList|SocketAddress|[gs]etDefaultAuto\w+)$/,
    kind: 'net',
    hint: NO_SOCKETS,
  },
  'node:quic': { stays: NONE, kind: 'net', hint: NO_SOCKETS },
  'node:tls': {
    stays:
      /^(checkServerIdentity|createSecureContext|SecureContext|convertALPNProtocols|getC\w+|[gs]etDefaultCA\w+)$/,
    kind: 'net',
    hint: NO_SOCKETS,
  },
  'node:ffi': { stays: NONE, hint: 'it runs machine code' },
  'node:inspector': INSPECTOR,
  'node:inspector/promises': INSPECTOR,
  'node:module': {
    stays: /^(createRequire|isBuiltin|SourceMap|findSourceMap|stripTypeScriptTypes)$/,
    hint: 'it changes what the test loads, or loads modules without checking the policy',
  },
  'node:repl': { stays: /^(?!start$|REPLServer$)/, hint: 'it runs code in the test' },
  'node:test': { stays: /^(?!run$)/, hint: 'it starts programs' },
  'node:vm': {
    stays: /^(?!runInThisContext$|compileFunction$)/,
    hint: 'its code would have the globals of the test',
  },
  'node:wasi': { stays: NONE, hint: 'it opens files without a look at the policy' },
  'node:worker_threads': { stays: /^(?!Worker$)/, hint: 'apps have no threads' },
};

export type Class = new (...values: unknown[]) => object;

/** What throws in the place of a function or class; undefined where that stays. */
export function refusalOf(
  module: string,
  name: string,
): ((...values: unknown[]) => never) | undefined {
  const closed = CLOSED[module];
  if (closed === undefined || closed.stays.test(name)) return undefined;
  const { kind, hint } = closed;
  return (...values) => {
    if (kind === undefined) throw withheldError(`${module.slice('node:'.length)}.${name}`, hint);
    throw new DeniedError(kind, targetOf(values), hint);
  };
}

/** True for a module of which something is refused. */
export function isClosed(module: string): boolean {
  return Object.hasOwn(CLOSED, module);
}

/** A class that can be named and extended, whose objects are made as the function does it. */
export function classOf(
  Original: Class,
  make: (values: readonly unknown[], self: Class) => object,
): Class {
  return new Proxy(Original, {
    construct: (_, values: unknown[], self) => make(values, isClass(self) ? self : Original),
    apply: (_, __, values: unknown[]) => make(values, Original),
  });
}

function isClass(value: unknown): value is Class {
  return typeof value === 'function';
}

/** The objects of a class with some members replaced, also for the classes that extend it. */
export function classWith(Original: Class, members: Readonly<Record<string, unknown>>): Class {
  return classOf(Original, (values, self) =>
    Object.defineProperties(
      Object(Reflect.construct(Original, [...values], self)) as object,
      Object.fromEntries(
        Object.entries(members).map(([name, value]) => [
          name,
          { value, configurable: true, writable: true },
        ]),
      ),
    ),
  );
}
