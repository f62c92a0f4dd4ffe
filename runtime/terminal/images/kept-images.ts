/** The images that the terminal of this process keeps: sent once, again where they are lost, and deleted at the end. */
import type { ImageSink, TerminalImage } from './image.js';
import { deletion, transmission } from './kitty.js';

export interface KeptImagesPorts {
  write(text: string): void;
  /** What takes all of them away, to be written however the session ends. */
  onCleanup(text: string): void;
}

export class KeptImages implements ImageSink {
  /** As they were sent. */
  private readonly sent = new Map<number, string>();

  constructor(
    private readonly ports: KeptImagesPorts,
    private readonly isInTmux: boolean,
  ) {}

  send(id: number, image: TerminalImage): boolean {
    const text = transmission(id, image, this.isInTmux);
    this.sent.set(id, text);
    // First: what is in the terminal is deleted for sure.
    this.tellCleanup();
    this.ports.write(text);
    return true;
  }

  remove(id: number): void {
    if (!this.sent.delete(id)) return;
    this.ports.write(deletion(id, this.isInTmux));
    this.tellCleanup();
  }

  /** The terminal has lost them: another program has had it. */
  restore(): void {
    for (const text of this.sent.values()) this.ports.write(text);
  }

  private tellCleanup(): void {
    this.ports.onCleanup([...this.sent.keys()].map((id) => deletion(id, this.isInTmux)).join(''));
  }
}
