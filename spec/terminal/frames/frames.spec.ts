/** The frame protocol: what is painted in one process is shown by another, cell by cell and byte by byte. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_COLOR, indexed, rgb, type Color } from '../../../runtime/base/color.js';
import { CellBuffer, StyleTable, WIDE_TAIL } from '../../../runtime/paint/cells.js';
import { Damage } from '../../../runtime/paint/damage.js';
import type { CursorCell } from '../../../runtime/terminal/client.js';
import { FrameReader } from '../../../runtime/terminal/frames/frame-reader.js';
import { RemoteScreen } from '../../../runtime/terminal/frames/remote-screen.js';
import {
  FRAME,
  FrameError,
  maxMessage,
  MessageReader,
} from '../../../runtime/terminal/frames/wire.js';
import { MemoryTerminal } from '../../../runtime/terminal/memory-terminal.js';
import { Screen } from '../../../runtime/terminal/screen.js';
import { Xterm, bufferCells, bufferLinks, visible } from '../../support/xterm.js';
import { propertyRuns } from '../../support/property-runs.js';

const OPTIONS = { depth: 'truecolor', sync: true, shifts: true, links: true } as const;
const LINKS = ['', 'https://a.example/', 'https://b.example/?q=1;2', 'mailto:a@b.example'];
const COLORS: readonly Color[] = [DEFAULT_COLOR, indexed(3), indexed(200), rgb(10, 20, 30)];
const GLYPHS = ['a', 'Z', ' ', '█', '▁', 'é', '世', '👨‍👩‍👧', 'e\u0301', '🇩🇪', '\u{1fb00}'];

/** The launcher's side: messages become cells, and these bytes for a terminal. */
class Launcher {
  readonly terminal: MemoryTerminal;
  readonly screen: Screen;
  readonly reader: FrameReader;
  readonly #messages: MessageReader;
  frames = 0;

  constructor(width: number, height: number) {
    this.terminal = new MemoryTerminal(width, height);
    this.screen = new Screen(this.terminal, OPTIONS);
    this.reader = new FrameReader(width, height, () => 10_000);
    this.#messages = new MessageReader(
      (type, body) => {
        if (type !== FRAME) return;
        this.frames++;
        this.reader.read(body, this.screen.front);
        this.screen.present(this.reader.cells, this.reader.damage, this.reader.cursor);
        this.reader.damage.clear();
      },
      () => maxMessage(10_000),
    );
  }

  /** In pieces of `size` bytes. */
  feed(bytes: Uint8Array, size = bytes.length): void {
    for (let at = 0; at < bytes.length; at += size) this.#messages.feed(bytes.slice(at, at + size));
  }
}

interface Put {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly glyph: string;
  readonly fg: Color;
  readonly bg: Color;
  readonly attributes: number;
  readonly link: string;
}

type Step =
  | {
      readonly kind: 'put';
      readonly puts: readonly Put[];
      readonly cursor: CursorCell | null;
      /** The launcher shows it before the next frame is painted. */
      readonly isShown: boolean;
    }
  | { readonly kind: 'move'; readonly row: number; readonly glyph: string }
  | { readonly kind: 'resize'; readonly width: number; readonly height: number }
  | { readonly kind: 'compact' }
  | { readonly kind: 'invalidate' };

const put: fc.Arbitrary<Put> = fc.record({
  x: fc.nat(59),
  y: fc.nat(9),
  width: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 60 })),
  glyph: fc.constantFrom(...GLYPHS),
  fg: fc.constantFrom(...COLORS),
  bg: fc.constantFrom(...COLORS),
  attributes: fc.oneof(fc.constant(0), fc.nat(127)),
  link: fc.constantFrom(...LINKS),
});
const cursor = fc.option(fc.record({ x: fc.nat(60), y: fc.nat(10) }), { nil: null });
const walk = (shown: fc.Arbitrary<boolean>): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('put' as const),
          puts: fc.array(put, { maxLength: 5 }),
          cursor,
          isShown: shown,
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('move' as const),
          row: fc.nat(9),
          glyph: fc.constantFrom('█', '▁', 'x'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('resize' as const),
          width: fc.integer({ min: 2, max: 60 }),
          height: fc.integer({ min: 1, max: 10 }),
        }),
      },
      { weight: 1, arbitrary: fc.constant({ kind: 'compact' } as const) },
      { weight: 1, arbitrary: fc.constant({ kind: 'invalidate' } as const) },
    ),
    { minLength: 1, maxLength: 30 },
  );

/** An app's cells, shown by a screen in its process and by one behind the protocol. */
class Pair {
  readonly back = new CellBuffer(60, 10, new StyleTable());
  damage = new Damage(60, 10);
  readonly terminal = new MemoryTerminal(60, 10);
  readonly screen = new Screen(this.terminal, OPTIONS);
  readonly launcher = new Launcher(60, 10);
  readonly sent: Uint8Array[] = [];
  ready = 0;
  readonly remote = new RemoteScreen({
    send: (message) => void this.sent.push(message.slice()),
    onReady: () => this.ready++,
  });
  cursor: CursorCell | null = null;

  apply(step: Step): void {
    const { back } = this;
    switch (step.kind) {
      case 'put':
        for (const each of step.puts) this.#put(each);
        this.cursor = step.cursor;
        break;
      case 'move':
        this.#move(step.row % back.height, step.glyph);
        break;
      case 'resize':
        back.resize(step.width, step.height);
        this.damage = new Damage(step.width, step.height);
        this.damage.addAll();
        this.screen.resize(step.width, step.height);
        this.remote.resize();
        break;
      case 'compact':
        back.table.compact([back, this.screen.front ?? back]);
        break;
      case 'invalidate':
        // What a terminal shows after a stop is for its owner to know.
        this.screen.invalidate();
        this.launcher.screen.invalidate();
        this.remote.invalidate();
    }
  }

  /** Presents to both; the bytes of the two. */
  present(isShown: boolean): readonly [string, string] {
    const copy = new Damage(this.back.width, this.back.height);
    copy.include(this.damage);
    copy.moves.push(...this.damage.moves);
    this.remote.present(this.back, copy, this.cursor);
    this.screen.present(this.back, this.damage, this.cursor);
    this.damage.clear();
    if (isShown) this.deliver();
    return [this.terminal.take(), this.launcher.terminal.take()];
  }

  deliver(): void {
    for (const message of this.sent.splice(0)) {
      this.launcher.feed(message, 7);
      this.remote.acknowledge();
    }
  }

  #put({ x, y, width, glyph: text, fg, bg, attributes, link }: Put): void {
    const { back, damage } = this;
    if (y >= back.height) return;
    const style = back.table.intern(fg, bg, attributes, link);
    const glyph = back.table.glyph(text);
    const cells = /[世👨🇩]/u.test(text) ? 2 : 1;
    const end = Math.min(back.width, x + width);
    for (let at = x; at + cells <= end; at += cells) {
      const index = y * back.width + at;
      // As a painter does: a wide glyph of which half is painted over leaves a blank.
      if (back.glyphs[index] === WIDE_TAIL) back.glyphs[index - 1] = 0x20;
      back.glyphs[index] = glyph;
      if (cells === 2) back.glyphs[index + 1] = WIDE_TAIL;
      back.styles.fill(style, index, index + cells);
      const after = at + cells;
      if (after < back.width && back.glyphs[y * back.width + after] === WIDE_TAIL) {
        back.glyphs[y * back.width + after] = 0x20;
      }
    }
    damage.span(y, Math.max(0, x - 1), Math.min(back.width, end + 1));
  }

  /** A sparkline that moves on by a column. */
  #move(row: number, text: string): void {
    const { back, damage } = this;
    const { width } = back;
    if (!damage.move(row, 0, width, width)) return;
    back.glyphs.copyWithin(row * width, row * width + 1, (row + 1) * width);
    back.styles.copyWithin(row * width, row * width + 1, (row + 1) * width);
    back.glyphs[(row + 1) * width - 1] = back.table.glyph(text);
    if (back.glyphs[row * width] === WIDE_TAIL) back.glyphs[row * width] = 0x20;
    damage.span(row, 0, 1);
  }
}

/** Without what the encoder writes beside text: SGR, moves, erasing, the cursor, synchronized output. */
const withoutEncoder = (text: string): string =>
  text.replace(
    /\x1b\[[\d;:?]*[A-Za-z@]|\x1b\]8;(?:id=\d+)?;[\x21-\x7e]*\x1b\\|\r\n|\r|\n|\x08/g,
    '',
  );

const texts = ({ cells }: { cells: CellBuffer }): unknown => [
  visible(bufferCells(cells)),
  bufferLinks(cells),
];

describe('frames over the protocol', () => {
  it('are the same cells and the same bytes', () => {
    fc.assert(
      fc.property(walk(fc.constant(true)), (steps) => {
        const pair = new Pair();
        const { generation } = pair.back.table;
        for (const step of steps) {
          pair.apply(step);
          const [own, remote] = pair.present(true);
          // A frame in new ids is sent whole: its moves are found by the differ, or not at all, and the
          // cursor is elsewhere from then on.
          if (generation === pair.back.table.generation) expect(remote).toBe(own);
          expect(texts(pair.launcher.reader)).toEqual(texts({ cells: pair.back }));
        }
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it('show the newest state once a slow launcher is ready', async () => {
    await fc.assert(
      fc.asyncProperty(walk(fc.boolean()), async (steps) => {
        const pair = new Pair();
        for (const step of steps) {
          pair.apply(step);
          pair.present(step.kind === 'put' && step.isShown);
          // One frame is on its way at the most, however many were painted.
          expect(pair.sent.length).toBeLessThanOrEqual(1);
        }
        pair.deliver();
        if (pair.remote.behind) {
          expect(pair.ready).toBeGreaterThan(0);
          pair.present(true);
        }
        expect(texts(pair.launcher.reader)).toEqual(texts({ cells: pair.back }));
        const { front } = pair.launcher.screen;
        expect(texts({ cells: front! })).toEqual(texts({ cells: pair.screen.front! }));
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it('send nothing where nothing changed', () => {
    const pair = new Pair();
    expect(pair.remote.present(pair.back, pair.damage, null)).toBeGreaterThan(0);
    pair.deliver();
    expect(pair.remote.present(pair.back, pair.damage, null)).toBe(0);
    expect(pair.remote.present(pair.back, pair.damage, { x: 1, y: 1 })).toBeGreaterThan(0);
  });

  it('keep the table of the launcher bounded over hours of new colours and clusters', () => {
    const pair = new Pair();
    for (let frame = 0; frame < 600; frame++) {
      for (let x = 0; x < 60; x++) {
        const style = pair.back.table.intern(rgb(frame & 255, frame >> 8, x), DEFAULT_COLOR, 0);
        pair.back.glyphs[x] = pair.back.table.glyph(`e${String.fromCodePoint(0x300 + x)}`);
        pair.back.styles[x] = style;
      }
      pair.damage.span(0, 0, 60);
      if (pair.back.table.crowded) pair.back.table.compact([pair.back, pair.screen.front!]);
      const [own, remote] = pair.present(true);
      expect(remote.length).toBeLessThanOrEqual(own.length + 4000);
    }
    expect(pair.launcher.reader.cells.table.size).toBeLessThan(10_000);
    expect(texts(pair.launcher.reader)).toEqual(texts({ cells: pair.back }));
  });
});

describe('a hostile painter', () => {
  const valid = (): Uint8Array => {
    const pair = new Pair();
    pair.apply({
      kind: 'put',
      puts: [0, 1, 2].map((y) => ({
        x: 3,
        y,
        width: 30,
        glyph: GLYPHS[y * 3 + 1]!,
        fg: rgb(1, 2, 3),
        bg: indexed(y),
        attributes: y,
        link: LINKS[y]!,
      })),
      cursor: { x: 1, y: 1 },
      isShown: true,
    });
    pair.remote.present(pair.back, pair.damage, pair.cursor);
    return pair.sent[0]!;
  };

  it('gets a FrameError or a frame, and paints nothing outside of the grid', async () => {
    const frame = valid();
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            at: fc.nat(frame.length - 1),
            value: fc.oneof(fc.nat(255), fc.constantFrom(0, 0x1b, 0x80, 0x9b, 0xff)),
            isWord: fc.boolean(),
          }),
          { minLength: 1, maxLength: 12 },
        ),
        async (changes) => {
          const bytes = frame.slice();
          for (const { at, value, isWord } of changes) {
            if (isWord) new DataView(bytes.buffer).setUint32(at & ~3, value, true);
            else bytes[at] = value;
          }
          const launcher = new Launcher(60, 10);
          try {
            launcher.feed(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(FrameError);
          }
          const { cells } = launcher.reader;
          const text = launcher.terminal.take();
          expect(withoutEncoder(text)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
          if (launcher.frames === 0 || cells.width < 2) return;
          const terminal = new Xterm(cells.width, cells.height);
          await terminal.write(text);
          expect(terminal.terminal.buffer.active.baseY).toBe(0);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it.each([
    ['a message with an invalid length', [6, 0, 0, 0, 1, 0, 0, 0]],
    ['a message that is too large', [0xfc, 0xff, 0xff, 0x0f, 1, 0, 0, 0]],
    ['a frame that ends early', [8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]],
  ])('%s is a FrameError', (_name, bytes) => {
    expect(() => new Launcher(60, 10).feed(Uint8Array.from(bytes))).toThrow(FrameError);
  });

  it('cannot announce controls, escapes, several graphemes or long clusters', () => {
    for (const text of ['\x1b[2J', 'a\x07', 'ab', `e${'\u0301'.repeat(40)}`, '\u202ea', '\u0301']) {
      const pair = new Pair();
      const index = pair.back.table.glyph(text);
      pair.back.glyphs[0] = index;
      pair.damage.addAll();
      pair.remote.present(pair.back, pair.damage, null);
      pair.deliver();
      expect(pair.launcher.reader.cells.rowText(0).trimEnd().length).toBeLessThanOrEqual(1);
      expect(withoutEncoder(pair.launcher.terminal.take())).toMatch(/^ *$/);
    }
  });
});
