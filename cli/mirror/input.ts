/** Converts messages of a client to terminal input. */
import type { KeyInput, Modifiers, UserInput } from '../../runtime/base/input-events.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { graphemes } from '../../runtime/base/text/graphemes.js';
import type { ClientMessage, MessageOf } from './messages.js';
import { MAX_PASTE } from './protocol.js';

/** What `KeyboardEvent.key` may be beside a character: `Enter`, `ArrowUp`, `F12`. */
const NAMED = /^[A-Z][A-Za-z]*\d{0,2}$/;
const CODE = /^[A-Za-z]\w*$/;

/** Nothing where the key is none that a terminal knows. */
export function keyInput(message: MessageOf<'key'>): KeyInput | undefined {
  const { key, code, repeat = false } = message;
  const modifiers = modifiersOf(message);
  const isCharacter = isOneCharacter(key);
  if (!isCharacter && !NAMED.test(key)) return undefined;
  const types = isCharacter && !modifiers.ctrlKey && !modifiers.altKey && !modifiers.metaKey;
  return {
    type: 'key',
    key,
    ...modifiers,
    kind: repeat ? 'repeat' : 'press',
    ...(code !== undefined && CODE.test(code) ? { code } : {}),
    ...(types ? { text: key } : {}),
  };
}

export function textInput({ text }: MessageOf<'text'>): UserInput | undefined {
  const keys = graphemes(sanitize(text)).map(({ text: key }): KeyInput => ({
    type: 'key',
    key,
    text: key,
    kind: 'press',
    ...NO_MODIFIERS,
  }));
  const [only] = keys;
  if (only === undefined) return undefined;
  return keys.length === 1 ? only : { type: 'typed', keys };
}

/** @param width, height of the screen, in cells */
export function mouseInput(
  message: MessageOf<'mouse'>,
  { width, height }: { readonly width: number; readonly height: number },
): UserInput {
  const { action, x, y, deltaX = 0, deltaY = 0 } = message;
  const isButtonless = action === 'move' || action === 'wheel';
  return {
    type: 'mouse',
    action,
    ...modifiersOf(message),
    button: isButtonless ? -1 : Math.max(0, message.button ?? 0),
    x: Math.min(x, width - 1),
    y: Math.min(y, height - 1),
    deltaX: action === 'wheel' ? deltaX : 0,
    deltaY: action === 'wheel' ? deltaY : 0,
  };
}

/** Puts the parts of a paste together. */
export class PasteParts {
  #text = '';
  #isTruncated = false;

  /** Adds a part. Returns the whole paste after its last part. */
  add({ text, more = false }: MessageOf<'paste'>): UserInput | undefined {
    const room = MAX_PASTE - this.#text.length;
    this.#isTruncated ||= text.length > room;
    this.#text += text.slice(0, room);
    if (more) return undefined;
    const input: UserInput = {
      type: 'paste',
      // As a terminal's paste is read: see terminal/input/paste.ts.
      text: this.#text
        .replace(/\r\n?/g, '\n')
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ''),
      truncated: this.#isTruncated,
    };
    this.#text = '';
    this.#isTruncated = false;
    return input;
  }
}

const NO_MODIFIERS: Modifiers = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

function modifiersOf({
  ctrl = false,
  alt = false,
  shift = false,
  meta = false,
}: Pick<
  Extract<ClientMessage, { readonly type: 'key' }>,
  'ctrl' | 'alt' | 'shift' | 'meta'
>): Modifiers {
  return { ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey: meta };
}

function isOneCharacter(key: string): boolean {
  return sanitize(key) === key && graphemes(key).length === 1;
}
