/** Reports of an app's process, which may be hostile: it may send them at any rate, wanted or not, and whatever it likes. */
import { describe, expect, it } from '@jest/globals';
import { Broker } from '../../cli/sandbox/broker/broker.js';
import type { Body } from '../../cli/sandbox/channel/channel.js';
import { registerReports } from '../../cli/sandbox/launch/terminal/app-devtools.js';
import { RequestLog } from '../../cli/sandbox/launch/terminal/request-log.js';
import { QuitKeys } from '../../cli/sandbox/launch/terminal/quit-keys.js';
import { DeniedError } from '../../cli/sandbox/policy/denied.js';
import type { Report } from '../../runtime/devtools/report.js';
import type { LogEntry } from '../../runtime/script/logger.js';

function taking(isOpen = true) {
  const broker = new Broker();
  const taken = {
    reports: [] as Report[],
    entries: [] as LogEntry[],
    read: 0,
    isOpen,
    send: async (text: string): Promise<unknown> => {
      const body = (async function* () {
        taken.read += text.length;
        yield await Promise.resolve(Buffer.from(text));
      })() as unknown as Body;
      return await broker.answer({
        kind: 'devtools',
        payload: null,
        body,
        signal: new AbortController().signal,
        ready: () => Promise.resolve(),
      });
    },
  };
  registerReports(broker, {
    get isOpen() {
      return taken.isOpen;
    },
    report: (report) => void taken.reports.push(report),
    logged: (entries) => void taken.entries.push(...entries),
  });
  return taken;
}

const STATES = '{"states":[{"key":"a","type":"number","value":"1","isEditable":true}]}';

describe('reports of an app', () => {
  it('control: one that is wanted is taken', async () => {
    const taken = taking();
    await taken.send(STATES);
    expect(taken.reports).toMatchObject([{ states: [{ key: 'a', value: '1' }] }]);
  });

  it('are not read while the developer tools are closed', async () => {
    const taken = taking(false);
    await expect(taken.send(STATES)).rejects.toMatchObject({ code: 'unwanted' });
    expect(taken).toMatchObject({ read: 0, reports: [] });
  });

  it.each([
    '',
    'null',
    '[]',
    '{"tree":1}',
    `{"refusal":${'['.repeat(5000)}`,
    '{"states":{"length":1}}',
  ])('that are none reach nothing: %.30s', async (text) => {
    const taken = taking();
    await expect(taken.send(text)).rejects.toThrow();
    expect(taken.reports).toEqual([]);
  });

  it('have no escape sequence left in their texts', async () => {
    const taken = taking();
    await taken.send('{"refusal":"\\u001b]52;c;aGk=\\u0007 \\u009b2J"}');
    expect(taken.reports[0]!.refusal).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
  });

  it('log entries that are none are left out', async () => {
    const taken = taking();
    await taken.send(
      '{"log":[null,5,{"level":"LOUD","message":"x"},{"level":"INFO","message":"y","time":1e99}]}',
    );
    expect(taken.entries).toMatchObject([{ level: 'INFO', message: 'y' }]);
  });

  it('that flood wait, or are refused', async () => {
    const taken = taking();
    const settled = await Promise.allSettled(Array.from({ length: 50 }, () => taken.send(STATES)));
    expect(settled.some(({ status }) => status === 'rejected')).toBe(true);
    expect(taken.reports.length).toBeLessThan(50);
  });
});

describe('keys in the tools', () => {
  const key = (name: string, ctrlKey = false) => ({
    type: 'key' as const,
    key: name,
    kind: 'press' as const,
    ctrlKey,
    altKey: false,
    shiftKey: false,
    metaKey: false,
  });

  it('control: a key of the app lets a program have the terminal, once', () => {
    const keys = new QuitKeys(() => 0);
    keys.judge(key('a'), false);
    expect([keys.takeGesture(), keys.takeGesture()]).toEqual([true, false]);
  });

  it('let no program have it, and nothing be stopped', () => {
    const keys = new QuitKeys(() => 0);
    keys.judge(key('a'), false);
    keys.judge(key('z', true), false);
    keys.withdraw();
    expect([keys.takeGesture(), keys.takeSuspend()]).toEqual([false, false]);
  });

  it('still end the app by Ctrl+C twice', () => {
    const keys = new QuitKeys(() => 0);
    expect(keys.judge(key('c', true), false)).toBe('pass');
    keys.withdraw();
    expect(keys.judge(key('c', true), false)).toBe('end');
  });
});

describe('requests', () => {
  it('are noted with their end, and those for the tools are not', async () => {
    const broker = new Broker();
    let changes = 0;
    const log = new RequestLog(() => changes++);
    broker.observe((request) => log.begin(request));
    broker.register('fetch', ({ payload }) => {
      if ((payload as { url: string }).url.endsWith('no'))
        throw new DeniedError('net', 'example.org:443');
      return { value: { status: 204 } };
    });
    broker.register('devtools', () => ({}));
    const ask = async (kind: string, payload: unknown): Promise<unknown> =>
      await broker
        .answer({
          kind,
          payload,
          body: undefined,
          signal: new AbortController().signal,
          ready: () => Promise.resolve(),
        })
        .catch(() => undefined);
    await ask('fetch', { method: 'GET', url: 'https://example.com/yes' });
    await ask('fetch', { method: 'GET', url: 'https://example.org/no' });
    await ask('devtools', null);
    expect(log.records).toMatchObject([
      { kind: 'fetch', subject: 'GET https://example.com/yes', state: 'done', result: '204' },
      { kind: 'fetch', subject: 'GET https://example.org/no', state: 'denied' },
    ]);
    expect(changes).toBe(4);
  });
});
