/**
 * Bytes from a terminal to input events, wherever the bytes are split.
 *
 * A state machine over single bytes. Sequences it does not know are dropped whole, and nothing in it
 * grows without bound. Only a lone Escape, Alt+[ and the like, and what never ends need the timer.
 */
import type { TerminalInput } from '../../base/input-events.js';
import { characterKey, csiKey, linuxKey, ss3Key } from './keys.js';
import { PasteBuffer } from './paste.js';
import { csiInput, mouseInput, stringInput } from './sequences.js';

/** Calls back once after some milliseconds; returns what cancels it. */
export type SetTimer = (callback: () => void, ms: number) => () => void;

export interface InputDecoderOptions {
  /** Milliseconds after which an escape byte was the Escape key; default 50. */
  readonly escapeDelay?: number;
  /** Milliseconds without a byte after which an unfinished sequence is dropped; default 1000. */
  readonly sequenceTimeout?: number;
  /** Milliseconds without a byte after which a paste whose end has not come is over; default a minute. */
  readonly pasteTimeout?: number;
  /** Bytes of a paste that are emitted as one; a longer one comes in several. Default 8 MiB. */
  readonly pasteSize?: number;
  /** Default: the system's timer. */
  readonly setTimer?: SetTimer;
}

const ESC = 0x1b;
const BEL = 0x07;
/** Bytes of a control sequence and of a string that are kept; longer ones are dropped whole. */
const MAX_SEQUENCE_LENGTH = 256;
const MAX_STRING_LENGTH = 4096;

/**
 * A report of the mouse, or the mark before a paste, whose ESC came so early that it counted as the Escape key; or the
 * beginning of one.
 */
const LATE = /^\[(?:<(?:\d{1,5}(?:;(?:\d{1,6}(?:;(?:\d{1,6}[Mm]?)?)?)?)?)?|2(?:0(?:0~?)?)?)?$/;

/** Milliseconds without a byte after which Ctrl+C is not part of a paste, but a key that ends it. */
const PASTE_SILENCE = 200;
/** Ctrl+C as terminals send it: plain, in the kitty protocol, with modifyOtherKeys. */
const INTERRUPT = /^(?:\x03|\x1b\[99;5(?::1)?u|\x1b\[27;5;99~)$/;
const MAX_INTERRUPT = 10;

/** How many times longer than usual a reply may take. */
const REPLY_PATIENCE = 8;

type State = 'ground' | 'escape' | 'csi' | 'ss3' | 'linux' | 'x10' | 'string' | 'paste' | 'late';

/**
 * A timer that calls back only once the bytes that came before its end have been read: after a pause of the process, Node
 * runs timers that are due before it reads, and the rest of a sequence would count as keys.
 */
export function afterReading(setTimer: SetTimer): SetTimer {
  return (callback, ms) => {
    let next: NodeJS.Immediate | undefined;
    const cancel = setTimer(() => (next = setImmediate(callback)), ms);
    return () => {
      cancel();
      clearImmediate(next);
    };
  };
}

const systemTimer = afterReading((callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
});

function isInterrupt(bytes: Uint8Array): boolean {
  return bytes.length <= MAX_INTERRUPT && INTERRUPT.test(String.fromCharCode(...bytes));
}

export class InputDecoder {
  #state: State = 'ground';
  /** A second escape came first: what follows is with Alt (rxvt, iTerm2). */
  #alt = false;
  /** Parameters of the sequence, or content of the string, so far. */
  #text = '';
  /** The string's introducer, and whether an escape, perhaps of its ST, was seen. */
  #introducer = '';
  #ending = false;
  /** Bytes of the old mouse report still to skip. */
  #skip = 0;
  /** A code point's bits so far, how many bytes are missing, and the least value its length allows. */
  #point = 0;
  #missing = 0;
  #least = 0;
  #pointAlt = false;
  readonly #paste = new PasteBuffer();
  /** In a paste: no byte has come for some time. */
  #isSilent = false;
  #cancelTimer: (() => void) | undefined;
  readonly #escapeDelay: number;
  readonly #sequenceTimeout: number;
  readonly #pasteTimeout: number;
  readonly #pasteSize: number;
  readonly #setTimer: SetTimer;
  /**
   * Until then (of `performance.now`) the terminal owes an answer: unfinished sequences get far longer
   * to come whole, so that no half of an answer over a slow line is taken for keys.
   */
  #patientUntil = -Infinity;
  /** Until then the rest of a sequence may come whose ESC has counted as the Escape key, or ESC [ as Alt+[. */
  #lateUntil = -Infinity;
  /** What of that sequence has counted as keys, without the ESC. */
  #typed: '' | '[' = '';

  readonly #emit: (input: TerminalInput) => void;

  constructor(emit: (input: TerminalInput) => void, options: InputDecoderOptions = {}) {
    this.#emit = emit;

    this.#escapeDelay = options.escapeDelay ?? 50;
    this.#sequenceTimeout = options.sequenceTimeout ?? 1000;
    this.#setTimer = options.setTimer ?? systemTimer;
    this.#pasteTimeout = options.pasteTimeout ?? 60_000;
    this.#pasteSize = options.pasteSize ?? 8 * 1024 * 1024;
  }

  /** The terminal was asked something: for this many milliseconds its answer may come in pieces; 0 ends that. */
  expectReply(ms: number): void {
    this.#patientUntil = performance.now() + ms;
  }

  /** Takes the next bytes and emits what they complete. */
  feed(bytes: Uint8Array): void {
    this.#stopTimer();
    if (this.#isSilent && isInterrupt(bytes)) this.#endPaste(true);
    this.#isSilent = false;
    for (let i = 0; i < bytes.length; i++) {
      if (this.#state === 'paste') {
        const piece = bytes.subarray(0, i + this.#pasteSize - this.#paste.length);
        const end = this.#paste.take(piece, i);
        if (end < 0) {
          i = piece.length - 1;
          if (this.#paste.length >= this.#pasteSize) this.#emitPaste(false, false);
        } else {
          this.#endPaste(false);
          i = end - 1;
        }
      } else {
        this.#byte(bytes[i] ?? 0);
      }
    }
    this.#startTimer();
  }

  /** Emits what is pending as if nothing more came: at the end of the input, and when the timer runs out. */
  flush(): void {
    this.#stopTimer();
    const state = this.#state;
    const alt = this.#alt;
    const ending = this.#ending;
    const text = this.#text;
    const unfinished = text !== '';
    this.#missing = 0;
    this.#reset();
    if (state === 'paste') this.#endPaste(true);
    else if (state === 'late') {
      if (this.#isPerhapsTyped(text)) this.#type(text);
      if (text === '[') this.#expectRest(text);
    } else if (state === 'escape') {
      this.#expectRest('');
      this.#key(ESC, false);
      if (alt) this.#key(ESC, false);
    } else if (!unfinished && (state === 'csi' || state === 'ss3' || state === 'string')) {
      // ESC [ and nothing more was Alt+[.
      const introducer = state === 'csi' ? '[' : state === 'ss3' ? 'O' : this.#introducer;
      if (state === 'csi') this.#expectRest('[');
      if (alt) this.#key(ESC, false);
      this.#key(introducer.charCodeAt(0), true);
      if (ending) this.#key(ESC, false);
    }
  }

  #startTimer(): void {
    if (this.#state === 'ground') return;
    if (this.#state === 'paste') {
      this.#cancelTimer = this.#setTimer(() => {
        this.#isSilent = true;
        this.#cancelTimer = this.#setTimer(() => this.flush(), this.#pasteTimeout - PASTE_SILENCE);
      }, PASTE_SILENCE);
      return;
    }
    const waiting =
      this.#state === 'escape' ||
      (this.#state === 'late' && this.#isPerhapsTyped(this.#text)) ||
      (this.#text === '' && !this.#ending && this.#state !== 'x10');
    this.#cancelTimer = this.#setTimer(
      () => this.flush(),
      (waiting ? this.#escapeDelay : this.#sequenceTimeout) *
        (performance.now() < this.#patientUntil ? REPLY_PATIENCE : 1),
    );
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #reset(): void {
    this.#state = 'ground';
    this.#alt = false;
    this.#text = '';
    this.#ending = false;
  }

  #byte(byte: number): void {
    switch (this.#state) {
      case 'ground':
        if (byte === ESC && this.#missing === 0) {
          this.#state = 'escape';
          this.#lateUntil = -Infinity;
        } else if (performance.now() < this.#lateUntil) {
          this.#text = this.#typed;
          this.#lateByte(byte);
        } else this.#character(byte, false);
        return;
      case 'late':
        this.#lateByte(byte);
        return;
      case 'escape':
        this.#afterEscape(byte);
        return;
      case 'csi':
        this.#inSequence(byte, true);
        return;
      case 'ss3':
        this.#inSequence(byte, false);
        return;
      case 'linux': {
        const alt = this.#alt;
        this.#reset();
        const key = linuxKey(String.fromCharCode(byte), alt);
        if (key !== undefined) this.#emit(key);
        return;
      }
      case 'x10':
        if (--this.#skip === 0) this.#reset();
        return;
      case 'string':
        this.#inString(byte);
        return;
      case 'paste':
    }
  }

  #expectRest(typed: '' | '['): void {
    this.#typed = typed;
    this.#lateUntil = performance.now() + this.#sequenceTimeout;
  }

  /** Reports come at once: a single letter may be a key, and so may digits that no `<` precedes. */
  #isPerhapsTyped(text: string): boolean {
    return text.length === this.#typed.length + 1 || text[1] !== '<';
  }

  #type(text: string): void {
    for (const char of text.slice(this.#typed.length)) this.#key(char.charCodeAt(0), false);
  }

  /** The Escape key cannot be taken back; a report of the mouse is never typed, and a paste presses no Enter. */
  #lateByte(byte: number): void {
    const before = this.#text;
    const text = before + String.fromCharCode(byte);
    this.#state = 'late';
    this.#text = text;
    this.#lateUntil = -Infinity;
    if (!LATE.test(text)) {
      this.#reset();
      this.#type(before);
      this.#byte(byte);
    } else if (byte > 0x40 && byte !== 0x5b) {
      this.#reset();
      this.#sequence(text.slice(1, -1), text.slice(-1), false, true);
    }
  }

  #afterEscape(byte: number): void {
    const introducer = String.fromCharCode(byte);
    if (byte === ESC) {
      if (this.#alt) this.#key(ESC, false);
      this.#alt = true;
    } else if (introducer === '[') {
      this.#state = 'csi';
    } else if (introducer === 'O') {
      this.#state = 'ss3';
    } else {
      // Two escapes and then no sequence: the first was the key.
      if (this.#alt) this.#key(ESC, false);
      this.#reset();
      if (']P_^X'.includes(introducer)) {
        this.#state = 'string';
        this.#introducer = introducer;
      } else {
        this.#character(byte, true);
      }
    }
  }

  /** Parameters and intermediates up to the final byte of a CSI or SS3 sequence. */
  #inSequence(byte: number, csi: boolean): void {
    if (byte < 0x20 || byte >= 0x7f) {
      // A control breaks the sequence off and counts itself; so does anything beyond ASCII.
      this.#reset();
      this.#byte(byte);
      return;
    }
    const char = String.fromCharCode(byte);
    // rxvt's shifted keys end in what is an intermediate to everybody else.
    const rxvt = csi && char === '$' && /^\d+$/.test(this.#text);
    if (byte < 0x40 && !rxvt && (csi || (byte >= 0x30 && byte <= 0x3b))) {
      if (this.#text.length <= MAX_SEQUENCE_LENGTH) this.#text += char;
      return;
    }
    const text = this.#text;
    const alt = this.#alt;
    this.#reset();
    if (text.length <= MAX_SEQUENCE_LENGTH) this.#sequence(text, char, alt, csi);
  }

  /** A whole CSI or SS3 sequence. */
  #sequence(text: string, char: string, alt: boolean, csi: boolean): void {
    if (!csi) {
      const key = ss3Key(text, char, alt);
      if (key !== undefined) this.#emit(key);
    } else if (char === '[' && text === '') {
      this.#state = 'linux';
      this.#alt = alt;
    } else if (char === 'M' && text === '') {
      this.#state = 'x10';
      this.#skip = 3;
    } else if (char === '~' && text === '200') {
      this.#state = 'paste';
      this.#paste.clear();
    } else {
      const input = mouseInput(text, char) ?? csiInput(text, char) ?? csiKey(text, char, alt);
      if (input !== undefined) this.#emit(input);
    }
  }

  #inString(byte: number): void {
    if (this.#ending) {
      this.#ending = false;
      if (byte === 0x5c) {
        this.#endString();
        return;
      }
      // An escape that ends no string begins something new.
      this.#reset();
      this.#state = 'escape';
      this.#byte(byte);
    } else if (byte === ESC) {
      this.#ending = true;
    } else if (byte === BEL && this.#introducer === ']') {
      this.#endString();
    } else if (byte < 0x20) {
      // No string has controls: a key was pressed while an answer was left unfinished.
      this.#reset();
      this.#byte(byte);
    } else if (this.#text.length <= MAX_STRING_LENGTH) {
      this.#text += String.fromCharCode(byte);
    }
  }

  #endString(): void {
    const text = this.#text;
    const introducer = this.#introducer;
    this.#reset();
    if (text.length > MAX_STRING_LENGTH) return;
    if (text === '' && introducer !== ']') return;
    const input = stringInput(introducer, text);
    if (input !== undefined) this.#emit(input);
  }

  #endPaste(isCut: boolean): void {
    this.#reset();
    this.#isSilent = false;
    if (isCut) this.#paste.end();
    this.#emitPaste(isCut, true);
    this.#paste.clear();
  }

  #emitPaste(isCut: boolean, isLast: boolean): void {
    this.#emit({ type: 'paste', text: this.#paste.read(isLast), truncated: isCut });
  }

  /** Decodes one byte of UTF-8. A malformed sequence is dropped; the byte that ended it starts a new one. */
  #character(byte: number, alt: boolean): void {
    if (this.#missing > 0) {
      if ((byte & 0xc0) === 0x80) {
        this.#point = (this.#point << 6) | (byte & 0x3f);
        if (--this.#missing === 0) this.#codePoint();
        return;
      }
      this.#missing = 0;
      this.#byte(byte);
      return;
    }
    if (byte < 0x80) {
      this.#key(byte, alt);
      return;
    }
    this.#pointAlt = alt;
    if (byte >= 0xc2 && byte < 0xe0) this.#expect(byte & 0x1f, 1, 0x80);
    else if (byte >= 0xe0 && byte < 0xf0) this.#expect(byte & 0x0f, 2, 0x800);
    else if (byte >= 0xf0 && byte < 0xf5) this.#expect(byte & 0x07, 3, 0x10000);
  }

  #expect(bits: number, missing: number, least: number): void {
    this.#point = bits;
    this.#missing = missing;
    this.#least = least;
  }

  #codePoint(): void {
    const point = this.#point;
    const surrogate = point >= 0xd800 && point <= 0xdfff;
    if (point >= this.#least && point <= 0x10ffff && !surrogate) this.#key(point, this.#pointAlt);
  }

  #key(code: number, alt: boolean): void {
    const key = characterKey(code, alt);
    if (key !== undefined) this.#emit(key);
  }
}
