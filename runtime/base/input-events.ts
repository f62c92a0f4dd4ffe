/** Decoded input of a terminal. Names and values follow the DOM where it has them. */

export interface Modifiers {
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** Super, Command or Meta. */
  readonly metaKey: boolean;
}

export interface KeyInput extends Modifiers {
  readonly type: 'key';
  /** `KeyboardEvent.key`: `a`, `A`, ` `, `Enter`, `ArrowUp`, `F1`. */
  readonly key: string;
  /** `KeyboardEvent.code`, where the terminal reports it: `KeyA`, `ShiftLeft`, `ArrowUp`. */
  readonly code?: string;
  /** What the key types; absent for keys that type nothing, and with Ctrl, Alt or Meta. */
  readonly text?: string;
  /** Terminals without the kitty protocol report presses only, repeats among them. */
  readonly kind: 'press' | 'repeat' | 'release';
}

/**
 * The key that a shortcut with Ctrl, Alt or Command goes by: the one that was typed or, where the layout has
 * letters of another script, the letter of a Latin keyboard in that place, in lower case.
 *
 * @param input its `code` is used where the terminal reports it
 */
export function shortcutKey({
  key,
  code = '',
}: {
  readonly key: string;
  readonly code?: string | undefined;
}): string {
  const isForeign = !/^[\x20-\x7e]+$/.test(key);
  const [, letter = ''] = /^Key([A-Z])$/.exec(code) ?? [];
  if (isForeign && letter !== '') return letter.toLowerCase();
  if (isForeign && code === 'Backslash') return '\\';
  return key;
}

/** Keys that type text, more of them at once than a person presses: a paste without brackets. */
interface TypedInput {
  readonly type: 'typed';
  readonly keys: readonly KeyInput[];
}

export interface MouseInput extends Modifiers {
  readonly type: 'mouse';
  /** `move` is without a button, `drag` with one. */
  readonly action: 'press' | 'release' | 'move' | 'drag' | 'wheel';
  /** As in the DOM: 0 left, 1 middle, 2 right, 3 back, 4 forward; -1 for `move` and `wheel`. */
  readonly button: number;
  /** The cell, counted from 0. */
  readonly x: number;
  readonly y: number;
  /** Steps of the wheel, right and down positive; 0 for other actions. */
  readonly deltaX: number;
  readonly deltaY: number;
}

interface PasteInput {
  readonly type: 'paste';
  /** Line breaks are LF; other controls than tab are left out. */
  readonly text: string;
  /** True where its end never came. */
  readonly truncated: boolean;
}

interface FocusInput {
  readonly type: 'focus';
  readonly focused: boolean;
}

/** Answers to queries; see `capabilities.ts` for what they mean. */
export type Reply =
  /** OSC 10 and 11: 0 to 255 each. */
  | {
      readonly name: 'foreground' | 'background';
      readonly red: number;
      readonly green: number;
      readonly blue: number;
    }
  /** DA1 (`CSI ? … c`): what kind of terminal it is; every terminal answers it. */
  | { readonly name: 'attributes'; readonly parameters: readonly number[] }
  /** DECRPM: 0 unknown, 1 set, 2 reset, 3 always set, 4 never set. */
  | { readonly name: 'mode'; readonly mode: number; readonly state: number }
  /** Flags of the kitty keyboard protocol. */
  | { readonly name: 'keyboard'; readonly flags: number }
  /** CPR: the cursor's cell, counted from 0. */
  | { readonly name: 'cursor'; readonly x: number; readonly y: number }
  /** `CSI 6 ; height ; width t`: one cell, in pixels. */
  | { readonly name: 'cellSize'; readonly width: number; readonly height: number }
  /** Whether the terminal knows kitty's graphics protocol. */
  | { readonly name: 'images'; readonly isKnown: boolean }
  /** XTVERSION: name and version, for example `kitty(0.35.1)`. */
  | { readonly name: 'version'; readonly text: string }
  /** `CSI ? 997 ; 1 or 2 n`: the desktop went dark or light. */
  | { readonly name: 'colorScheme'; readonly dark: boolean };

export type ReplyInput = { readonly type: 'reply'; readonly reply: Reply };

/** What a person does. */
export type UserInput = KeyInput | TypedInput | MouseInput | PasteInput | FocusInput;

export type TerminalInput = KeyInput | MouseInput | PasteInput | FocusInput | ReplyInput;
