/** The interface through which a document calls its app. */
import type { Chord } from '../base/keys/strokes.js';
import type { Diagnostic, Source, Span } from '../base/diagnostics.js';
import type { Rect } from '../base/geometry.js';

/** What scrolls where; names are those of CSSOM View, all in cells. */
export interface ScrollMetrics {
  readonly left: number;
  readonly top: number;
  readonly clientLeft: number;
  readonly clientTop: number;
  readonly clientWidth: number;
  readonly clientHeight: number;
  readonly scrollWidth: number;
  readonly scrollHeight: number;
}

export interface ScrollOptions {
  readonly block: 'start' | 'center' | 'end' | 'nearest';
  readonly inline: 'start' | 'center' | 'end' | 'nearest';
}

/** Answers what elements are asked about their place in what scrolls. */
export interface Viewport {
  metrics(element: object): ScrollMetrics;
  /** Out of range is brought into range. */
  scrollTo(element: object, left: number, top: number): void;
  /** Where an element was scrolled to that is not displayed, and will be when it is. */
  keptScroll(element: object): { readonly left: number; readonly top: number } | undefined;
  reveal(element: object, options: ScrollOptions): void;
}

/** The clock of elements that move by themselves. */
export interface MovingTime {
  /** Whether time goes on. */
  readonly moves: boolean;
  /** Milliseconds since the app was made; 0 where nothing moves. */
  readonly time: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Paints an element again after this many milliseconds. */
  repaint(element: object, ms: number): void;
  /** Calls back once; returns what takes it back. */
  setTimer(callback: () => void, ms: number): () => void;
}

/** Notifications about listeners, of any target. */
export interface ListenerHost {
  /** A listener threw, or the promise it returned was rejected. */
  reportError(error: unknown, target?: unknown): void;
  /** Before each listener, and after it whatever became of it; calls nest as dispatches do. */
  listenerBegins(): void;
  listenerEnds(): void;
  /** After each listener that ended well, with what it returned: a promise, where it is asynchronous. */
  listenerReturned(result: unknown, target: unknown): void;
}

/** What a picture is painted with: glyphs, or pixels where the terminal shows them. */
type PictureMode =
  | ('sextant' | 'quadrant' | 'block' | 'pattern' | 'luma' | 'halfblock' | 'octant' | 'braille')
  | ('auto' | ImageProtocol);

/** How a terminal gets an image, see terminal/images. */
type ImageProtocol = 'kitty' | 'iterm2' | 'sixel';

/** An image as the terminal gets it, in the size that it is shown in. */
interface CellImage {
  readonly protocol: ImageProtocol;
  /** The cells that it covers. */
  readonly columns: number;
  readonly rows: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, 0 to 255; for `sixel` colours and the number of each pixel's. */
  readonly data: Uint8Array;
  /** Code points and colours that show it where it cannot be drawn; not for `kitty`. */
  readonly cells?: {
    readonly glyphs: Uint32Array;
    readonly fg: Uint32Array;
    readonly bg: Uint32Array;
  };
}

/** A terminal that shows images in cells that refer to them. */
export interface CellImages {
  /** The best way that the terminal has for pictures of a mode; undefined: none. */
  protocolFor(mode: ImageProtocol | 'auto'): ImageProtocol | undefined;
  /**
   * The id that cells name it by; `later` where others have to be shown first, undefined where it cannot be shown.
   * It is kept until it is removed.
   */
  send(image: CellImage): number | 'later' | undefined;
  remove(id: number): void;
}

/** Thresholds by place, -0.5 to 0.5; serialized to JSON as a number. */
export interface Thresholds {
  at(x: number, y: number): number;
  toJSON(): number;
}

/** How pictures are painted, by the settings. */
export interface PictureSettings {
  readonly mode: PictureMode;
  /** Undefined: the picture that is nearest as the eye sees it. */
  readonly algorithm:
    | 'sierra-stable'
    | 'sierra'
    | 'floyd-steinberg'
    | 'atkinson'
    | 'atkinson-stable'
    | 'blue-noise'
    | 'ordered'
    | 'none'
    | undefined;
  /** Bits a channel; undefined: the colours of the terminal. */
  readonly bits: number | undefined;
  /** Pixels of a cell, where the terminal has stated them. */
  readonly cell: { readonly width: number; readonly height: number } | undefined;
  /** Whether pictures that have several frames move. */
  readonly animate: boolean;
}

/** Files that the user is to choose. */
export interface FileChoice {
  readonly multiple: boolean;
  /** Entries of `accept`, in lower case; empty: all files. */
  readonly accept: readonly string[];
  /** What the app calls the field. */
  readonly label: string;
  readonly signal: AbortSignal;
}

/** Has the user choose files; undefined where they have cancelled. */
export type ChooseFiles = (choice: FileChoice) => Promise<readonly File[] | undefined>;

/** What has the user choose files, or why no user can. */
export type FileChooser = ChooseFiles | { readonly unavailable: string };

/** Files that elements show, and how they are shown. */
export interface ResourceHost {
  /** Undefined where nothing chooses files for the app. */
  readonly chooser: FileChooser | undefined;
  /** The bytes of a file that the app may read; rejects with a reason in words. */
  read(path: string): Promise<Uint8Array>;
  /**
   * The bytes of a file that the app may read, and what is added to it; an empty piece once all that was in it has come.
   * Throws with a reason in words.
   */
  follow(path: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * The bytes at an address of http or https that the app may reach, as `fetch` of its scripts gets them; rejects with a
   * reason in words.
   */
  download(url: string): Promise<Uint8Array>;
  /** Whether the app has a permission that elements need. */
  permits(kind: 'shader'): Promise<boolean>;
  /** A picture of the screen waits for this work, and a frame follows it. */
  waitFor(work: Promise<unknown>): void;
  readonly pictures: PictureSettings;
  /**
   * The thresholds that the settings name, once they are read; undefined: the embedded ones.
   *
   * @param decode what becomes of the file's bytes; rejects with a reason in words
   */
  thresholds(decode: (bytes: Uint8Array) => Promise<Thresholds>): Thresholds | undefined;
  /** Texts in Markdown show the source line and the kind of each block. */
  readonly markdownDebug: boolean;
  /** Undefined where the terminal shows no images. */
  readonly images: CellImages | undefined;
  /**
   * Calls back where the settings change, and where a file has changed that was read, with the name that it was read
   * by; returns what takes it back.
   */
  onChange(listener: (file?: string) => void): () => void;
}

/** What the parts of an app answer for elements; elements are passed as objects, and an app knows its own. */
export interface HostParts extends Partial<ListenerHost> {
  /** Instead of keeping what is reported. */
  report?(diagnostic: Diagnostic): void;
  /** After each report. */
  reported?(diagnostic: Diagnostic): void;
  /** What was reported does not hold any more. */
  withdrawn?(diagnostic: Diagnostic): void;
  /** Border box, in cells of the screen. */
  bounds?(element: object): Rect | undefined;
  /** Content box, in cells of the screen. */
  contentBox?(element: object): Rect | undefined;
  /** The innermost element at a cell of the screen. */
  elementAt?(x: number, y: number): object | null;
  readonly viewport?: Viewport;
  /** Brings styles and layout up to date. */
  flush?(): void;
  /** Focuses an element, if it is focusable; null removes the focus. */
  focus?(element: object | null): void;
  /** Moves the focus to where it belongs in an element that has opened. */
  enterFocus?(element: object): void;
  /** The element that has the pointer while a button is down. */
  readonly pointer?: { element: object | null };
  /** True if `element.style` accepts a declaration; reports one that it does not. */
  acceptsStyle?(element: object, property: string, value: string): boolean;
  /** `element.setAttribute()` is called: reports what the element cannot use. */
  checkAttribute?(element: object, name: string, value: string): void;
  /** The position of the current call in the script's source. */
  callerPlace?(): CallerPlace | undefined;
  readonly timing?: MovingTime;
  readonly resources?: ResourceHost;
  /** Calls back once, at the beginning of the next frame, and requests that. */
  beforeFrame?(callback: () => void): void;
  /**
   * Copies text that the user has selected in an element: fires `copy` at it and, unless prevented, writes the text to
   * the clipboard. Returns false if it was prevented.
   */
  copy?(element: object, text: string): boolean;
  /** What the app has of the terminal; undefined while it is not shown. */
  readonly fullscreen?: FullscreenHost;
  /** A form was submitted, and no listener has prevented it. */
  submitted?(form: object, submitter: object | null): void;
  /** Size of the screen, in cells. */
  readonly screen?: () => { readonly width: number; readonly height: number };
  /** Whether a media query holds now; what cannot be read does not. */
  mediaHolds?(query: string): boolean;
  /** The text of a property as an element has it, every name and custom property; undefined for what there is not. */
  computedText?(element: object, property: string): string | undefined;
  /** The style of an element that has none so far because it is not near the view; undefined for what has none at all. */
  lateStyle?(element: object): object | undefined;
  /** The names of all properties, in small letters with hyphens. */
  readonly properties?: () => readonly string[];
  /** The default action of `element.click()`, unless it was prevented. */
  activate?(element: object): void;
  readonly commands?: CommandsHost;
}

/** What an app has of the terminal. */
export interface FullscreenHost {
  /** The whole screen; else rows below the shell's prompt. */
  readonly isFull: boolean;
  setFull(isFull: boolean): void;
}

/** The keys of an app, for the elements that show and invoke commands. */
export interface CommandsHost {
  /** The elements of the commands that keys reach now, innermost scope first. */
  inForce(): Iterable<object>;
  /** The same, each with those of its keys that reach it: not what a command further in has. */
  withKeys(): Iterable<{ readonly element: object; readonly keys: readonly Chord[] }>;
  /** What was pressed of a chord, as it is shown; empty for none. */
  readonly pending: string;
  /** Glyphs that keys are shown with. */
  readonly glyphs: 'unicode' | 'linux' | 'ascii';
  /** Runs a command as its key does: not while it is disabled or busy. */
  run(element: object): void;
  /** Shows all commands and their keys. */
  showHelp(): void;
}

export interface CallerPlace {
  readonly source: Source;
  readonly span: Span;
}

/** What answers a document; see `document-host.ts`. */
export interface DocumentHost
  extends
    ListenerHost,
    Required<
      Pick<
        HostParts,
        | 'focus'
        | 'enterFocus'
        | 'acceptsStyle'
        | 'checkAttribute'
        | 'callerPlace'
        | 'copy'
        | 'activate'
        | 'submitted'
        | 'beforeFrame'
      >
    > {
  /** A part of the app has been made. */
  provide(parts: HostParts): void;
  /** Reports an error of the running app. */
  report(diagnostic: Diagnostic): void;
  /** What was reported does not hold any more; it is still one of `diagnostics`. */
  withdraw(diagnostic: Diagnostic): void;
  /** What was reported; the last of it. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined without a layout, as the next two without their parts. */
  bounds(element: object): Rect | undefined;
  contentBox(element: object): Rect | undefined;
  /** Null without a layout. */
  elementAt(x: number, y: number): object | null;
  readonly fullscreen: FullscreenHost | undefined;
  readonly viewport: Viewport | undefined;
  flush(): void;
  readonly timing: MovingTime | undefined;
  readonly resources: ResourceHost | undefined;
  readonly commands: CommandsHost | undefined;
  pointerCapture: object | null;
  readonly screen: { readonly width: number; readonly height: number } | undefined;
  mediaHolds(query: string): boolean;
  /** The size or the theme has changed. */
  notifyMediaChange(): void;
  onMediaChange(listener: () => void): void;
  computedText(element: object, property: string): string | undefined;
  lateStyle(element: object): object | undefined;
  readonly properties: readonly string[];
}
