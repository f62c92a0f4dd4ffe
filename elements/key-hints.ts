/** Key hints: a line with the keys of the commands in force, for the bottom of an app. */
import { formatChord, type Chord } from '../runtime/base/keys/strokes.js';
import type { GlyphLevel } from '../runtime/base/text/glyph-levels.js';
import {
  ACCESSIBLE_NODE,
  commandButton,
  BOLD,
  cellWidth,
  COMMAND,
  COMMANDS_CHANGED,
  commandsHostOf,
  CONNECTED,
  DEFAULT_ACTION,
  DIM,
  DISCONNECTED,
  documentOf,
  hasFewColors,
  HOVER_AT,
  invalidate,
  isBusy,
  MEASURE,
  nameOf,
  numberOf,
  OPERATION,
  PAINT,
  REVERSE,
  STATE_CHANGED,
  truncate,
  TuiElement,
  UNDERLINE,
  unwatchCommands,
  watchCommands,
} from './support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  Example,
  InputAction,
  Operation,
  Painter,
  PointerCell,
  Size,
  StyleRule,
} from './support/author.js';

interface Hint {
  /** Absent for what shows further ones. */
  readonly element?: TuiElement;
  readonly keys: string;
  /** All keys of the command that reach it. */
  readonly chords?: readonly Chord[];
  readonly label: string;
  readonly isDisabled: boolean;
}

interface PlacedHint extends Hint {
  readonly x: number;
  readonly width: number;
}

/** Blank cells between two hints. */
const GAP = 2;
const MORE: Hint = { keys: '?', label: 'More', isDisabled: false };
/** More do not fit on any screen. */
const MAX_HINTS = 200;
/** Cells of a label. */
const MAX_LABEL = 30;

export class KeyHints extends TuiElement {
  static override readonly tag: string = 'key-hints';
  static override readonly description: string =
    'A line of the commands in force and their keys, as many as fit: those of the focused part first. A click runs a command. While a chord is pressed, it shows how that goes on.';
  static override readonly content = 'none';
  static override readonly fillsRow = true;
  static override readonly rules: readonly StyleRule[] = [
    {
      selector: 'key-hints',
      declarations: { color: 'var(--muted)', 'flex-shrink': '0', 'min-height': '1' },
    },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'keys and chords',
      size: [60, 1],
      markup: `<command id="save" key="ctrl+s" label="Save"/>
<command id="first" key="g g" label="First line"/>
<command id="next" key="tab" label="Next"/>
<command id="undo" key="ctrl+z" label="Undo" disabled="true"/>
<key-hints/>`,
    },
  ];
  /** As painted last. */
  #shown: readonly PlacedHint[] = [];
  #width = 0;
  #pending = '';
  #hovered = -1;
  #pressed: PlacedHint | undefined;

  override [CONNECTED](): void {
    watchCommands(this, documentOf(this));
  }

  override [DISCONNECTED](): void {
    unwatchCommands(this, documentOf(this));
  }

  override [COMMANDS_CHANGED](): void {
    const before = JSON.stringify(this.#shown.map(textsOf)) + this.#pending;
    const now = this.#place(this.#width);
    if (before !== JSON.stringify(now.map(textsOf)) + this.#pendingNow) invalidate(this, 'paint');
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'hover' && !isSet) this.#hover(-1);
  }

  override [HOVER_AT]({ offsetX, offsetY }: PointerCell): void {
    this.#hover(offsetY === 0 ? this.#indexAt(offsetX) : -1);
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    const { type, offsetX = -1, offsetY = -1, button = 0 } = event;
    const index = offsetY === 0 ? this.#indexAt(offsetX) : -1;
    if (type === 'mousemove') this.#hover(index);
    if (type === 'mousedown') {
      // A press ends a chord: what is under the pointer at the click may be another hint.
      this.#pressed = button === 0 ? this.#shown[index] : undefined;
      return index >= 0;
    }
    if (type !== 'click' || button !== 0) return false;
    const hint = this.#pressed;
    this.#pressed = undefined;
    if (hint === undefined || hint.isDisabled) return hint !== undefined;
    this.#use(hint);
    return true;
  }

  override [MEASURE](available: Size): Size {
    const hints = this.#hints();
    const width = hints.reduce((sum, hint) => sum + widthOf(hint) + GAP, -GAP);
    return { width: Math.min(Math.max(1, width), available.width), height: 1 };
  }

  override [PAINT](painter: Painter): void {
    const { width } = painter;
    this.#width = width;
    this.#pending = this.#pendingNow;
    this.#shown = this.#place(width);
    const pending = this.#pending === '' ? '' : `${this.#pending} …`;
    const isMono = painter.depth === 'none';
    const keyColor = painter.color('var(--accent)');
    if (pending !== '') painter.text(0, 0, pending, painter.style(keyColor, undefined, BOLD));
    for (const [index, { x, keys, label, isDisabled, width: cells }] of this.#shown.entries()) {
      const isDim = isDisabled && hasFewColors(painter) ? DIM : 0;
      const isHovered = index === this.#hovered && !isDisabled ? (isMono ? REVERSE : UNDERLINE) : 0;
      const color = isDisabled ? painter.color('var(--disabled)') : keyColor;
      const keyStyle = painter.style(color, undefined, isDisabled ? isDim : BOLD);
      const text = isDisabled ? color : isHovered > 0 ? painter.color('var(--text)') : undefined;
      const style = painter.style(text, undefined, isDim | isHovered);
      const after = painter.text(x, 0, keys, keyStyle);
      if (after < cells) painter.text(x + after + 1, 0, label, style, cells - after - 1);
    }
  }

  /** All of them: those that do not fit as well. */
  override [ACCESSIBLE_NODE](): AccessibleElement {
    const hints = this.#hints();
    const parts = hints.flatMap(({ element, chords = [] }) =>
      element === undefined ? [] : [commandButton(element, chords)],
    );
    const names = hints.map(({ keys, label }) => `${keys} ${label}`.trim());
    const name = nameOf(this, 'Keys');
    return { role: 'toolbar', name, parts, line: { text: `keys: ${names.join(', ')}` } };
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    if (action.type !== 'press' || part === '') return undefined;
    const hint = this.#hints().find(
      ({ element, isDisabled }) =>
        element !== undefined && !isDisabled && String(numberOf(element)) === part,
    );
    return hint && (() => this.#use(hint));
  }

  get #pendingNow(): string {
    return commandsHostOf(this)?.pending ?? '';
  }

  #use({ element }: Hint): void {
    const host = commandsHostOf(this);
    if (element === undefined) host?.showHelp();
    else host?.run(element);
  }

  #hover(index: number): void {
    if (index === this.#hovered) return;
    this.#hovered = index;
    invalidate(this, 'paint');
  }

  #indexAt(x: number): number {
    return this.#shown.findIndex((hint) => x >= hint.x && x < hint.x + hint.width);
  }

  /** Those that fit; the last one leads to the others. */
  #place(width: number): PlacedHint[] {
    const pending = this.#pendingNow;
    let x = pending === '' ? 0 : cellWidth(pending) + 2 + GAP;
    const hints = this.#hints();
    const placed: PlacedHint[] = [];
    for (const hint of hints) {
      const cells = widthOf(hint);
      if (x + cells > width) {
        break;
      }
      placed.push({ ...hint, x, width: cells });
      x += cells + GAP;
    }
    if (placed.length === hints.length || pending !== '') return placed;
    const cells = widthOf(MORE);
    while (placed.length > 0 && x + cells > width) x = placed.pop()!.x;
    if (x + cells <= width) placed.push({ ...MORE, x, width: cells });
    return placed;
  }

  /** The commands in force that have a key; while a chord is pressed, what goes on from there. */
  #hints(): Hint[] {
    const host = commandsHostOf(this);
    const hints: Hint[] = [];
    if (host === undefined) return hints;
    const { pending, glyphs } = host;
    for (const { element: each, keys: chords } of host.withKeys()) {
      const element = each as TuiElement;
      const command = element[COMMAND];
      if (command === undefined || command.isHidden) continue;
      const keys = shownKeys(chords, pending, glyphs);
      if (keys === undefined) continue;
      const label = truncate(command.label, MAX_LABEL);
      hints.push({
        element,
        keys,
        chords,
        label,
        isDisabled: command.isDisabled || isBusy(element),
      });
      if (hints.length === MAX_HINTS) break;
    }
    return hints;
  }
}

/** The first of some keys; of a chord that is pressed, the rest. */
function shownKeys(
  chords: readonly Chord[],
  pending: string,
  glyphs: GlyphLevel,
): string | undefined {
  for (const chord of chords) {
    const text = formatChord(chord, glyphs);
    if (pending === '') return text;
    if (text.startsWith(`${pending} `)) return text.slice(pending.length + 1);
  }
  return undefined;
}

function widthOf({ keys, label }: Hint): number {
  return cellWidth(keys) + (label === '' ? 0 : cellWidth(label) + 1);
}

function textsOf({ keys, label, isDisabled, x }: PlacedHint): unknown {
  return [keys, label, isDisabled, x];
}
