/** The bar below the screen: the state of the connection, and keys that a phone lacks. */
import type { State } from './connection.js';

export interface BarPorts {
  press(key: string): void;
  /** The keyboard is to go to the app. */
  type(): void;
  retry(): void;
  connect(token: string): void;
}

const WORDS: Readonly<Record<State, string>> = {
  connecting: 'Connecting…',
  driving: 'Connected',
  watching: 'Watching only',
  reconnecting: 'The connection is lost. Connecting again…',
  ended: 'The app has ended',
  wrong: 'The token is wrong, or of an earlier run',
  missing: 'A token is needed',
  locked: 'Too many wrong tokens. Next try in a minute.',
  full: 'Too many clients. Trying again…',
  foreign: 'Another program answers at this address. Trying again…',
};

const KEYS: readonly (readonly [label: string, key: string])[] = [
  ['Esc', 'Escape'],
  ['Tab', 'Tab'],
  ['←', 'ArrowLeft'],
  ['↑', 'ArrowUp'],
  ['↓', 'ArrowDown'],
  ['→', 'ArrowRight'],
];
const NAMES: Readonly<Record<string, string>> = {
  '←': 'Left',
  '↑': 'Up',
  '↓': 'Down',
  '→': 'Right',
};

export class Bar {
  readonly #state = byId('state');
  readonly #hint = byId('hint');
  readonly #keys = byId('keys');
  readonly #copy = byId('copy');
  readonly #type = byId('type');
  readonly #more = byId('more');
  readonly #again = byId('again');
  readonly #login = byId<HTMLFormElement>('login');
  readonly #token = byId<HTMLInputElement>('token');
  readonly #modifiers = new Map<'ctrl' | 'alt', HTMLElement>();
  #unsaved = '';

  constructor(ports: BarPorts) {
    for (const [label, key] of KEYS) this.#addKey(label, () => ports.press(key));
    for (const name of ['ctrl', 'alt'] as const) {
      const label = name === 'ctrl' ? 'Ctrl' : 'Alt';
      const button = this.#addKey(label, () => toggle(button, 'aria-pressed'));
      button.setAttribute('aria-pressed', 'false');
      this.#modifiers.set(name, button);
    }
    // The keyboard of a phone stays where it is.
    this.#keys.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#more.addEventListener('click', () => {
      this.#keys.hidden = !toggle(this.#more, 'aria-expanded');
    });
    this.#type.addEventListener('click', () => ports.type());
    this.#again.addEventListener('click', () => ports.retry());
    this.#copy.addEventListener('click', () => void this.copy(this.#unsaved));
    this.#login.addEventListener('submit', (event) => {
      event.preventDefault();
      ports.connect(this.#token.value);
      this.#token.value = '';
    });
    if (matchMedia('(pointer: coarse)').matches) this.#more.click();
  }

  show(state: State, exitCode?: number): void {
    const words = WORDS[state] + (exitCode === undefined ? '' : ` with code ${exitCode}`);
    if (this.#state.textContent !== words) this.#state.textContent = words;
    const isDriving = state === 'driving';
    this.#type.hidden = this.#more.hidden = !isDriving;
    this.#keys.hidden = !isDriving || this.#more.getAttribute('aria-expanded') !== 'true';
    this.#again.hidden = state !== 'ended';
    this.#login.hidden = state !== 'wrong' && state !== 'missing';
    if (!this.#login.hidden) this.#token.focus();
  }

  /** Something that is not read aloud. */
  hint(text: string): void {
    this.#hint.textContent = text;
  }

  /** The way out of the screen. */
  focus(): void {
    this.#type.focus();
  }

  /** Modifiers that were pressed here, for one key. */
  takeModifiers(): { readonly ctrl?: boolean; readonly alt?: boolean } {
    const taken: { ctrl?: boolean; alt?: boolean } = {};
    for (const [name, button] of this.#modifiers) {
      if (button.getAttribute('aria-pressed') === 'true') {
        taken[name] = true;
        toggle(button, 'aria-pressed');
      }
    }
    return taken;
  }

  /** Copies to the clipboard. If the browser requires a click for that, shows a button. */
  async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#unsaved = '';
    } catch {
      this.#unsaved = text;
    }
    this.#copy.hidden = this.#unsaved === '';
  }

  #addKey(label: string, act: () => void): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    const name = NAMES[label];
    if (name !== undefined) button.setAttribute('aria-label', name);
    button.addEventListener('click', act);
    this.#keys.append(button);
    return button;
  }
}

export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}

/** @returns what it is now */
function toggle(element: HTMLElement, name: string): boolean {
  const isOn = element.getAttribute(name) !== 'true';
  element.setAttribute(name, String(isOn));
  return isOn;
}
