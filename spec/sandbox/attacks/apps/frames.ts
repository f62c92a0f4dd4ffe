/** Speaks the frame protocol by hand, past the runtime: floods, nonsense, and text that a terminal would obey. */
import { place } from './kit.js';
import { send } from './wire.js';

const FRAMES = 5;
const PRINT = 12;
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

function written(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([u32(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

/** One row of a cluster in a style of its own, with a cell for each address. */
function frame(cluster: string, links: readonly string[] = []): Buffer {
  const styles = links.length === 0 ? [u32(0, 0, 0)] : links.map((_, at) => style(at + 1));
  const cells = Math.max(2, links.length);
  return message(
    FRAME,
    Buffer.concat([
      u32(1),
      u16(40, 10, 0, 0),
      u32(links.length),
      ...links.map(written),
      u32(styles.length),
      ...styles,
      u32(1),
      written(cluster),
      u32(0),
      u32(1),
      u16(0, 0),
      u32(cells),
      u32(...Array.from({ length: cells }, () => 0x80000000)),
      u32(...Array.from({ length: cells }, (_, at) => Math.min(styles.length, at + 1))),
    ]),
  );
}

function style(link: number): Buffer {
  return Buffer.concat([u32(0, 0), u16(0, link)]);
}

/** A line of one run, as it is printed above a live region. */
function printed(line: string, width: number): Buffer {
  return message(PRINT, Buffer.concat([u32(1, width, 1, 0, 0, 0), written(line)]));
}

/** 8 x 4 pixels in one cell. */
function image(id: number): Buffer {
  return message(8, Buffer.from([...u32(id), ...u16(1, 1, 8, 4), ...u32(0)]));
}

/** What a terminal must not open, or would take for the end of an address. */
const EVIL_LINKS = [
  'https://evil.example/\x1b\\\x1b]0;EVIL\x07',
  'https://evil.example/\x07\x1b[2J',
  'https://evil.example/\x9c\x9b2J',
  'https://evil.example/\u202eEVIL',
  'javascript:EVIL()',
  'file:///etc/EVIL',
  'vscode://EVIL',
  'ssh://EVIL/-oProxyCommand=EVIL',
  'data:text/html,EVIL',
  'EVIL',
  '//EVIL/x',
  ` javascript:EVIL`,
  'java\nscript:EVIL',
  `https://evil.example/${'EVIL'.repeat(600)}`,
  '',
];

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
  'links that are none': () =>
    send(frame('e\u0301', [...EVIL_LINKS, 'https://good.example/a;b']), FRAMES),
  'an undeclared link': () => {
    const broken = frame('e\u0301', ['https://good.example/']);
    // The link of the first style.
    broken.writeUInt16LE(9, broken.indexOf(Buffer.from(style(1))) + 10);
    send(broken, FRAMES);
  },
  'more links than there may be': () => {
    send(
      frame(
        'e\u0301',
        Array.from({ length: 9000 }, (_, at) => `https://a.example/${at}`),
      ),
      FRAMES,
    );
  },
  'links that are too long': () => {
    send(
      frame(
        'e\u0301',
        Array.from({ length: 39 }, () => 'x'.repeat(8000)),
      ),
      FRAMES,
    );
  },
  'an image for a terminal without images': () => send(image(31), FRAMES),
  'an image with an id of another program': () => send(image(31), FRAMES),
  'pixels without an image': () => send(message(9, Buffer.alloc(64)), FRAMES),
  'an unknown image': () => send(message(10, Buffer.from([...u32(7)])), FRAMES),
  'printed lines with control characters': () => send(printed('EVIL\x1b]133;A\x07', 10), FRAMES),
  'a printed line of another width': () => send(printed('EVIL', 40), FRAMES),
  'a printed line with a carriage return': () => send(printed('one\rEVIL', 7), FRAMES),
  'a printed line with a line feed': () => send(printed('one\nEVIL', 7), FRAMES),
  'a printed line with a control of C1': () => send(printed('\u009b2JEVIL', 6), FRAMES),
  'a printed line with a move of the cursor': () => send(printed('\x1b[9AEVIL', 7), FRAMES),
  'a printed line with an order of letters': () => send(printed('\u202eEVIL', 4), FRAMES),
  'a printed line that is too wide': () => send(printed('x'.repeat(4097), 4097), FRAMES),
  'printed lines that end early': () => {
    send(message(PRINT, Buffer.concat([u32(3, 4, 1, 0, 0, 0), written('EVIL')])), FRAMES);
  },
  'more printed lines than there are': () => {
    send(message(PRINT, Buffer.concat([u32(0xffffffff), u32(0, 0)])), FRAMES);
  },
  'printed lines that are not UTF-8': () => {
    send(
      message(PRINT, Buffer.from([...u32(1, 4, 1, 0, 0, 0, 4), 0xff, 0x9b, 0x80, 0x41])),
      FRAMES,
    );
  },
  'too much printed text': () => {
    const many = Buffer.concat(Array.from({ length: 100 }, () => printed('x'.repeat(4000), 4000)));
    for (;;) send(many, FRAMES);
  },
  'a live region without rows': () => {
    send(message(FRAME, Buffer.concat([u32(3), u16(40, 0, 0, 0), u32(0, 0, 0, 0, 0)])), FRAMES);
  },
  'a frame before the last one was acknowledged': () => {
    send(Buffer.concat([frame('x'), frame('y'), frame('z')]), FRAMES);
  },
};
process.stdout.write('\x1b]0;EVIL\x07\x1b[2J\x1b[?1003l');
kinds[String(place['kind'])]?.();
