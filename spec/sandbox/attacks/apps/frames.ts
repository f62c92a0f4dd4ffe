/** Speaks the frame protocol by hand, past the runtime: floods, nonsense, and text that a terminal would obey. */
import { place } from './kit.js';
import { send } from './wire.js';

const FRAMES = 5;
const [FRAME, COLORS, TITLE, BELL, SUSPEND, PONG, SETTINGS] = [1, 2, 3, 4, 5, 6, 7];

function message(type: number, body = Buffer.alloc(0)): Buffer {
  const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(padded.length + 4, 0);
  head[4] = type;
  return Buffer.concat([head, padded]);
}

const u16 = (...values: number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

/** One row of a cluster in a colour of its own. */
function frame(cluster: string): Buffer {
  const text = Buffer.from(cluster);
  return message(
    FRAME,
    Buffer.concat([
      ...[u32(1), u16(40, 10, 0, 0), u32(1), u32(0, 0, 0)],
      ...[u32(1), u32(text.length), text, Buffer.alloc((4 - (text.length % 4)) % 4)],
      ...[u32(0), u32(1), u16(0, 0), u32(2), u32(0x80000000, 0x80000000), u32(1, 1)],
    ]),
  );
}

const text = String(place['text'] ?? '');
const titles = message(TITLE, Buffer.from(`\x1b]52;c;ZXZpbA==\x07${text}\x9b2J`));
const small = Buffer.concat([titles, message(BELL), message(SUSPEND), message(PONG)]);
const many = Buffer.concat(Array.from({ length: 250 }, () => small));

const kinds: Readonly<Record<string, () => void>> = {
  /** A million messages that are none of them wrong. */
  flood: () => {
    for (let sent = 0; sent < 1000; sent++) send(many, FRAMES);
    // And on: only its user ends it.
    for (;;) send(many, FRAMES);
  },
  'colours that change': () => {
    const pairs = [message(COLORS, Buffer.from([1, 0])), message(COLORS, Buffer.from([3, 1]))];
    const changes = Buffer.concat(Array.from({ length: 5000 }, () => pairs).flat());
    for (;;) send(changes, FRAMES);
  },
  'settings that change': () => {
    const each = Array.from({ length: 5000 }, (_, flags) =>
      message(SETTINGS, Buffer.from([flags & 7])),
    );
    for (;;) send(Buffer.concat(each), FRAMES);
  },
  'titles that are hard to trim': () => {
    const title = Buffer.alloc(4096);
    title[4095] = 0x78;
    for (;;) send(message(TITLE, title), FRAMES);
  },
  nonsense: () => {
    const bytes = Buffer.alloc(1 << 16);
    for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 7919 + 13) & 255;
    send(bytes, FRAMES);
  },
  escape: () => send(frame('\x1b]0;EVIL\x07'), FRAMES),
  'two graphemes': () => send(frame('EVIL'), FRAMES),
  'a frame before the last one was acknowledged': () => {
    send(Buffer.concat([frame('x'), frame('y'), frame('z')]), FRAMES);
  },
};
process.stdout.write('\x1b]0;EVIL\x07\x1b[2J\x1b[?1003l');
kinds[String(place['kind'])]?.();
