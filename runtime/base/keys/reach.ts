/**
 * Strokes that do not reach an app, or not in every terminal: what the launcher keeps, and what terminals send as
 * another key unless they have the kitty keyboard protocol.
 */
import { formatChord, type Chord, type Stroke } from './strokes.js';

export interface KeyWarning {
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** What the launcher does with a key before the app gets it. */
const KEPT: ReadonlyMap<string, string> = new Map([
  ['ctrl+c', 'ends the app when it is pressed twice'],
  ['ctrl+\\', 'always ends the app'],
  ['F8', 'opens the assistant, where the user has enabled it'],
  ['F12', 'opens the developer tools'],
]);

/** Keys that have the code of another one. */
const SAME_CODE: ReadonlyMap<string, string> = new Map([
  ['ctrl+i', 'tab'],
  ['ctrl+m', 'enter'],
  ['ctrl+j', 'enter'],
  ['ctrl+h', 'backspace'],
  ['ctrl+[', 'escape'],
]);

/** Signs that have a control code, beside letters. */
const CONTROL_SIGNS = new Set(['/', ' ', ']', '^', '@', '\\', '[']);
/** Keys whose modifiers most terminals do not report. */
const PLAIN_ONLY = new Set(['Enter', 'Tab', 'Backspace', 'Escape', ' ']);

/** Those of them that reach no app whatever the user's settings are. */
const ALWAYS_KEPT = new Set(['ctrl+c', 'ctrl+\\']);

/** Why a chord cannot be the key of a command; undefined where it can. */
export function findKept(chord: Chord): string | undefined {
  const kept = chord.find(({ id }) => ALWAYS_KEPT.has(id));
  return kept && `${formatChord([kept], 'ascii')} ${KEPT.get(kept.id) ?? ''}`;
}

/** What is to be known of a chord; undefined where it arrives everywhere. */
export function findKeyWarning(chord: Chord): KeyWarning | undefined {
  for (const stroke of chord) {
    const warning = warningOf(stroke);
    if (warning !== undefined) return warning;
  }
  return undefined;
}

function warningOf(stroke: Stroke): KeyWarning | undefined {
  const { id, key, ctrlKey, altKey, shiftKey, metaKey } = stroke;
  const name = formatChord([stroke], 'ascii');
  const kept = KEPT.get(id);
  if (kept !== undefined) return { message: `${name} ${kept}`, suggestion: 'use another key' };
  const same = SAME_CODE.get(id);
  if (same !== undefined) {
    const message = `most terminals send ${name} as "${same}"`;
    return { message, suggestion: `write "${same}", or use another letter` };
  }
  const missing = { message: `most terminals do not send ${name}`, suggestion: 'use another key' };
  if (metaKey) return missing;
  if (PLAIN_ONLY.has(key)) {
    const isKnown = id === 'shift+Tab' || id === 'ctrl+Space' || (altKey && !ctrlKey && !shiftKey);
    return isKnown || !(ctrlKey || altKey || shiftKey) ? undefined : missing;
  }
  if (!ctrlKey || key.length > 1) return undefined;
  if (shiftKey) {
    const message = `most terminals send ${name} as Ctrl+${key.toUpperCase()}`;
    return { message, suggestion: `write "ctrl+${key}", or use another key` };
  }
  return /^[a-z]$/.test(key) || CONTROL_SIGNS.has(key) ? undefined : missing;
}
