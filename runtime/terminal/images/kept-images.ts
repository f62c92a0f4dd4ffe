/**
 * The images of the terminal of this process. Those of kitty's protocol it keeps: they are sent once, again where they are
 * lost, and deleted at the end. The others are drawn with the cells of a frame.
 */
import { ImageLayer, type RestPorts } from './image-layer.js';
import { iterm2Image } from './iterm2.js';
import { deletion, transmission } from './kitty.js';
import { SixelEncoder } from './sixel.js';
import type { ImageProtocol, ImageSink, TerminalImage } from './image.js';

/** Pixels and bytes of sixels that are encoded at a stretch: some 20 ms of noise. */
const ENCODED_AT_ONCE = 300_000;

export interface KeptImagesPorts {
  write(text: string): void;
  /** What takes all of them away, to be written however the session ends. */
  onCleanup(text: string): void;
  /** Pixels of a cell, as far as they are known. */
  cell(): { readonly width: number; readonly height: number } | undefined;
  /** The terminal shows images of a protocol. Others are in cells. */
  draws(protocol: ImageProtocol): boolean;
  /** Default: images are drawn wherever they move. */
  readonly rest?: RestPorts | undefined;
}

export class KeptImages implements ImageSink {
  /** As they were sent. */
  readonly #sent = new Map<number, string>();
  /** Functions that cancel the next step of images being encoded. */
  readonly #encoding = new Map<number, () => void>();
  /** The images drawn over cells. */
  readonly layer: ImageLayer;

  readonly #ports: KeptImagesPorts;
  readonly #isInTmux: boolean;

  constructor(ports: KeptImagesPorts, isInTmux: boolean) {
    this.#ports = ports;
    this.#isInTmux = isInTmux;

    this.layer = new ImageLayer((id) => this.#sent.has(id), ports.rest);
  }

  send(id: number, image: TerminalImage): boolean {
    if (image.protocol !== 'kitty') {
      this.#draw(id, image);
      return true;
    }
    const text = transmission(id, image, this.#isInTmux);
    this.#sent.set(id, text);
    // Announced first, so that the terminal's images are deleted in any case.
    this.#notifyCleanup();
    this.#ports.write(text);
    return true;
  }

  remove(id: number): void {
    this.#stopEncoding(id);
    this.layer.delete(id);
    if (!this.#sent.delete(id)) return;
    this.#ports.write(deletion(id, this.#isInTmux));
    this.#notifyCleanup();
  }

  /** The terminal has lost them: another program has had it. */
  restore(): void {
    for (const text of this.#sent.values()) this.#ports.write(text);
  }

  #draw(id: number, image: TerminalImage): void {
    const { protocol, columns, rows, width, height, cells } = image;
    this.#stopEncoding(id);
    let bytes: Buffer | undefined;
    let isBegun = false;
    /** Cells show the image until it is encoded. */
    const encode = (encoder: SixelEncoder): void => {
      this.#encoding.delete(id);
      const { rest } = this.#ports;
      const isDone = encoder.step(rest === undefined ? Infinity : ENCODED_AT_ONCE);
      if (isDone || rest === undefined) bytes = encoder.bytes;
      else
        this.#encoding.set(
          id,
          rest.setTimer(() => continueEncoding(encoder), 0),
        );
    };
    const continueEncoding = (encoder: SixelEncoder): void => {
      encode(encoder);
      if (bytes !== undefined) this.#ports.rest?.onRest();
    };
    this.layer.add(id, {
      columns,
      rows,
      cells,
      bytes: () => {
        if (!this.#ports.draws(protocol)) return undefined;
        if (protocol === 'iterm2') return (bytes ??= iterm2Image(image));
        const cell = this.#ports.cell();
        // Of another size than its cells it would cover others.
        const fits =
          width === columns * (cell?.width ?? 0) && height === rows * (cell?.height ?? 0);
        if (!fits) return undefined;
        if (!isBegun) encode(new SixelEncoder(image));
        isBegun = true;
        return bytes;
      },
    });
  }

  #stopEncoding(id: number): void {
    this.#encoding.get(id)?.();
    this.#encoding.delete(id);
  }

  #notifyCleanup(): void {
    this.#ports.onCleanup(
      [...this.#sent.keys()].map((id) => deletion(id, this.#isInTmux)).join(''),
    );
  }
}
