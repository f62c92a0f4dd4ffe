/**
 * Keys, input methods, on-screen keyboards and pastes. All of them go to a field that shows nothing, at the place
 * of the cursor, where an input method puts its own window.
 */
import type { ClientMessage } from '../messages.js';
import { MAX_TEXT, pasteMessages } from '../protocol.js';
import { keyMessage } from './keys.js';

/** Milliseconds between two presses of Escape that leave the screen. */
const TWICE = 800;
/** Edits that on-screen keyboards make, and the keys they correspond to. */
const KEYS_OF_INPUT: Readonly<Record<string, string>> = {
  deleteContentBackward: 'Backspace',
  deleteWordBackward: 'Backspace',
  deleteContentForward: 'Delete',
  insertLineBreak: 'Enter',
  insertParagraph: 'Enter',
};

export interface KeyboardPorts {
  send(message: ClientMessage): void;
  /** The user leaves the screen for the rest of the page. */
  leave(): void;
  /** What is selected on the screen. */
  selectedText(): string;
  /** Modifiers that were pressed on the bar, for the next key. */
  takeModifiers(): { readonly ctrl?: boolean; readonly alt?: boolean };
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

export class Keyboard {
  #escapedAt = -Infinity;

  readonly #sink: HTMLTextAreaElement;
  readonly #ports: KeyboardPorts;

  constructor(sink: HTMLTextAreaElement, ports: KeyboardPorts) {
    this.#sink = sink;
    this.#ports = ports;

    sink.addEventListener('keydown', (event) => this.#press(event));
    sink.addEventListener('beforeinput', (event) => this.#before(event));
    sink.addEventListener('input', (event) => {
      if (!(event as InputEvent).isComposing) this.#flush();
    });
    sink.addEventListener('compositionstart', () => this.#compose(true));
    sink.addEventListener('compositionupdate', ({ data }) => this.#grow(data));
    sink.addEventListener('compositionend', ({ data }) => {
      this.#compose(false);
      sink.value = data;
      this.#flush();
    });
    for (const type of ['paste', 'dragover', 'drop'] as const) {
      document.addEventListener(type, (event) => this.#take(event));
    }
    for (const focused of [true, false]) {
      sink.addEventListener(focused ? 'focus' : 'blur', () => {
        this.#escapedAt = -Infinity;
        ports.send({ type: 'focus', focused });
      });
    }
  }

  /** A key that is none of the keyboard's. */
  press(key: string): void {
    this.#ports.send({ type: 'key', key, ...this.#ports.takeModifiers() });
  }

  /** A key that was pressed while nothing had the focus. */
  redirect(event: KeyboardEvent): void {
    if (!this.#press(event)) return;
    this.#sink.focus({ preventScroll: true });
  }

  /** A paste, or what is dropped: browsers would leave the page for a file. Fields of the page have their own. */
  #take(event: ClipboardEvent | DragEvent): void {
    const { target } = event;
    if (target !== this.#sink && (target as Element).matches('input,textarea')) return;
    event.preventDefault();
    const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
    // Empty for a file, and while something is dragged.
    this.#paste(data?.getData('text/plain') ?? '');
  }

  #paste(text: string): void {
    if (text === '') return;
    for (const message of pasteMessages(text)) this.#ports.send(message);
  }

  /** @returns whether the app has it */
  #press(event: KeyboardEvent): boolean {
    const hasSelection = this.#ports.selectedText() !== '';
    const message = keyMessage(event, { isMac, hasSelection });
    if (message === undefined) return false;
    event.preventDefault();
    this.#ports.send({ ...message, ...this.#ports.takeModifiers() });
    const isEscape = event.key === 'Escape' && !event.repeat;
    if (isEscape && event.timeStamp - this.#escapedAt < TWICE) this.#ports.leave();
    this.#escapedAt = isEscape ? event.timeStamp : -Infinity;
    return true;
  }

  #before(event: InputEvent): void {
    const key = KEYS_OF_INPUT[event.inputType];
    if (key === undefined || event.isComposing) return;
    event.preventDefault();
    this.press(key);
  }

  /** Sends what was typed into the field. */
  #flush(): void {
    const text = this.#sink.value;
    this.#sink.value = '';
    if (text === '') return;
    const { ctrl, alt } = this.#ports.takeModifiers();
    if ((ctrl || alt) && [...text].length === 1) {
      this.#ports.send({ type: 'key', key: text, ctrl: ctrl === true, alt: alt === true });
    } else if (text.length > MAX_TEXT || /[\n\r]/.test(text)) this.#paste(text);
    else this.#ports.send({ type: 'text', text });
  }

  #compose(isComposing: boolean): void {
    this.#sink.classList.toggle('composing', isComposing);
    this.#grow('');
  }

  #grow(text: string): void {
    // Letters of most input methods are two cells wide.
    this.#sink.style.width = text === '' ? '' : `calc(var(--cell) * ${2 * text.length + 2})`;
  }
}
