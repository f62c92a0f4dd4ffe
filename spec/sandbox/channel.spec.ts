/** The channel between launcher and runner: that it works, and that no garbage on it hurts the launcher. */
import { Duplex } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Broker, type BrokerHandler } from '../../cli/sandbox/broker/broker.js';
import { collect, Turns } from '../../cli/sandbox/broker/limits.js';
import { excessOf, parseBounded } from '../../cli/sandbox/channel/bounded-json.js';
import { Channel, type Body, type ChannelOptions } from '../../cli/sandbox/channel/channel.js';
import {
  DATA_FRAME,
  dataFrame,
  FrameReader,
  FROM_RUNNER,
  HEADER,
  jsonFrame,
  MAX_PIECE,
  MAX_REQUESTS,
  MAX_UNREAD,
  WINDOW,
  type Message,
} from '../../cli/sandbox/channel/protocol.js';
import { streamOf } from '../../cli/sandbox/channel/streams.js';
import { propertyRuns } from '../support/property-runs.js';
import { until } from '../support/until.js';

/** Two streams, each of which reads what the other writes, in pieces of one's own choice. */
function pair(piece = 65_536): [Duplex, Duplex] {
  const make = (other: () => Duplex): Duplex =>
    new Duplex({
      read: () => undefined,
      write: (bytes: Buffer, _encoding, done) => {
        setImmediate(() => {
          for (let at = 0; at < bytes.length; at += piece) {
            other().push(bytes.subarray(at, at + piece));
          }
          done();
        });
      },
      final: (done) => {
        other().push(null);
        done();
      },
    });
  const left: Duplex = make(() => right);
  const right: Duplex = make(() => left);
  return [left, right];
}

interface Side {
  readonly launcher: Channel;
  readonly runner: Channel;
  /** What the runner's end of the wire is. */
  readonly wire: Duplex;
  readonly ends: (string | undefined)[];
}

function connect(broker: Broker, options: Partial<ChannelOptions> = {}, piece?: number): Side {
  const [left, right] = pair(piece);
  const ends: (string | undefined)[] = [];
  const launcher = new Channel(left, {
    side: 'launcher',
    onRequest: (request) => broker.answer(request),
    onNotice: (kind, payload) => broker.notice(kind, payload),
    onClose: (error) => ends.push(error?.message),
    ...options,
  });
  return { launcher, runner: new Channel(right, { side: 'runner' }), wire: right, ends };
}

async function* pieces(count: number, size: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) yield new Uint8Array(size).fill(index);
}

async function sizeOf(body: Body | undefined): Promise<number> {
  let size = 0;
  for await (const piece of body ?? []) size += piece.length;
  return size;
}

const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 20));

describe('requests', () => {
  it.each([1, 7, 65_536])('are answered, in pieces of %i bytes', async (piece) => {
    const broker = new Broker();
    broker.register('echo', ({ payload }) => ({ value: payload }));
    const { runner } = connect(broker, {}, piece);
    const text = 'é\u0000🙂'.repeat(100);
    expect((await runner.request('echo', { text })).value).toEqual({ text });
  });

  it('get the error that was thrown, with its code', async () => {
    const broker = new Broker();
    broker.register('fail', () => {
      throw Object.assign(new TypeError('no'), { code: 'X', details: { a: 1 } });
    });
    const { runner } = connect(broker);
    await expect(runner.request('fail')).rejects.toMatchObject({
      name: 'TypeError',
      message: 'no',
      code: 'X',
      details: { a: 1 },
    });
    await expect(runner.request('constructor')).rejects.toMatchObject({ code: 'unknown-kind' });
  });

  it('send and get bodies, without running ahead of who reads', async () => {
    const broker = new Broker();
    let produced = 0;
    broker.register('up', async ({ body }) => ({ value: await sizeOf(body) }), { streams: true });
    broker.register('down', () => ({
      body: (async function* () {
        for await (const piece of pieces(100, 50_000)) {
          produced += piece.length;
          yield piece;
        }
      })(),
    }));
    const { runner } = connect(broker);
    const up = await runner.request('up', null, { body: pieces(100, 50_000) });
    expect(up.value).toBe(5_000_000);
    const { body } = await runner.request('down');
    await turn();
    expect(produced).toBeLessThanOrEqual(WINDOW + 50_000);
    expect(await sizeOf(body)).toBe(5_000_000);
  });

  it('end at the other side when nobody waits any more', async () => {
    const broker = new Broker();
    let signal: AbortSignal | undefined;
    broker.register('wait', (request) => {
      signal = request.signal;
      return new Promise(() => undefined);
    });
    const { runner } = connect(broker);
    const abort = new AbortController();
    const waiting = runner.request('wait', null, { signal: abort.signal });
    await turn();
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await turn();
    expect(signal?.aborted).toBe(true);
  });

  it('fail when the connection ends', async () => {
    const broker = new Broker();
    broker.register('wait', () => new Promise(() => undefined));
    const { runner, wire } = connect(broker);
    const waiting = runner.request('wait');
    await turn();
    wire.destroy();
    await expect(waiting).rejects.toMatchObject({ code: 'channel-closed' });
  });
});

describe('the limits of a message', () => {
  const parse = (text: string): unknown => parseBounded(Buffer.from(text), FROM_RUNNER);

  it('are counted outside of strings, and no JSON is changed by them', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        const text = JSON.stringify(value);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: propertyRuns(100) },
    );
    const quoted = JSON.stringify({ a: `[{,"\\\\${'[,'.repeat(20_000)}` });
    expect(parse(quoted)).toEqual(JSON.parse(quoted));
  });

  it('are never below what there is', () => {
    const countOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, each) => sum + countOf(each), 1)
        : 1;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        const values = countOf(JSON.parse(bytes.toString())) - 1;
        expect(excessOf(bytes, { ...FROM_RUNNER, values })).toContain('values');
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('are kept by the runner: what does not fit is an error there', async () => {
    const broker = new Broker();
    broker.register('echo', ({ payload }) => ({ value: payload }));
    const { runner, ends } = connect(broker);
    const long = 'x'.repeat(FROM_RUNNER.bytes);
    for (const payload of [long, Array(10_001).fill(0)]) {
      const asked = runner.request('echo', payload);
      await expect(asked).rejects.toMatchObject({ code: 'message-too-large' });
    }
    expect(() => runner.notify('log', long)).toThrow(/cannot be sent/);
    const short = 'x'.repeat(FROM_RUNNER.bytes - 200);
    expect((await runner.request('echo', short)).value).toBe(short);
    expect(ends).toEqual([]);
  });

  it.each([1, 4, 5, 6, 1000])('hold for frames that come in pieces of %i bytes', (size) => {
    const got: [number, string][] = [];
    const reader = new FrameReader(FROM_RUNNER, (type, body) => got.push([type, body.toString()]));
    const sent = Buffer.concat([
      frame(0, '{}'),
      frame(DATA_FRAME, 'abcd'),
      frame(0, ''),
      frame(0, 'x'),
    ]);
    for (let at = 0; at < sent.length; at += size) reader.feed(sent.subarray(at, at + size));
    expect(got).toEqual([
      [0, '{}'],
      [1, 'abcd'],
      [0, ''],
      [0, 'x'],
    ]);
  });
});

describe('a hostile runner', () => {
  it('any bytes end the connection or change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }),
        async (all) => {
          const { wire, ends, launcher } = connect(new Broker());
          for (const bytes of all) wire.write(bytes);
          await new Promise((done) => setImmediate(done));
          launcher.close();
          expect(ends).toHaveLength(1);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it.each<[string, Buffer]>([
    ['no JSON', frame(0, '{')],
    ['null', frame(0, 'null')],
    ['an array', frame(0, '[]')],
    ['an unknown type', frame(0, '{"type":"constructor"}')],
    ['__proto__', frame(0, '{"type":"__proto__"}')],
    ['a number that is none', frame(0, '{"type":"request","id":"1","kind":"x"}')],
    ['a kind that is none', frame(0, '{"type":"request","id":1,"kind":"../x"}')],
    ['negative credit', frame(0, '{"type":"credit","id":1,"bytes":-1}')],
    ['an unknown frame', frame(9, '{}')],
    ['a stream without a number', frame(DATA_FRAME, 'ab')],
    ['an endless length', Buffer.from([255, 255, 255, 255, 0])],
    ['an empty frame', Buffer.from([0, 0, 0, 0, 0])],
    ['depth', frame(0, '['.repeat(100_000))],
    ['depth that closes', frame(0, `${'['.repeat(65)}${']'.repeat(65)}`)],
    ['more values than there may be', frame(0, `[${'{},'.repeat(6000)}{}]`)],
    ['a long message', frame(0, `"${'x'.repeat(FROM_RUNNER.bytes)}"`)],
    ['a long piece', frame(DATA_FRAME, 'x'.repeat(MAX_PIECE + 5))],
  ])('%s ends the connection', async (_name, bytes) => {
    const { wire, ends } = connect(new Broker());
    wire.write(bytes);
    await turn();
    expect(ends).toHaveLength(1);
    expect(ends[0]).toBeDefined();
  });

  it('the same number twice ends it; data of no request does not', async () => {
    const broker = new Broker();
    broker.register('wait', () => new Promise(() => undefined));
    const request: Message = { type: 'request', id: 1, kind: 'wait', payload: null, body: false };
    const { wire, ends } = connect(broker);
    wire.write(dataFrame(7, new Uint8Array(10)));
    wire.write(jsonFrame(request));
    await turn();
    expect(ends).toHaveLength(0);
    wire.write(jsonFrame(request));
    await turn();
    expect(ends[0]).toBeDefined();
  });

  it('a stream past its window ends it', async () => {
    const broker = new Broker();
    broker.register('sink', () => new Promise(() => undefined), { streams: true });
    const { wire, ends } = connect(broker);
    wire.write(jsonFrame({ type: 'request', id: 1, kind: 'sink', payload: null, body: true }));
    for (let at = 0; at < WINDOW; at += MAX_PIECE) {
      wire.write(dataFrame(1, new Uint8Array(MAX_PIECE)));
    }
    await turn();
    expect(ends).toHaveLength(0);
    wire.write(dataFrame(1, new Uint8Array(1)));
    await turn();
    expect(ends[0]).toContain('exceeds its flow-control window');
  });

  it('small pieces take no more memory than large ones', async () => {
    const broker = new Broker();
    let read: Body | undefined;
    const sink: BrokerHandler = ({ body }) => {
      read = body;
      return new Promise(() => undefined);
    };
    broker.register('sink', sink, { streams: true });
    const { wire } = connect(broker);
    wire.write(jsonFrame({ type: 'request', id: 1, kind: 'sink', payload: null, body: true }));
    const small = Array.from({ length: 5000 }, (_, n) => dataFrame(1, Uint8Array.of(n % 251)));
    wire.write(Buffer.concat(small));
    await turn();
    const pieces: Uint8Array[] = [];
    wire.write(jsonFrame({ type: 'end', id: 1 }));
    for await (const piece of read as Body) pieces.push(piece);
    expect(pieces.length).toBeLessThan(5);
    expect(Buffer.concat(pieces)).toEqual(
      Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 251)),
    );
  });

  it('requests whose streams wait are refused past a number, and the others are answered', async () => {
    const broker = new Broker();
    const turns = new Turns();
    let arrived = 0;
    const answer: BrokerHandler = (request) => {
      arrived++;
      return turns.take(request, async () => {
        // The first is answered when the others are there.
        await until(() => arrived >= 20);
        return { value: (await collect(request.body, 1000, 'it')).length };
      });
    };
    broker.register('in-turn', answer, { streams: true });
    const { runner } = connect(broker);
    const ask = async (size: number): Promise<unknown> => {
      const body = streamOf(new Uint8Array(size));
      return await runner.request('in-turn', null, { body }).then(
        ({ value }) => value,
        ({ code }: { code?: string }) => code,
      );
    };
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, size) => ask(size)));
    expect(outcomes.slice(0, 16)).toEqual([...Array(16).keys()]);
    expect(new Set(outcomes.slice(16))).toEqual(new Set(['too-many']));
    expect(await ask(1001)).toBe('too-large');
    expect(await ask(7)).toBe(7);
  });

  it('nothing, sent without end, does not pile up', async () => {
    const broker = new Broker();
    let read: Body | undefined;
    const sink: BrokerHandler = ({ body }) => {
      read = body;
      return new Promise(() => undefined);
    };
    broker.register('sink', sink, { streams: true });
    const { wire } = connect(broker);
    wire.write(jsonFrame({ type: 'request', id: 1, kind: 'sink', payload: null, body: true }));
    for (let n = 0; n < 1000; n++) wire.write(dataFrame(1, new Uint8Array()));
    wire.write(dataFrame(1, Uint8Array.of(7)));
    await turn();
    const { value } = await (read as Body)[Symbol.asyncIterator]().next();
    expect(value).toEqual(Uint8Array.of(7));
  });

  it('a stream with a request that takes none is refused, and does not get it past the others', async () => {
    const broker = new Broker();
    let open = 0;
    broker.register('wait', () => {
      open++;
      return new Promise(() => undefined);
    });
    const { runner } = connect(broker);
    const body = (async function* () {
      yield Uint8Array.of(1);
    })();
    await expect(runner.request('wait', null, { body })).rejects.toThrow('accepts no stream');
    expect(open).toBe(0);
  });

  it('thousands of requests are not read before the first have an answer', async () => {
    const broker = new Broker();
    let open = 0;
    broker.register('wait', () => {
      open++;
      return new Promise(() => undefined);
    });
    const { wire } = connect(broker, {}, 512);
    for (let id = 1; id <= 5000; id++) {
      wire.write(jsonFrame({ type: 'request', id, kind: 'wait', payload: null, body: false }));
    }
    await turn();
    // What came in the same piece was read already.
    expect(open).toBeLessThan(MAX_REQUESTS + 20);
  });

  it('answers that nobody reads do not pile up', async () => {
    const broker = new Broker();
    const large = 'x'.repeat(1_000_000);
    broker.register('large', () => ({ value: large }));
    const written: number[] = [];
    const stuck = new Duplex({
      read: () => undefined,
      write: (bytes: Buffer) => void written.push(bytes.length),
    });
    const launcher = new Channel(stuck, {
      side: 'launcher',
      onRequest: (request) => broker.answer(request),
    });
    for (let id = 1; id <= 200; id++) {
      stuck.push(jsonFrame({ type: 'request', id, kind: 'large', payload: null, body: false }));
      await new Promise((done) => setImmediate(done));
    }
    expect(stuck.writableLength).toBeLessThan(MAX_UNREAD + 10 * large.length);
    launcher.close();
  });
});

function frame(type: number, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(HEADER);
  head.writeUInt32LE(body.length + 1);
  head[4] = type;
  return Buffer.concat([head, body]);
}
