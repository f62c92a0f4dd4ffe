/**
 * The client of an app that paints for another process: frames leave as messages, one at a time. While
 * one is not acknowledged, damage is collected, and the newest state is sent after it: a slow reader
 * never finds a queue.
 */
import { CLUSTER, WIDE_TAIL, type CellBuffer, type StyleTable } from '../../paint/cells.js';
import { Damage } from '../../paint/damage.js';
import type { Client, ClientOptions, CursorCell } from '../client.js';
import { widthOfLine, type PrintedLine } from '../inline/printed.js';
import {
  bytesOf,
  CELL_BYTES,
  IMAGE_PROTOCOLS,
  MAX_BYTES_A_FRAME,
  MAX_IMAGES_A_FRAME,
  type ImageSink,
  type TerminalImage,
} from '../images/image.js';
import {
  BELL,
  COLORS,
  DEPTHS,
  FRAME,
  GRAYS,
  INLINE,
  IMAGE,
  IMAGE_DATA,
  IMAGE_GONE,
  MAX_PRINT,
  MAX_TITLE_BYTES,
  MessageBytes,
  PRINT,
  RESET,
  SCHEMES,
  TITLE,
} from './wire.js';

const encoder = new TextEncoder();

export interface RemotePorts {
  /** Sends one message. The bytes are valid during the call only. */
  send(message: Uint8Array): void;
  /** The reader is ready for the frame that was held back: present again. */
  onReady(): void;
}

/** Bytes of printed lines beside one frame. */
const PRINTED_A_FRAME = 256 * 1024;
/** Bytes of pixels in one message. */
const MAX_PIECE = 32_768;

export class RemoteScreen implements Client, ImageSink {
  /** The other process keeps its own. */
  readonly front = undefined;
  cellsChanged = 0;
  readonly #message = new MessageBytes();
  /** The table whose ids are announced, and how many of them. */
  #table: StyleTable | undefined;
  #generation = -1;
  #styles = 1;
  #clusters = 0;
  /** Ids of the addresses that are announced. */
  readonly #links = new Map<string, number>();
  /** What changed since the last frame that was sent, where one was held back. */
  #owed: Damage | undefined;
  /** The frame that was held back. */
  #held: { back: CellBuffer; cursor: CursorCell | null; inline: boolean } | undefined;
  #unacknowledged = false;
  #onAcknowledged: (() => void) | undefined;
  /** What waits for acknowledgements, and for how many of them. */
  #awaited: { left: number; readonly resolve: () => void }[] = [];
  /** Images since a frame was acknowledged, and their bytes. */
  #images = 0;
  #imageBytes = 0;
  /** The reader knows nothing of the screen. */
  #unknown = true;
  #cursor: CursorCell | null = null;
  /** Lines that are not sent yet. */
  readonly #printed: PrintedLine[] = [];
  /** Rows of the last frame that was sent. */
  #height = -1;
  #depth: ClientOptions['depth'];
  #grays: ClientOptions['grays'];
  #scheme: 'dark' | 'light' = 'dark';

  readonly #ports: RemotePorts;

  constructor(ports: RemotePorts) {
    this.#ports = ports;
  }

  get behind(): boolean {
    return this.#owed !== undefined || this.#printed.length > 0;
  }

  get hasPrinted(): boolean {
    return this.#printed.length > 0;
  }

  /** Sent with frames, some at a time, so that they wait here while the reader does not keep up. */
  print(lines: readonly PrintedLine[]): void {
    for (const line of lines) this.#printed.push(line);
  }

  /** Sends the lines that wait, all of them at the end. */
  #sendPrinted(budget = Infinity): void {
    let sent = 0;
    let count = 0;
    while (count < this.#printed.length && sent < budget) {
      const start = count;
      let size = 0;
      const message = this.#message;
      message.begin(PRINT);
      const countAt = message.length;
      message.u32(0);
      for (; count < this.#printed.length && size < MAX_PRINT; count++) {
        size += this.#encodeLine(this.#printed[count]!);
      }
      message.patch(countAt, count - start);
      sent += size;
      this.#ports.send(message.end());
    }
    this.#printed.splice(0, count);
  }

  /** @returns bytes that it takes */
  #encodeLine(line: PrintedLine): number {
    const message = this.#message;
    const from = message.length;
    message.u32(widthOfLine(line));
    message.u32(line.length);
    for (const { text, fg, bg, attributes } of line) {
      const bytes = encoder.encode(text);
      for (const value of [fg, bg, attributes, bytes.length]) message.u32(value);
      message.padded(bytes);
    }
    return message.length - from;
  }

  present(back: CellBuffer, damage: Damage, cursor: CursorCell | null, inline = false): number {
    this.cellsChanged = 0;
    const place = cellOf(cursor, back);
    const moved = place?.x !== this.#cursor?.x || place?.y !== this.#cursor?.y;
    if (damage.empty && !moved && !this.#unknown && !this.behind) return 0;
    if (this.#unacknowledged) {
      this.#owe(damage);
      this.#held = { back, cursor, inline };
      return 0;
    }
    this.#held = undefined;
    this.#sendPrinted(PRINTED_A_FRAME);
    const isReset = this.#table !== back.table || this.#generation !== back.table.generation;
    if (isReset) {
      this.#table = back.table;
      this.#generation = back.table.generation;
      this.#styles = 1;
      this.#clusters = 0;
      this.#links.clear();
    }
    const changes = this.#changes(back, damage, isReset);
    const flags = (isReset ? RESET : 0) | (inline ? INLINE : 0);
    const message = this.#encode(back, changes, place, flags);
    this.#height = back.height;
    this.#unknown = false;
    this.#cursor = place;
    this.#unacknowledged = true;
    this.#ports.send(message);
    return message.length;
  }

  /** What the reader does not have: with frames that were held back, or everything. */
  #changes(back: CellBuffer, damage: Damage, isReset: boolean): Damage {
    let changes = damage;
    if (this.#owed !== undefined) {
      this.#owe(damage);
      changes = this.#owed;
      this.#owed = undefined;
    }
    const isOfSize = changes.width === back.width && changes.height === back.height;
    if (!isReset && !this.#unknown && isOfSize && this.#height === back.height) return changes;
    const all = new Damage(back.width, back.height);
    all.addAll();
    return all;
  }

  /** The reader has shown the last frame. */
  acknowledge(): void {
    this.#unacknowledged = false;
    this.#images = 0;
    this.#imageBytes = 0;
    this.#onAcknowledged?.();
    if (this.behind) this.#ports.onReady();
    for (const each of this.#awaited) if (--each.left === 0) each.resolve();
    this.#awaited = this.#awaited.filter(({ left }) => left > 0);
  }

  /** Resolves when the reader has shown all that was presented before: the frame on its way, and the one that is held back. */
  async shown(): Promise<void> {
    const left = Number(this.#unacknowledged) + Number(this.behind);
    if (left > 0) {
      await new Promise<void>((resolve) => this.#awaited.push({ left, resolve }));
    }
  }

  /**
   * Sends what is not sent yet, as the app ends: lines, and of an inline app its last frame, which stays in the
   * terminal. That one waits until the frame before it has been shown.
   *
   * @param patience milliseconds that a reader has for that
   */
  async finish(patience = 2000): Promise<void> {
    const frame = this.#held;
    if (frame?.inline === true && this.#unacknowledged) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patience);
        this.#onAcknowledged = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#onAcknowledged = undefined;
      const { back, cursor } = frame;
      if (!this.#unacknowledged) {
        this.present(back, new Damage(back.width, back.height), cursor, true);
      }
    }
    this.#sendPrinted();
  }

  resize(): void {
    this.invalidate();
  }

  invalidate(): void {
    this.#unknown = true;
    this.#owed = undefined;
  }

  send(id: number, image: TerminalImage): boolean {
    const data = bytesOfImage(image);
    const isFull =
      this.#images >= MAX_IMAGES_A_FRAME || this.#imageBytes + data.length > MAX_BYTES_A_FRAME;
    if (this.#images > 0 && isFull) return false;
    this.#images++;
    this.#imageBytes += data.length;
    const { protocol, columns, rows, width, height } = image;
    const message = this.#message;
    message.begin(IMAGE);
    message.u32(id);
    for (const value of [columns, rows, width, height]) message.u16(value);
    message.u32(IMAGE_PROTOCOLS.indexOf(protocol));
    this.#ports.send(message.end());
    for (let at = 0; at < data.length; at += MAX_PIECE) {
      message.begin(IMAGE_DATA);
      message.padded(data.subarray(at, at + MAX_PIECE));
      this.#ports.send(message.end());
    }
    return true;
  }

  remove(id: number): void {
    this.#message.begin(IMAGE_GONE);
    this.#message.u32(id);
    this.#ports.send(this.#message.end());
  }

  /** Sets the colours, which the app's theme determines; other options belong to the terminal. */
  configure(options: ClientOptions): void {
    const { depth = this.#depth } = options;
    const grays = 'grays' in options ? options.grays : this.#grays;
    const { scheme = this.#scheme } = options;
    if (depth === this.#depth && grays === this.#grays && scheme === this.#scheme) return;
    this.#depth = depth;
    this.#grays = grays;
    this.#scheme = scheme;
    const message = this.#message;
    message.begin(COLORS);
    message.u16(Math.max(0, DEPTHS.indexOf(depth ?? 'truecolor')) + 256 * GRAYS.indexOf(grays));
    message.u16(SCHEMES.indexOf(scheme));
    this.#ports.send(message.end());
  }

  setTitle(title: string): void {
    const message = this.#message;
    message.begin(TITLE);
    message.padded(encoder.encode(title).subarray(0, MAX_TITLE_BYTES));
    this.#ports.send(message.end());
  }

  ringBell(): void {
    this.#ports.send(this.#message.bare(BELL));
  }

  #owe(damage: Damage): void {
    damage.spread();
    const owed = this.#owed;
    if (owed === undefined || owed.width !== damage.width || owed.height !== damage.height) {
      this.#owed = new Damage(damage.width, damage.height);
      if (owed !== undefined) this.#owed.addAll();
    }
    this.#owed?.include(damage);
  }

  #encode(back: CellBuffer, damage: Damage, cursor: CursorCell | null, flags: number): Uint8Array {
    const message = this.#message;
    message.begin(FRAME);
    message.u32(flags);
    message.u16(back.width);
    message.u16(back.height);
    message.u16(cursor === null ? 0xffff : cursor.x);
    message.u16(cursor === null ? 0xffff : cursor.y);
    this.#announce(back.table);
    this.#moves(damage);
    this.#spans(back, damage);
    return message.end();
  }

  #announce(table: StyleTable): void {
    const message = this.#message;
    this.#announceLinks(table);
    message.u32(table.size - this.#styles);
    for (let id = this.#styles; id < table.size; id++) {
      const { fg, bg, attributes, link } = table.get(id);
      message.u32(fg);
      message.u32(bg);
      message.u16(attributes);
      message.u16(link === '' ? 0 : (this.#links.get(link) ?? 0));
    }
    this.#styles = table.size;
    message.u32(table.clusterCount - this.#clusters);
    for (let id = this.#clusters; id < table.clusterCount; id++) {
      const bytes = encoder.encode(table.text(CLUSTER + id));
      message.u32(bytes.length);
      message.padded(bytes);
    }
    this.#clusters = table.clusterCount;
  }

  /** The addresses of styles that are announced next. */
  #announceLinks(table: StyleTable): void {
    const message = this.#message;
    const links = this.#links;
    const countAt = message.length;
    message.u32(0);
    const before = links.size;
    for (let id = this.#styles; id < table.size; id++) {
      const { link } = table.get(id);
      if (link === '' || links.has(link)) continue;
      links.set(link, links.size + 1);
      const bytes = encoder.encode(link);
      message.u32(bytes.length);
      message.padded(bytes);
    }
    if (links.size > before) message.patch(countAt, links.size - before);
  }

  #moves({ moves }: Damage): void {
    const message = this.#message;
    message.u32(moves.length);
    for (const { row, left, right, changed } of moves) {
      message.u16(row);
      message.u16(left);
      message.u16(right);
      message.u16(1);
      message.u16(Math.min(0xffff, changed));
      message.u16(0);
    }
  }

  #spans(back: CellBuffer, damage: Damage): void {
    const message = this.#message;
    const countAt = message.length;
    message.u32(0);
    let count = 0;
    const { width, glyphs, styles } = back;
    const bottom = Math.min(back.height, damage.bottom);
    for (let y = damage.top; y < bottom; y++) {
      const spans = damage.spansOf(y);
      for (let span = 0; span < spans; span++) {
        let left = damage.edge(y, span, 0);
        const right = Math.min(width, damage.edge(y, span, 1));
        // Half a wide glyph would be a blank on the other side.
        while (left > 0 && glyphs[y * width + left] === WIDE_TAIL) left--;
        if (right <= left) continue;
        message.u16(y);
        message.u16(left);
        message.u32(right - left);
        message.copy(glyphs, y * width + left, y * width + right);
        message.copy(styles, y * width + left, y * width + right);
        this.cellsChanged += right - left;
        count++;
      }
    }
    message.patch(countAt, count);
  }
}

/** Its pixels, and behind them its cells. */
function bytesOfImage(image: TerminalImage): Uint8Array {
  const { data, cells } = image;
  if (cells === undefined) return data;
  const size = bytesOf(image);
  const bytes = new Uint8Array(size.pixels + size.cells);
  bytes.set(data);
  const view = new DataView(bytes.buffer, size.pixels);
  for (let at = 0; at < cells.glyphs.length; at++) {
    view.setUint32(at * CELL_BYTES, cells.glyphs[at]!, true);
    view.setUint32(at * CELL_BYTES + 4, cells.fg[at]!, true);
    view.setUint32(at * CELL_BYTES + 8, cells.bg[at]!, true);
  }
  return bytes;
}

function cellOf(cursor: CursorCell | null, { width, height }: CellBuffer): CursorCell | null {
  if (cursor === null) return null;
  const x = Math.floor(cursor.x);
  const y = Math.floor(cursor.y);
  return x >= 0 && y >= 0 && x < width && y < height ? { x, y } : null;
}
