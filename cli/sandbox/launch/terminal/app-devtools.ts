/** The developer tools of an app in its sandbox: they run in this process, and look at what the app's process reports. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readReport } from '../../../../runtime/devtools/read-report.js';
import { REPORT_LIMITS } from '../../../../runtime/devtools/report.js';
import { PROPERTIES } from '../../../../config/schema.js';
import type { Console } from '../../../command-line/console.js';
import { addDevtools, type ToolPlace } from '../../../documents/app-tools.js';
import type { Devtools } from '../../../devtools/devtools.js';
import type { Override } from '../../../devtools/settings.js';
import type { Broker } from '../../broker/broker.js';
import { collect, Turns } from '../../broker/limits.js';
import { parseBounded } from '../../channel/bounded-json.js';
import type { Channel } from '../../channel/channel.js';
import { isRecord } from '../../channel/protocol.js';
import type { Overrides } from '../../channel/task.js';
import type { Permissions } from '../../policy/types.js';
import type { AppLog } from '../app-log.js';
import { permissionRecords, RequestLog } from './request-log.js';
import { readEntry } from './log-entries.js';

/** Of the time, how many parts reading reports that took more milliseconds than this may not take. */
const REPORT_REST = 4;
const SMALL = 2;

export interface DevtoolsInputs {
  readonly console: Console;
  readonly permissions: Permissions;
  /** Name of the app's file. */
  readonly file: string;
  readonly log: AppLog;
  readonly channel: Channel;
  readonly broker: Broker;
  /** Files of settings have changed: the app's process gets them. */
  onSaved(): void;
}

/** Lets the user open the tools; a setting opens them at the start. */
export function offerDevtools(place: ToolPlace, inputs: DevtoolsInputs): void {
  const { console, permissions, file, channel, broker, onSaved } = inputs;
  const requests = new RequestLog(() => devtools.requested());
  const devtools = addDevtools(place, {
    file,
    onOverrides: (values, touched) => channel.notify('overrides', shared(values, touched)),
    onSaved,
    requests: () => requests.records,
    permissions: () => permissionRecords(permissions, console.home),
    app: {
      requestReports: (request) => channel.notify('devtools', { request }),
      act: (action) => channel.notify('devtools', { action }),
      leave: () => channel.notify('devtools', { closed: true }),
    },
  });
  inputs.log.follow('output', (entry) => devtools.logged([entry]));
  broker.observe((request) => requests.begin(request));
  registerReports(broker, devtools);
}

/** What the app's process may know of. */
function shared(values: readonly Override[], touched: readonly string[]): Overrides {
  const isShared = (key: string): boolean => PROPERTIES.get(key)?.secret !== true;
  return { values: values.filter(([key]) => isShared(key)), touched: touched.filter(isShared) };
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
