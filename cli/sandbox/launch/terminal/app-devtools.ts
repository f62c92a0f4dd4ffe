/** The developer tools of an app in its sandbox: they run in this process, and look at what the app's process reports. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readReport } from '../../../../runtime/devtools/read-report.js';
import { REPORT_LIMITS } from '../../../../runtime/devtools/report.js';
import { Clipboard } from '../../../../runtime/terminal/clipboard.js';
import type { Config } from '../../../../config/index.js';
import { PROPERTIES } from '../../../../config/schema.js';
import type { Console } from '../../../command-line/console.js';
import { Devtools } from '../../../devtools/devtools.js';
import type { Override } from '../../../devtools/settings.js';
import type { Broker } from '../../broker/broker.js';
import { collect, Turns } from '../../broker/limits.js';
import { parseBounded } from '../../channel/bounded-json.js';
import type { Channel } from '../../channel/channel.js';
import { isRecord } from '../../channel/protocol.js';
import type { Overrides } from '../../channel/task.js';
import { isPackageSafe } from '../../policy/launcher-files.js';
import { stateFolder } from '../../policy/resolve.js';
import type { Permissions } from '../../policy/types.js';
import type { AppTerminal } from './app-terminal.js';
import { permissionRecords, RequestLog } from './request-log.js';
import { readEntry } from './log-entries.js';

/** Of the time, how many parts reading reports that took more milliseconds than this may not take. */
const REPORT_REST = 4;
const SMALL = 2;

export interface DevtoolsInputs {
  readonly console: Console;
  readonly config: Config;
  readonly permissions: Permissions;
  /** Name of the app's file. */
  readonly file: string;
  readonly terminal: AppTerminal;
  readonly channel: Channel;
  readonly broker: Broker;
  /** Files of settings have changed: the app's process gets them. */
  onSaved(): void;
  /** Closes what else is beside the app. */
  makeRoom(): void;
}

/** Lets the user open the tools; a setting opens them at the start. */
export function offerDevtools(inputs: DevtoolsInputs): Devtools {
  const { console, config, permissions, file, terminal, channel, broker } = inputs;
  const { env, home } = console;
  const log = new RequestLog(() => devtools.requested());
  const devtools = new Devtools({
    divider: terminal.divider,
    hasShortcut: () => config.devtoolsShortcut,
    isRequested: config.devtoolsOpen,
    stateFolder: stateFolder(env, home),
    settings: {
      config,
      onOverrides: (values, touched) => channel.notify('overrides', shared(values, touched)),
      onSaved: () => inputs.onSaved(),
    },
    requests: () => log.records,
    permissions: () => permissionRecords(permissions, home),
    env,
    file,
    makeRoom: () => inputs.makeRoom(),
    logSize: () => config.logBufferSize,
    copy: async (text) => {
      // As for the app's own copies: what the app may write is not run with the user's rights.
      const writeLocal = isPackageSafe(permissions, 'clipboardy') ? undefined : refuse;
      await new Clipboard({ env, writeLocal, send: terminal.sendCopy }).copy(text);
    },
    app: {
      requestReports: (request) => channel.notify('devtools', { request }),
      act: (action) => channel.notify('devtools', { action }),
      leave: () => channel.notify('devtools', { closed: true }),
    },
    onError: (error) => terminal.announce(`the developer tools failed: ${String(error)}`),
  });
  broker.observe((request) => log.begin(request));
  registerReports(broker, devtools);
  return devtools;
}

/** What the app's process may know of. */
function shared(values: readonly Override[], touched: readonly string[]): Overrides {
  const isShared = (key: string): boolean => PROPERTIES.get(key)?.secret !== true;
  return { values: values.filter(([key]) => isShared(key)), touched: touched.filter(isShared) };
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('the app may write the package of the clipboard'));
}

/** Takes reports one after the other, none while the tools are closed, and each answered after a rest. */
export function registerReports(
  broker: Broker,
  devtools: Pick<Devtools, 'isOpen' | 'report' | 'logged'>,
): void {
  const turns = new Turns();
  broker.register(
    'devtools',
    async (request) =>
      await turns.take(request, async () => {
        if (!devtools.isOpen) throw createUnexpectedError();
        const bytes = await collect(request.body, REPORT_LIMITS.bytes, 'the report');
        if (!devtools.isOpen) throw createUnexpectedError();
        const started = performance.now();
        try {
          const value = parseBounded(bytes, REPORT_LIMITS);
          const { log } = isRecord(value) ? value : {};
          if (Array.isArray(log)) devtools.logged(log.flatMap(readEntry));
          devtools.report(readReport(value));
        } finally {
          const cost = performance.now() - started;
          if (cost > SMALL) await sleep(cost * REPORT_REST, undefined, { ref: false });
        }
        return {};
      }),
    { streams: true },
  );
}

function createUnexpectedError(): Error {
  return Object.assign(new Error('the developer tools are closed'), { code: 'unwanted' });
}
