/** The log of an app on its way to the developer tools: an app that logs without end has no queue that grows. */
import { expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { Logger, type LogEntry } from '../../runtime/script/logger.js';
import type { Report } from '../../runtime/devtools/report.js';
import { collect } from '../../cli/sandbox/broker/limits.js';
import { DevtoolsSender } from '../../cli/sandbox/runner/devtools-sender.js';
import { RunnerSettings } from '../../cli/sandbox/runner/config.js';

const SIZE = 50;
const OPTIONS = { registry, file: 'app.tui', width: 9, height: 2, env: {} };

/** The launcher takes reports when `answer` is called. */
function start() {
  const reports: (readonly LogEntry[])[] = [];
  const trees: string[] = [];
  const waiting: (() => void)[] = [];
  let wake: (() => void) | undefined;
  const sender = new DevtoolsSender(
    {
      request: async (_kind, _payload, { body } = {}) => {
        const { log, tree } = JSON.parse(String(await collect(body, 1e7, 'the report'))) as {
          log?: readonly LogEntry[];
          tree?: NonNullable<Report['tree']>;
        };
        trees.push(...(tree?.rows ?? []).map(({ label }) => label));
        if (log === undefined) return {};
        reports.push(log);
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          wake?.();
        });
        return {};
      },
    },
    new RunnerSettings(),
  );
  const sink = (): void => sender.logged();
  const logger = new Logger({ now: () => 0, size: SIZE, sink });
  const app = createApp('<tui/>', OPTIONS);
  sender.attach(app, logger);
  const next = async (count: number): Promise<string[]> => {
    while (reports.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return reports[count - 1]!.map(({ message }) => message);
  };
  return { sender, logger, reports, next, answer: () => waiting.shift()?.(), app, trees };
}

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => String(from + index));

it('has what was logged before the tools were open, then what is new', async () => {
  const { sender, logger, next, answer, app } = start();
  logger.info('before');
  sender.receive({ request: {} });
  expect(await next(1)).toEqual(['before']);
  answer();
  logger.info('after');
  expect(await next(2)).toEqual(['after']);
  sender.receive({ closed: true });
  app.stop();
});

it('is one report at a time, of the entries that the logger keeps', async () => {
  const { sender, logger, reports, next, answer, app } = start();
  sender.receive({ request: {} });
  logger.info('0');
  await next(1);
  for (const each of numbers(1, 10_000)) logger.info(each);
  expect(reports).toHaveLength(1);
  answer();
  expect(await next(2)).toEqual(numbers(10_000 - SIZE, 10_000));
  answer();
  logger.info('last');
  expect(await next(3)).toEqual(['last']);
  sender.receive({ closed: true });
  app.stop();
});

it('has the errors that nothing in the app has handled, in their order and with their place', async () => {
  const { sender, logger, reports, next, answer, app } = start();
  sender.reported({ severity: 'error', code: 'x', message: 'early' });
  sender.receive({ request: {} });
  expect(await next(1)).toEqual(['early']);
  answer();
  logger.info('one');
  const source = { file: 'app.tui', text: 'line\nthrow' };
  const span = { start: 5, end: 10 };
  sender.reported({ severity: 'error', code: 'x', message: 'two', source, span });
  expect(await next(2)).toEqual(['one', 'two']);
  expect(reports[1]![1]).toMatchObject({ level: 'ERROR', at: 'app.tui:2:1' });
  sender.receive({ closed: true });
  app.stop();
});

it('and what the tools look into are of the app that runs, after an edit has exchanged it', async () => {
  const { sender, logger, next, answer, app, trees } = start();
  sender.receive({ request: { tree: { open: [], selected: null } } });
  logger.info('one');
  expect(await next(1)).toEqual(['one']);
  answer();
  const edited = createApp('<tui class="edited"/>', OPTIONS);
  sender.attach(edited, logger);
  logger.info('two');
  // Nothing comes twice.
  expect(await next(2)).toEqual(['two']);
  while (!trees.some((label) => label.includes('edited'))) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  sender.receive({ closed: true });
  app.stop();
  edited.stop();
});
