/**
 * Clients that do not read while the app shows a lot: what waits for them is bounded, whatever they acknowledge, and
 * others get their frames.
 * @ci
 */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { folderOf } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { RawWebSocket } from '../support/raw-websocket.js';
import { untilPasses } from '../support/until.js';

const MB = 1024 * 1024;
/** Bytes that one reader has to get before the end of a test: more than what the system keeps for one that does not read. */
const SENT = 60 * MB;
/** Growth of the launcher meanwhile. Without its limits, measured: 79 to 87 MB. */
const BOUND = 64 * MB;
const LIARS = 4;
const HEADER = /"type":"(frame|tree)","seq":(\d+),/g;

/** Addresses that are long, in rows that change: a frame has close to a megabyte, and costs little to paint. */
const LINKS = `<tui>${Array.from(
  { length: 60 },
  (_, row) =>
    `<container class="row" style="flex-direction: row"><text class="n">0</text>${Array.from(
      { length: 8 },
      (_each, at) => `<a href="https://example.org/${row}/${at}/${'x'.repeat(1900)}">link</a>`,
    ).join(' ')}</container>`,
).join('')}<script ready>
  let n = 0;
  const all = document.querySelectorAll('.n');
  setInterval(() => {
    n++;
    for (const each of all) each.textContent = String(n);
  }, 30);
</script></tui>`;

/** A name of a megabyte: a tree has all of it. */
const BOOK = `<tui><button id="b">Go</button><script ready>
  let n = 0;
  const words = ' words '.repeat(150000);
  setInterval(() => $tui.getElementById('b').setAttribute('aria-label', ++n + words), 30);
</script></tui>`;

let served: Served;
afterEach(() => served.stop());

async function start(app: string): Promise<void> {
  const folder = await folderOf({ 'app.tui': app });
  const flags = ['--headless-width=160', '--headless-height=90'];
  // Texts on their way are garbage soon; buffers are not counted. With half of this a frame's cells do not fit.
  const env = { NODE_OPTIONS: '--max-old-space-size=128' };
  served = await serve(`${folder}/app.tui`, { flags, env });
}

async function raw(address = served.view): Promise<RawWebSocket> {
  const { port, hash } = new URL(address);
  return await RawWebSocket.open(Number(port), hash.slice(1));
}

/** A client that reads and keeps nothing. It acknowledges what it gets, and so do others that have not read it. */
class Reader {
  bytes = 0;
  count = 0;
  #end = '';

  constructor(
    readonly socket: RawWebSocket,
    of: 'frame' | 'tree',
    others: readonly RawWebSocket[],
  ) {
    const take = (bytes: Buffer): void => {
      this.bytes += bytes.length;
      socket.received = Buffer.alloc(0);
      const text = this.#end + bytes.toString('latin1');
      let read = 0;
      for (const { 0: header, 1: type, 2: seq, index } of text.matchAll(HEADER)) {
        read = index + header.length;
        if (type === of) this.count++;
        const ack = `{"type":"ack","of":"${type}","seq":${seq}}`;
        socket.send(ack);
        for (const other of others) other.send(ack);
      }
      // The next message may begin here, also right after one that was read.
      this.#end = text.slice(Math.max(read, text.length - 60));
    };
    // The first frame may have come with the answer to the request.
    take(socket.received);
    socket.socket.on('data', take);
  }

  /** Resolves when it has got so many bytes. It may take its time, as long as messages come. */
  async read(bytes: number): Promise<void> {
    while (this.bytes < bytes) {
      const { count } = this;
      await this.socket.until(() => this.count > count || this.socket.isClosed);
      expect(this.socket.isClosed).toBe(false);
    }
  }
}

/** Resident memory of the launcher, in bytes. */
function memory(): number {
  const status = readFileSync(`/proc/${served.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** What is kept for a client stays; what is garbage goes, on a busy machine after a while. */
async function staysWithin(bytes: number): Promise<void> {
  await untilPasses(() => expect(memory()).toBeLessThan(bytes));
}

describe.each([
  ['frame', LINKS],
  ['tree', BOOK],
] as const)('clients that acknowledge each %s without reading it', (of, app) => {
  it('cost the launcher one version that they share, and no other client a thing', async () => {
    await start(app);
    const liars = await Promise.all(Array.from({ length: LIARS }, () => raw()));
    for (const { socket } of liars) socket.pause();
    const socket = await raw();
    const reader = new Reader(socket, of, liars);
    for (const each of [socket, ...liars]) each.send('{"type":"subscribe","tree":true}');
    await reader.read(8 * MB);
    const before = memory();
    const first = reader.bytes;
    // Control: a client that reads gets all of this, while the others do not.
    await reader.read(first + SENT);
    await staysWithin(before + BOUND);
    expect(reader.count).toBeGreaterThan(20);
    for (const { socket: each } of liars) each.destroy();
  });
});

describe('actions for an app that hangs', () => {
  it('are dropped when a megabyte waits', async () => {
    await start(`<tui><input id="i"/><button autofocus id="b">Go</button><script ready>
      addEventListener('keydown', () => { for (;;); });
    </script></tui>`);
    const client = await served.client({ tree: true });
    const item = await client.find('textbox');
    client.press('x');
    const before = memory();
    const value = 'x'.repeat(60_000);
    // As fast as the launcher reads them.
    const socket = await raw(served.drive);
    const text = JSON.stringify({ type: 'act', ref: item.ref, action: { type: 'set', value } });
    for (let i = 0; i < 1000; i++) socket.send(text);
    await socket.until(() => socket.socket.writableLength === 0);
    // Without the limit it is all of them: 60 MB.
    await staysWithin(before + 30 * MB);
    socket.socket.destroy();
  });
});
