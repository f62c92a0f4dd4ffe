/**
 * A terminal as an app uses it: something that shows frames and reports input. `TerminalDisplay` is a
 * terminal of this process; `frames/RemoteDisplay` is one that another process owns.
 */
import type { UserInput } from '../base/input-events.js';
import type { Capabilities } from './capabilities.js';
import type { Client } from './client.js';
import type { ImageSink } from './images/image.js';

/** Descriptors of a terminal for a program: input, output, messages. */
type TerminalStdio = readonly [stdin: number, stdout: number, stderr: number];

/** A terminal that a program has until it ends. */
export interface Loan {
  readonly stdio: TerminalStdio;
  /** The program has stopped by itself: stops this process and its group too, until both are continued. */
  stop(): void;
}

/** In cells. */
export interface DisplaySize {
  readonly width: number;
  readonly height: number;
}

/** Settings of a terminal, which may change while it is used. */
export interface DisplaySettings {
  /** Frames that are not inline are on the alternate screen. What counts is what was set when the terminal was taken over. */
  readonly altScreen: boolean;
  readonly mouse: boolean;
  /** Frames are bracketed with synchronized output, where the terminal knows it. */
  readonly sync: boolean;
}

/** What a display reports to its app. */
export interface DisplayEvents {
  onInput(input: UserInput): void;
  onResize(size: DisplaySize): void;
  /** A frame that was held back can be shown, or what was shown is lost: a frame is needed. */
  onFrameNeeded(): void;
  /** More is known of what the terminal can do. */
  onCapabilities(capabilities: Capabilities): void;
}

export interface Display {
  /** What shows the frames; null where they are only painted. */
  readonly client: Client | null;
  readonly capabilities: Capabilities;
  /** That of the terminal, where it is known before it is taken over. */
  readonly size?: DisplaySize | undefined;
  /** Shows images, where `capabilities.images` has ids for them. */
  readonly images?: ImageSink | undefined;
  /** Called once, before anything else. */
  connect(events: DisplayEvents): void;
  /**
   * Takes over the terminal; its size, or undefined where there is none to take over.
   *
   * @param inline the first frame is the live region below the shell's prompt; default: the whole screen
   */
  open(inline?: boolean): DisplaySize | undefined;
  /** After the first frame: asks the terminal what it can do. Nothing waits for the answers. */
  query(): void;
  /** Bytes as a terminal sends them. */
  feed(bytes: Uint8Array): void;
  setTitle(title: string): void;
  /** Asks the terminal to copy (OSC 52); undefined where there is no way to ask it. */
  readonly sendCopy: ((sequence: string) => void) | undefined;
  /** Ctrl+Z: stops, and goes on with SIGCONT. */
  suspend(): void;
  /**
   * Lends the terminal to another program until the work is done, and shows everything again then; undefined
   * where there is none, or where it is another process's to lend.
   */
  readonly lend?: (<T>(work: (loan: Loan) => Promise<T>) => Promise<T>) | undefined;
  reconfigure(settings: DisplaySettings): void;
  /** The live region of an inline app is to be erased at the end, instead of left above the prompt. */
  setClearing?(clears: boolean): void;
  /** Restores the terminal; resolves when other programs may use it. */
  close(): Promise<void>;
}
