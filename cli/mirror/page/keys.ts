/** Assigns keys to the app or the browser. */
import type { MessageOf } from '../messages.js';

/** What is read of a `KeyboardEvent`. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
  getModifierState(name: string): boolean;
}

export interface KeyPlace {
  /** Shortcuts have Command there, and Ctrl is the app's. */
  readonly isMac: boolean;
  /** Something is selected, which Ctrl+C copies. */
  readonly hasSelection: boolean;
}

type Modifiers = Pick<MessageOf<'key'>, 'ctrl' | 'alt' | 'shift' | 'meta'>;

const NAMED =
  /^(Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right)|F([1-9]|1[0-9]|2[0-4]))$/;
/** Without modifiers, or with any: reload, the next part of the window, full screen, developer tools. */
const BROWSER_KEYS = /^F(5|6|11|12)$/;
/** With Ctrl: a tab, a window, close, reload, the address; paste; zoom; tabs by number and place. */
const BROWSER_CTRL = /^([twnrlv0-9+=_-]|Tab|PageUp|PageDown|Insert|F\d+)$/i;

/** The message of a key; undefined where the browser or an input method is to have it. */
export function keyMessage(press: KeyPress, place: KeyPlace): MessageOf<'key'> | undefined {
  const { key, code, repeat } = press;
  const isCharacter = isOneCharacter(key);
  if (press.isComposing || (!isCharacter && !NAMED.test(key))) return undefined;
  const types = isCharacter && typesByModifiers(press, place);
  if (!types && isOfBrowser(press, place)) return undefined;
  return {
    type: 'key',
    key,
    ...(code !== '' && code.length <= 32 ? { code } : {}),
    ...(repeat ? { repeat } : {}),
    ...(types ? { ...(press.shiftKey ? { shift: true } : {}) } : modifiersOf(press)),
  };
}

function isOfBrowser(press: KeyPress, { isMac, hasSelection }: KeyPlace): boolean {
  const { key, ctrlKey, altKey, shiftKey, metaKey } = press;
  if (metaKey || BROWSER_KEYS.test(key)) return true;
  if (altKey && key === 'F4') return true;
  if (shiftKey && key === 'Insert') return true;
  if (!ctrlKey) return false;
  if (isMac) return key === 'Tab' || (hasSelection && key === 'c');
  // Terminals do not distinguish these from the key without Shift, and browsers use them.
  if (shiftKey && isOneCharacter(key)) return true;
  return BROWSER_CTRL.test(key) || (hasSelection && key.toLowerCase() === 'c');
}

/** AltGr, and Option of a Mac, type characters of their own. */
function typesByModifiers(press: KeyPress, { isMac }: KeyPlace): boolean {
  if (press.metaKey) return false;
  if (press.getModifierState('AltGraph')) return true;
  return isMac && press.altKey && !press.ctrlKey && !/^[\x20-\x7e]$/.test(press.key);
}

export function modifiersOf({
  ctrlKey,
  altKey,
  shiftKey,
  metaKey,
}: Pick<KeyPress, 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>): Modifiers {
  return {
    ...(ctrlKey ? { ctrl: true } : {}),
    ...(altKey ? { alt: true } : {}),
    ...(shiftKey ? { shift: true } : {}),
    ...(metaKey ? { meta: true } : {}),
  };
}

function isOneCharacter(key: string): boolean {
  return [...key].length === 1;
}
