/**
 * The end of the frame protocol that owns the terminal: shows what an untrusted process paints, and sends
 * it what the terminal reports. A line of its own can lie above all of it.
 */
import type { UserInput } from '../../input-events.js';
import { BLANK, CellBuffer, REVERSE, WIDE_TAIL } from '../../paint/cells.js';
import { Damage } from '../../paint/damage.js';
import { graphemes } from '../../text/graphemes.js';
import { truncate } from '../../text/truncate.js';
import type { Capabilities } from '../capabilities.js';
import type { ClientOptions } from '../client.js';
import type { DisplaySettings, DisplaySize } from '../display.js';
import type { ImageIds, ImageSink } from '../images/image.js';
import type { Screen } from '../screen.js';
import { EventOutbox, type OutboxPorts } from './event-outbox.js';
import { FrameReader } from './frame-reader.js';
import { ImageReader } from './image-reader.js';
import {
  ACK,
  ALT_SCREEN,
  BELL,
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
  PONG,
  SETTINGS,
  SUSPEND,
  SYNC,
  TITLE,
} from './wire.js';

export interface FrameServerPorts extends OutboxPorts {
  /** Before the first frame is shown: takes over the terminal. */
  onFirstFrame(): void;
  /** As the process wrote it: not to be shown unsanitised. */
  onTitle(title: string): void;
  onBell(): void;
  onSuspend(): void;
  /** The process has answered a ping. */
  onPong(): void;
  onSettings(settings: DisplaySettings): void;
  /** Where images go, and with which ids; undefined while the terminal shows none. */
  images?(): (ImageIds & { readonly sink: ImageSink }) | undefined;
}

/** Cells to look at where the terminal tells of none. */
const MIN_CELLS = 4096;

const decoder = new TextDecoder();

export class FrameServer {
  private readonly reader: FrameReader;
  private readonly messages: MessageReader;
  private readonly message = new MessageBytes();
  private readonly outbox: EventOutbox;
  private readonly images: ImageReader;
  /** Cells of the largest screen there was. */
  private maxCells: number;
  private hasFrame = false;
  /** A frame is shown, or waits for the terminal, whose process has not been told. */
  private isOwed = false;
  private framesInRead = 0;
  private line: string | undefined;
  private composed: CellBuffer | undefined;
  /** Colours that the next picture has. */
  private wanted: ClientOptions | undefined;

  constructor(
    private readonly screen: Screen,
    private size: DisplaySize,
    private readonly ports: FrameServerPorts,
  ) {
    this.maxCells = Math.max(MIN_CELLS, size.width * size.height);
    this.outbox = new EventOutbox(ports);
    this.images = new ImageReader(() => ports.images?.());
    this.reader = new FrameReader(size.width, size.height, () => this.maxCells);
    this.messages = new MessageReader(
      (type, body) => this.take(type, body),
      () => maxMessage(this.maxCells),
    );
  }

  /** Bytes of the process. @throws FrameError */
  receive(bytes: Uint8Array): void {
    this.framesInRead = 0;
    this.messages.feed(bytes);
  }

  /** A line above the last row that nothing of the app can cover; undefined: none. */
  get notice(): string | undefined {
    return this.line;
  }
  set notice(text: string | undefined) {
    if (text === this.line) return;
    this.line = text;
    this.composed = undefined;
    this.reader.damage.addAll();
    this.present();
  }

  input(input: UserInput): void {
    this.outbox.input(input);
  }

  resize({ width, height }: DisplaySize): void {
    this.size = { width, height };
    this.maxCells = Math.max(this.maxCells, width * height);
    this.screen.resize(width, height);
    this.outbox.state({ type: 'resize', width, height });
    // Who does not answer will not paint for the new size either.
    if (this.line !== undefined) this.present();
  }

  capabilities(capabilities: Capabilities): void {
    this.outbox.state({ type: 'capabilities', capabilities });
  }

  ping(): void {
    if (!this.outbox.isFull) this.ports.send(this.message.bare(PING));
  }

  /** The process has taken what was sent to it. */
  drained(): void {
    this.outbox.flush();
    this.acknowledge();
  }

  /** Shows what was held back, or all of it again: the terminal has room, or has lost what it showed. */
  present(): void {
    if (!this.hasFrame) return;
    const { cells, damage, cursor } = this.reader;
    if (this.wanted !== undefined) this.screen.configure(this.wanted);
    this.wanted = undefined;
    if (this.line !== undefined) this.presentNotice(this.line);
    // A frame that was painted before the process knew of a new size: the next one has it.
    else if (this.fits) this.screen.present(cells, damage, cursor);
    damage.clear();
    this.acknowledge();
  }

  /** The last frame was painted for the size that the terminal has. */
  private get fits(): boolean {
    const { cells } = this.reader;
    return cells.width === this.size.width && cells.height === this.size.height;
  }

  /** Not to a process that does not read: it would send another frame. */
  private acknowledge(): void {
    if (!this.isOwed || this.outbox.isFull) return;
    // One that does not fit never gets to the screen, which waits for the next one.
    if (this.screen.behind && (this.fits || this.line !== undefined)) return;
    this.isOwed = false;
    this.images.acknowledged();
    this.ports.send(this.message.bare(ACK));
  }

  private take(type: number, body: Uint8Array): void {
    switch (type) {
      case FRAME:
        this.frame(body);
        return;
      case COLORS:
        this.colors(body);
        return;
      case TITLE:
        if (body.length > MAX_TITLE_BYTES + 4) throw new FrameError('a title that is too long');
        this.ports.onTitle(unpadded(body));
        return;
      case BELL:
        this.ports.onBell();
        return;
      case SUSPEND:
        this.ports.onSuspend();
        return;
      case PONG:
        this.ports.onPong();
        return;
      case SETTINGS:
        this.ports.onSettings(settingsOf(body[0] ?? 0));
        return;
      case IMAGE:
        this.images.begin(viewOf(body));
        return;
      case IMAGE_DATA:
        this.images.data(body);
        return;
      case IMAGE_GONE:
        this.images.remove(viewOf(body));
        return;
      default:
        throw new FrameError('a message of no known type');
    }
  }

  private frame(body: Uint8Array): void {
    // One at a time: what is sent unasked would be work without an end.
    // Two of one read cannot be: the second was sent before the first had been seen.
    if (this.isOwed || ++this.framesInRead > 1) {
      throw new FrameError('a frame before the last one was acknowledged');
    }
    this.reader.read(body, this.screen.front);
    this.isOwed = true;
    if (!this.hasFrame) {
      this.hasFrame = true;
      this.ports.onFirstFrame();
    }
    this.present();
  }

  private colors(body: Uint8Array): void {
    const depth = DEPTHS[body[0] ?? -1];
    const grays = body[1] ?? -1;
    if (depth === undefined || !(grays in GRAYS)) throw new FrameError('colours that are none');
    // Each change is a picture anew: of a thousand in a row the last one counts.
    this.wanted = { depth, grays: GRAYS[grays] };
  }

  /** Above what there is of the app: a process that does not answer may have painted for another size. */
  private presentNotice(line: string): void {
    const { cells } = this.reader;
    const { table } = cells;
    const { width, height } = this.size;
    let {
      composed,
      reader: { damage },
    } = this;
    if (composed?.width !== width || composed.height !== height || composed.table !== table) {
      composed = this.composed = new CellBuffer(width, height, table);
    }
    composed.generation = cells.generation;
    if (this.fits) {
      composed.glyphs.set(cells.glyphs);
      composed.styles.set(cells.styles);
      damage.span(height - 1, 0, width);
    } else {
      composed.glyphs.fill(BLANK);
      composed.styles.fill(0);
      damage = new Damage(width, height);
      damage.addAll();
    }
    paintLine(composed, height - 1, line);
    this.screen.present(composed, damage, null);
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
  const { width, glyphs, styles, table } = cells;
  const style = table.intern(0, 0, REVERSE);
  const parts = graphemes(truncate(text, width));
  const taken = parts.reduce((sum, part) => sum + part.width, 0);
  const row = y * width;
  glyphs.fill(0x20, row, row + width);
  styles.fill(style, row, row + width);
  let x = Math.max(0, Math.floor((width - taken) / 2));
  for (const { text: cluster, width: own } of parts) {
    if (x + own > width) return;
    glyphs[row + x] = table.glyph(cluster);
    if (own === 2) glyphs[row + x + 1] = WIDE_TAIL;
    x += own;
  }
}
