/**
 * A terminal whose app is also watched by clients that do not read: it goes on getting frames, and the app its keys, while
 * all that the system keeps for those clients is full.
 * @ci
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { connect } from '../../cli/client.js';
import { commandFile } from '../support/cli.js';
import { RawWebSocket } from '../support/raw-websocket.js';
import { describeInTmux, Tmux } from '../support/tmux.js';
import { PATIENCE } from '../support/until.js';

/** Bytes, where the system does not say what is queued: more than it keeps for a socket that is not read, at both of its ends. */
const FULL = 24 * 1024 * 1024;
/** Frames that another client gets without a change of what is queued for a socket that is full. */
const STILL = 8;
/** Frames that the terminal shows after that. */
const MORE = 40;
const HEADER = /"type":"frame","seq":(\d+),/g;

/** Noise in color, so that a frame for clients is large, and a count of its frames. */
const NOISE = `<tui><text id="n">frame 0.</text><text id="k">keys</text>
<canvas id="c" width="160" height="56" style="width: 80; height: 28"/><script ready>
  const canvas = $tui.getElementById('c');
  const context = canvas.getContext('2d');
  let n = 0;
  setInterval(() => {
    const picture = context.createImageData(canvas.width, canvas.height);
    const { data } = picture;
    for (let i = 0; i < data.length; i++) data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
    context.putImageData(picture, 0, 0);
    $tui.getElementById('n').textContent = 'frame ' + ++n + '.';
  }, 20);
  addEventListener('keydown', ({ key }) => { $tui.getElementById('k').textContent += ' ' + key; });
</script></tui>`;

/** Hexadecimal, as Linux lists it: bytes that wait on the way from one port of loopback to another; undefined elsewhere. */
function queued(from: number, to: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const port = (number: number): string => number.toString(16).toUpperCase().padStart(4, '0');
  const addresses = `0100007F:${port(from)} 0100007F:${port(to)}`;
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((each) => each.includes(addresses));
  return line?.trim().split(/\s+/)[4]?.split(':')[0];
}

const ackOf = (seq: number): string => `{"type":"ack","of":"frame","seq":${seq}}`;

describeInTmux('a terminal and clients that do not read', () => {
  let terminal: Tmux;
  let view = '';
  beforeEach(async () => {
    terminal = new Tmux();
    await terminal.start(80, 30);
    const [app, errors] = [join(terminal.folder, 'app.tui'), join(terminal.folder, 'errors')];
    writeFileSync(app, NOISE);
    const flags = '--no-config --server-port=0';
    terminal.keys(`clear; node ${commandFile()} ${flags} ${app} 2> ${errors}`, 'Enter');
    await terminal.until('the app', () => count() > 0);
    [, view = ''] = /watch the app at (\S+)/.exec(readFileSync(errors, 'utf8')) ?? [];
  });
  afterEach(() => terminal.stop());

  const count = (): number => Number(/frame (\d+)\./.exec(terminal.screen())?.[1] ?? 0);

  /** The terminal gets so many frames, and what its user types. */
  async function goesOn(): Promise<void> {
    const before = count();
    terminal.keys('a', 'b');
    await terminal.until('keys', () => terminal.screen().includes('keys a b'));
    await terminal.until('frames', () => count() >= before + MORE);
    expect(terminal.screen()).toContain('keys a b');
  }

  it('shows frames and takes keys while their sockets are full', async () => {
    const port = Number(new URL(view).port);
    const open = (): Promise<RawWebSocket> => RawWebSocket.open(port, new URL(view).hash.slice(1));
    const silent = await Promise.all([open(), open(), open()]);
    for (const { socket } of silent) socket.pause();
    const reader = await open();
    let bytes = 0;
    let end = '';
    let last = 0;
    let before = '';
    let still = 0;
    const take = (piece: Buffer): void => {
      bytes += piece.length;
      reader.received = Buffer.alloc(0);
      const text = end + piece.toString('latin1');
      let read = 0;
      for (const { 0: header, 1: seq, index } of text.matchAll(HEADER)) {
        read = index + header.length;
        // As if they had read it: they are sent the next one. Theirs may have another number.
        reader.send(ackOf(Number(seq)));
        // It is alive, however long this takes: a pong that no ping has asked for.
        reader.send('', 10);
        const now = String(silent.map(({ socket }) => queued(port, socket.localPort ?? 0)));
        still = now === before && !/\b0+\b/.test(now) ? still + 1 : 0;
        before = now;
        for (const each of silent) {
          for (let other = last + 1; other <= Number(seq) + 2; other++) each.send(ackOf(other));
        }
        last = Number(seq);
      }
      end = text.slice(Math.max(read, text.length - 60));
    };
    // The first frame may have come with the answer to the request.
    take(reader.received);
    reader.socket.on('data', take);
    const knowsQueues = queued(port, silent[0]!.socket.localPort ?? 0) !== undefined;
    await reader.until(() => (knowsQueues ? still >= STILL : bytes > FULL));
    await goesOn();
    // Control: frames were waiting for each of them.
    for (const each of silent) {
      each.socket.resume();
      await each.until(() => each.received.includes('"type":"frame"'));
    }
    for (const { socket } of [...silent, reader]) socket.destroy();
  });

  it('control: does the same while a client reads', async () => {
    const client = await connect(view, { timeout: PATIENCE });
    await client.until('frame');
    await goesOn();
    client.close();
  });

  it('shows frames and takes keys while a client has stopped in the middle of a request', async () => {
    const port = Number(new URL(view).port);
    const half = await RawWebSocket.open(port, new URL(view).hash.slice(1));
    // The head of a message that never comes.
    half.socket.write(Buffer.from([0x81, 0xfe, 0xff, 0xff, 0, 0, 0, 0]));
    half.socket.pause();
    await goesOn();
    half.socket.destroy();
  });
});
