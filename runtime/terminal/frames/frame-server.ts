/**
 * The end of the frame protocol that owns the terminal: shows what an untrusted process paints, and sends
 * it what the terminal reports. A line of its own can lie above all of it.
 */
import type { UserInput } from '../../base/input-events.js';
import { BLANK, CellBuffer, REVERSE, WIDE_TAIL } from '../../paint/cells.js';
import { Damage } from '../../paint/damage.js';
import { graphemes } from '../../base/text/graphemes.js';
import { truncate } from '../../base/text/truncate.js';
import type { Capabilities } from '../capabilities.js';
import type { Client, ClientOptions, CursorCell } from '../client.js';
import type { DisplaySettings, DisplaySize } from '../display.js';
import { EventOutbox, type OutboxPorts } from './event-outbox.js';
import { FrameReader } from './frame-reader.js';
import { readPrinted } from './print-reader.js';
import type { PrintedLine } from '../inline/printed.js';
import { ImageReader, type ImagePort } from './image-reader.js';
import {
  ACK,
  ALT_SCREEN,
  BELL,
  CLEAR,
  COLORS,
  DEPTHS,
  FRAME,
  FrameError,
  GRAYS,
  IMAGE,
  IMAGE_DATA,
  IMAGE_GONE,
  maxMessage,
  MAX_TITLE_BYTES,
  MessageBytes,
  MessageReader,
  MOUSE,
  PING,
  MAX_PRINT_WAITING,
  PONG,
  PRINT,
  SCHEMES,
  SETTINGS,
  SUSPEND,
  SYNC,
  TITLE,
} from './wire.js';

export interface FrameServerPorts extends OutboxPorts {
  /** Before the first frame is shown, inline or not: takes over the terminal. */
  onFirstFrame(isInline: boolean): void;
  /** As the process wrote it: not to be shown unsanitised. */
  onTitle(title: string): void;
  onBell(): void;
  onSuspend(): void;
  /** The live region is to be erased at the end. */
  onClear?(): void;
  /** Lines were printed above the frames. */
  onPrint?(lines: readonly PrintedLine[]): void;
  /** The process has answered a ping. */
  onPong(): void;
  onSettings(settings: DisplaySettings): void;
  /** A frame is in the cells: also where the terminal has no room for it yet. */
  onFrame?(frame: FrameOfApp): void;
  /** Where images go, and with which ids; undefined while the terminal shows none. */
  images?(): ImagePort | undefined;
  /** The terminal has not taken what was written. Default: it always has. */
  isCongested?(): boolean;
}

/** What an app shows. The cells are those of the next frame too, which changes them. */
export interface FrameOfApp {
  readonly cells: CellBuffer;
  /** Changes since the last frame; valid during the call only. */
  readonly damage: Damage;
  readonly cursor: CursorCell | null;
  /** How the app's theme shows colours. */
  readonly looks: ClientOptions;
  /** The cells are those of the live region below the shell's prompt. */
  readonly inline: boolean;
}

/** Cells to look at where the terminal reports none. */
const MIN_CELLS = 4096;

/** Bytes of printed lines that are written for a user who has ended the app: a slow terminal takes them in a moment. */
const MAX_LAST_PRINTED = 16 * 1024;

const decoder = new TextDecoder();

export class FrameServer {
  readonly #reader: FrameReader;
  readonly #messages: MessageReader;
  readonly #message = new MessageBytes();
  readonly #outbox: EventOutbox;
  readonly #images: ImageReader;
  /** Cells of the largest screen there was. */
  #maxCells: number;
  #hasFrame = false;
  /** A frame is shown, or waits for the terminal, and its process is not notified yet. */
  #isOwed = false;
  #framesInRead = 0;
  /** Of printed lines that may still wait for the terminal. */
  #printedBytes = 0;
  #line: string | undefined;
  #mark: string | undefined;
  /** Pings that were sent, those of them that were answered, and what waits for an answer. */
  #pings = 0;
  #pongs = 0;
  #awaited: { readonly ping: number; readonly resolve: () => void }[] = [];
  #composed: CellBuffer | undefined;
  /** The colours of the next picture. */
  #requestedOptions: ClientOptions | undefined;
  #looks: ClientOptions = { depth: 'truecolor', scheme: 'dark' };

  readonly #screen: Client;
  #size: DisplaySize;
  readonly #ports: FrameServerPorts;

  constructor(screen: Client, size: DisplaySize, ports: FrameServerPorts) {
    this.#screen = screen;
    this.#size = size;
    this.#ports = ports;

    this.#maxCells = Math.max(MIN_CELLS, size.width * size.height);
    this.#outbox = new EventOutbox(ports);
    this.#images = new ImageReader(() => ports.images?.());
    this.#reader = new FrameReader(
      size.width,
      size.height,
      () => this.#maxCells,
      (id) => this.#images.has(id),
    );
    this.#messages = new MessageReader(
      (type, body) => this.#dispatch(type, body),
      () => maxMessage(this.#maxCells),
    );
  }

  /** Bytes of the process. @throws FrameError */
  receive(bytes: Uint8Array): void {
    this.#framesInRead = 0;
    try {
      this.#messages.feed(bytes);
    } catch (error) {
      this.#screen.dropPrinted?.();
      throw error;
    }
  }

  /** Of the printed lines that wait for the terminal only the last ones are written: the user waits for the end. */
  hurry(): void {
    this.#screen.dropPrinted?.(MAX_LAST_PRINTED);
  }

  /** A line above the last row that the app cannot cover; undefined without one. */
  get notice(): string | undefined {
    return this.#line;
  }
  set notice(text: string | undefined) {
    if (text === this.#line) return;
    this.#line = text;
    this.#composed = undefined;
    this.#reader.damage.addAll();
    this.present();
  }

  /** Words in the top right corner that nothing of the app can cover; undefined: none. */
  get badge(): string | undefined {
    return this.#mark;
  }
  set badge(text: string | undefined) {
    if (text === this.#mark) return;
    this.#mark = text;
    this.#composed = undefined;
    this.#reader.damage.addAll();
    this.present();
  }

  /** @param mayDrop see `EventOutbox.input` */
  input(input: UserInput, mayDrop = false): void {
    this.#outbox.input(input, mayDrop);
  }

  /** Rows that the app shows: of the terminal, or of the live region. */
  get height(): number {
    const { cells, isInline } = this.#reader;
    return isInline ? cells.height : this.#size.height;
  }

  resize({ width, height }: DisplaySize): void {
    this.#size = { width, height };
    this.#maxCells = Math.max(this.#maxCells, width * height);
    this.#screen.resize(width, height);
    this.#outbox.state({ type: 'resize', width, height });
    // Who does not answer will not paint for the new size either.
    if (this.#line !== undefined) this.present();
  }

  capabilities(capabilities: Capabilities): void {
    this.#outbox.state({ type: 'capabilities', capabilities });
  }

  ping(): void {
    if (this.#outbox.isFull) return;
    this.#pings++;
    this.#ports.send(this.#message.bare(PING));
  }

  /** Resolves when the process has taken all input that came before. */
  async inputTaken(): Promise<void> {
    await this.#outbox.sent();
    this.ping();
    await new Promise<void>((resolve) => this.#awaited.push({ ping: this.#pings, resolve }));
  }

  #pong(): void {
    // A process may answer more than it was sent.
    this.#pongs = Math.min(this.#pongs + 1, this.#pings);
    const isAnswered = ({ ping }: { readonly ping: number }): boolean => ping <= this.#pongs;
    for (const each of this.#awaited.filter(isAnswered)) each.resolve();
    this.#awaited = this.#awaited.filter((each) => !isAnswered(each));
    this.#ports.onPong();
  }

  /** The process has taken what was sent to it. */
  drained(): void {
    this.#outbox.flush();
    this.#acknowledge();
  }

  /** Shows what was held back, or all of it again: the terminal has room, or has lost what it showed. */
  present(): void {
    if (!this.#hasFrame) return;
    const { cells, damage, cursor, isInline } = this.#reader;
    if (this.#requestedOptions !== undefined) this.#screen.configure(this.#requestedOptions);
    this.#requestedOptions = undefined;
    if (this.#fits)
      this.#ports.onFrame?.({ cells, damage, cursor, looks: this.#looks, inline: isInline });
    if (this.#line !== undefined || this.#mark !== undefined) this.#presentCovered(cursor);
    // A frame that was painted before the process knew of a new size: the next one has it.
    else if (this.#fits) this.#screen.present(cells, damage, cursor, isInline);
    damage.clear();
    // Not where the frame did not get there: lines would be added without an end.
    if (!this.#screen.hasPrinted) this.#printedBytes = 0;
    this.#acknowledge();
  }

  /** The last frame was painted for the size that the terminal has. */
  get #fits(): boolean {
    const { cells, isInline } = this.#reader;
    const { width, height } = this.#size;
    const fits = isInline ? cells.height <= height : cells.height === height;
    return cells.width === width && fits;
  }

  /** Not to a process that does not read: it would send another frame. */
  #acknowledge(): void {
    if (!this.#isOwed || this.#outbox.isFull) return;
    // One that does not fit never gets to the screen, which waits for the next one.
    if (this.#screen.behind && (this.#fits || this.#line !== undefined)) return;
    // Images are written beside frames, also beside one that changes nothing.
    if (this.#images.isSent && this.#ports.isCongested?.() === true) return;
    this.#isOwed = false;
    this.#images.acknowledged();
    this.#ports.send(this.#message.bare(ACK));
  }

  #dispatch(type: number, body: Uint8Array): void {
    switch (type) {
      case FRAME:
        this.#frame(body);
        return;
      case COLORS:
        this.#colors(body);
        return;
      case TITLE:
        if (body.length > MAX_TITLE_BYTES + 4) throw new FrameError('a title that is too long');
        this.#ports.onTitle(unpadded(body));
        return;
      case BELL:
        this.#ports.onBell();
        return;
      case SUSPEND:
        this.#ports.onSuspend();
        return;
      case CLEAR:
        this.#ports.onClear?.();
        return;
      case PRINT:
        this.#print(body);
        return;
      case PONG:
        this.#pong();
        return;
      case SETTINGS:
        this.#ports.onSettings(settingsOf(body[0] ?? 0));
        return;
      case IMAGE:
        this.#images.begin(viewOf(body));
        return;
      case IMAGE_DATA:
        this.#images.data(body);
        return;
      case IMAGE_GONE:
        this.#images.remove(viewOf(body));
        return;
      default:
        throw new FrameError('a message of an unknown type');
    }
  }

  #frame(body: Uint8Array): void {
    // One at a time: what is sent unasked would be work without an end.
    // Two of one read cannot be: the second was sent before the first had been seen.
    if (this.#isOwed || ++this.#framesInRead > 1) {
      throw new FrameError('a frame before the last one was acknowledged');
    }
    this.#reader.read(body, this.#screen.front);
    this.#isOwed = true;
    if (!this.#hasFrame) {
      this.#hasFrame = true;
      this.#ports.onFirstFrame(this.#reader.isInline);
    }
    this.present();
  }

  /** Above the next frame, or at the end: what the app sends beside frames is bounded by what may wait. */
  #print(body: Uint8Array): void {
    this.#printedBytes += body.length;
    if (this.#printedBytes > MAX_PRINT_WAITING) throw new FrameError('too much printed text');
    const lines = readPrinted(body);
    this.#screen.print(lines);
    this.#ports.onPrint?.(lines);
  }

  #colors(body: Uint8Array): void {
    const depth = DEPTHS[body[0] ?? -1];
    const grays = body[1] ?? -1;
    const scheme = SCHEMES[body[2] ?? -1];
    if (depth === undefined || !(grays in GRAYS) || scheme === undefined) {
      throw new FrameError('invalid colours');
    }
    // Each change is a new picture: of a thousand in a row the last one counts.
    this.#requestedOptions = this.#looks = { depth, grays: GRAYS[grays], scheme };
  }

  /**
   * The launcher's own words above what there is of the app: a process that does not answer may have painted
   * for another size.
   */
  #presentCovered(cursor: CursorCell | null): void {
    const { cells, isInline } = this.#reader;
    const { table } = cells;
    const { width } = this.#size;
    // In the rows of the app, whatever it is notified of later.
    const height = isInline ? Math.min(cells.height, this.#size.height) : this.#size.height;
    let composed = this.#composed;
    let { damage } = this.#reader;
    if (composed?.width !== width || composed.height !== height || composed.table !== table) {
      composed = this.#composed = new CellBuffer(width, height, table);
    }
    composed.generation = cells.generation;
    if (this.#fits) {
      composed.glyphs.set(cells.glyphs);
      composed.styles.set(cells.styles);
      // Rows are not moved below words that stay.
      damage.spread();
    } else {
      composed.glyphs.fill(BLANK);
      composed.styles.fill(0);
      damage = new Damage(width, height);
      damage.addAll();
    }
    if (this.#mark !== undefined) {
      const { left, right } = paintBadge(composed, this.#mark);
      damage.span(0, left, right);
    }
    if (this.#line !== undefined) {
      paintLine(composed, height - 1, this.#line);
      damage.span(height - 1, 0, width);
    }
    this.#screen.present(composed, damage, this.#line === undefined ? cursor : null, isInline);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function settingsOf(flags: number): DisplaySettings {
  return {
    altScreen: (flags & ALT_SCREEN) !== 0,
    mouse: (flags & MOUSE) !== 0,
    sync: (flags & SYNC) !== 0,
  };
}

/** A text without the NUL at its end. */
function unpadded(body: Uint8Array): string {
  let end = body.length;
  while (end > 0 && body[end - 1] === 0) end--;
  return decoder.decode(body.subarray(0, end));
}

/** A row in reverse, the text in its middle. */
function paintLine(cells: CellBuffer, y: number, text: string): void {
  const { width, glyphs } = cells;
  const parts = graphemes(truncate(text, width));
  const taken = parts.reduce((sum, part) => sum + part.width, 0);
  const row = y * width;
  glyphs.fill(0x20, row, row + width);
  paintReverse(cells, row, row + width);
  paintText(cells, row + Math.max(0, Math.floor((width - taken) / 2)), parts);
}

/** Words in reverse at the right end of the first row; where they are. */
function paintBadge(cells: CellBuffer, text: string): { left: number; right: number } {
  const { width, glyphs } = cells;
  const parts = graphemes(truncate(` ${text} `, width));
  const left = width - parts.reduce((sum, part) => sum + part.width, 0);
  // Half a wide glyph cannot stay beside it.
  if (glyphs[left] === WIDE_TAIL && left > 0) glyphs[left - 1] = BLANK;
  glyphs.fill(0x20, left, width);
  paintReverse(cells, left, width);
  paintText(cells, left, parts);
  return { left: Math.max(0, left - 1), right: width };
}

function paintReverse({ styles, table }: CellBuffer, from: number, to: number): void {
  styles.fill(table.intern(0, 0, REVERSE), from, to);
}

/** Writes graphemes from a cell up to the end of its row. */
function paintText(
  { width, glyphs, table }: CellBuffer,
  from: number,
  parts: readonly { readonly text: string; readonly width: number }[],
): void {
  const end = from - (from % width) + width;
  let at = from;
  for (const { text, width: own } of parts) {
    if (at + own > end) return;
    glyphs[at] = table.glyph(text);
    if (own === 2) glyphs[at + 1] = WIDE_TAIL;
    at += own;
  }
}
