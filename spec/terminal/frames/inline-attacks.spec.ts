/**
 * A hostile process paints inline: whatever it sends, the terminal receives no move above the live region, no absolute address and
 * no string or control of the process. The control shows that the check finds what it looks for.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FrameServer } from '../../../runtime/terminal/frames/frame-server.js';
import {
  FRAME,
  FrameError,
  INLINE,
  MAX_PRINT_WAITING,
  MessageBytes,
  PRINT,
  RESET,
} from '../../../runtime/terminal/frames/wire.js';
import { BLANK, CLUSTER, WIDE_TAIL } from '../../../runtime/paint/cells.js';
import { MemoryTerminal } from '../../../runtime/terminal/memory-terminal.js';
import { Screen } from '../../../runtime/terminal/screen.js';
import { propertyRuns, sized } from '../../support/property-runs.js';

const SIZE = { width: 12, height: 8 };
/** Escape sequences, controls of both sets, and marks that shells read. */
const EVIL = [
  '\x1b[H',
  '\x1b[5A',
  '\x1b]133;A\x07',
  '\x1b]52;c;AAAA\x07',
  '\u009b2J',
  '\u0085',
  '\r',
  '\n\n',
  '\x1bM',
  '\x1b7',
  '\u202e',
];
const SOUND = ['a', '世', 'é', '👍', ' '];

interface Frame {
  readonly type: 'frame';
  /** Default: that of the terminal. */
  readonly width?: number;
  /** Default: inline. */
  readonly flags?: number;
  readonly height: number;
  readonly clusters: readonly string[];
  readonly glyphs: readonly number[];
  readonly cursor: readonly [number, number];
}
interface Print {
  readonly type: 'print';
  readonly text: string;
}

const glyph = fc.oneof(
  fc.integer({ min: 0, max: 0x10ffff }),
  fc.constantFrom(0x1b, 0x0d, 0x0a, 0x9b, 0x85, 0x7f, 0x61, 0x4e16, WIDE_TAIL),
  fc.integer({ min: 0, max: 3 }).map((id) => CLUSTER + id),
);
const frame = fc.record<Frame>({
  type: fc.constant('frame' as const),
  height: fc.integer({ min: 1, max: SIZE.height }),
  clusters: fc.array(fc.constantFrom(...EVIL, ...SOUND), { minLength: 4, maxLength: 4 }),
  glyphs: fc.array(glyph, { minLength: SIZE.width, maxLength: SIZE.width }),
  cursor: fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })),
});
const print = fc.record<Print>({
  type: fc.constant('print' as const),
  text: fc
    .array(fc.constantFrom(...EVIL, ...SOUND), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('')),
});

function frameBytes(frame: Frame): Uint8Array {
  const { width = SIZE.width, height, clusters, glyphs, cursor, flags = RESET | INLINE } = frame;
  const message = new MessageBytes();
  message.begin(FRAME);
  message.u32(flags);
  message.u16(width);
  message.u16(height);
  message.u16(cursor[0]);
  message.u16(cursor[1]);
  message.u32(0);
  message.u32(0);
  message.u32(clusters.length);
  for (const text of clusters) {
    const bytes = Buffer.from(text);
    message.u32(bytes.length);
    message.padded(bytes);
  }
  message.u32(0);
  message.u32(height);
  for (let y = 0; y < height; y++) {
    message.u16(y);
    message.u16(0);
    message.u32(width);
    for (let x = 0; x < width; x++) message.u32(glyphs[x] ?? BLANK);
    for (let x = 0; x < width; x++) message.u32(0);
  }
  return message.end();
}

function printBytes({ text }: Print): Uint8Array {
  const message = new MessageBytes();
  message.begin(PRINT);
  const bytes = Buffer.from(text);
  for (const value of [1, [...text].length, 1, 0, 0, 0, bytes.length]) message.u32(value);
  message.padded(bytes);
  return message.end();
}

/** What the bytes of a live region have that they must not; undefined: nothing. */
function findingIn(text: string): string | undefined {
  let row = 0;
  for (const [token] of text.matchAll(/\x1b\[[\d;?]*[ -/]*[@-~]|\x1b[^[]|[^\x1b]/gu)) {
    const csi = /^\x1b\[([\d;?]*)([@-~])$/.exec(token);
    if (csi !== null) {
      const [, parameters = '', final = ''] = csi;
      // Behind printed lines the region begins again.
      if (token === '\x1b[?7l') row = 0;
      const count = Number(parameters === '' ? 1 : parameters);
      if (final === 'A') row -= count;
      else if (final === 'B') row += count;
      else if (final === 'J' && parameters !== '') return `erases ${JSON.stringify(token)}`;
      else if (!/^[mCDGKJ]$/.test(final) && !/^\?(25|7)$/.test(parameters)) {
        return `sends ${JSON.stringify(token)}`;
      }
    } else if (token === '\n') row++;
    else if (token.startsWith('\x1b')) return `sends ${JSON.stringify(token)}`;
    else if (/[\u0000-\u0007\u000b\u000c\u000e-\u001a\u007f-\u009f\u202a-\u202e]/.test(token)) {
      return `sends the control ${token.codePointAt(0)?.toString(16)}`;
    }
    if (row < 0) return 'goes above the region';
  }
  return undefined;
}

function serverOn(terminal: MemoryTerminal, onPrint?: (lines: number) => void): FrameServer {
  return new FrameServer(new Screen(terminal, { reflow: 'rows' }), SIZE, {
    send: () => undefined,
    waiting: () => 0,
    onFirstFrame: () => undefined,
    onTitle: () => undefined,
    onBell: () => undefined,
    onSuspend: () => undefined,
    onPong: () => undefined,
    onSettings: () => undefined,
    onPrint: (lines) => onPrint?.(lines.length),
  });
}

function attack(steps: readonly (Frame | Print)[]): string {
  const terminal = new MemoryTerminal(SIZE.width, SIZE.height);
  const server = serverOn(terminal);
  let text = '';
  for (const step of steps) {
    try {
      server.receive(step.type === 'frame' ? frameBytes(step) : printBytes(step));
    } catch (error) {
      expect(error).toBeInstanceOf(FrameError);
      return text;
    }
    text += terminal.take();
  }
  return text;
}

describe('a hostile process inline', () => {
  it('moves nowhere above its rows, and sends nothing of its own', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(frame, print), { maxLength: 12 }), (steps) => {
        expect(findingIn(attack(steps))).toBeUndefined();
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  describe('prints beside frames', () => {
    const plain = { type: 'frame', clusters: [], glyphs: [], cursor: [0, 0] } as const;
    const long = printBytes({ type: 'print', text: 'x'.repeat(4000) });

    /** Bytes of printed lines that are tried: more than may wait. */
    const TRIED = sized(2 * MAX_PRINT_WAITING, 1.1 * MAX_PRINT_WAITING);

    /** Bytes that are taken of these. */
    function taken(step: Frame): number {
      const terminal = new MemoryTerminal(SIZE.width, SIZE.height);
      let lines = 0;
      const server = serverOn(terminal, (more) => (lines += more));
      server.receive(frameBytes({ ...plain, height: SIZE.height, flags: RESET }));
      try {
        while (lines * 4000 < TRIED) {
          for (let at = 0; at < 200; at++) server.receive(long);
          server.receive(frameBytes(step));
          terminal.take();
        }
      } catch (error) {
        expect(error).toBeInstanceOf(FrameError);
      }
      return lines * 4000;
    }

    it('is taken without an end where they appear', () => {
      expect(taken({ ...plain, height: 2 })).toBeGreaterThanOrEqual(TRIED);
    });

    it.each([
      ['inline, of another width', { ...plain, width: SIZE.width - 1, height: 2 }],
      ['inline, of another height', { ...plain, height: SIZE.height + 1 }],
      ['of the whole screen', { ...plain, height: SIZE.height, flags: RESET }],
    ])('and not beside those that never do: %s', (_, step) => {
      expect(taken(step)).toBeLessThanOrEqual(MAX_PRINT_WAITING);
    });
  });

  it.each([
    ['an address', '\x1b[H'],
    ['a move above the first row', 'a\n\x1b[2A'],
    ['a mark of a shell', '\x1b]133;A\x07'],
    ['a reverse line feed', '\x1bM'],
    ['a control of C1', '\u009b2J'],
    ['an erased screen', '\x1b[2J'],
  ])('the check finds %s', (_, text) => {
    expect(findingIn(text)).toBeDefined();
  });
});
