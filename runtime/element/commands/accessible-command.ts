/** Commands for assistive technology and agents: buttons with the keys that run them. */
import { BUSY, type AccessibleElement } from '../../base/accessible-node.js';
import { ariaShortcuts, formatChord, type Chord } from '../../base/keys/strokes.js';
import { COMMAND } from '../internals.js';
import { numberOf } from '../services.js';
import { idOf } from '../tree.js';
import type { TuiElement } from '../tui-element.js';
import { isBusy } from './commands.js';

type CommandButton = Omit<AccessibleElement, 'line' | 'parts'>;

/** What a control states of the command that it runs. */
export function commandFields(
  element: TuiElement | undefined,
  keys: readonly Chord[],
): Pick<AccessibleElement, 'keys' | 'description' | 'value' | 'valueText'> {
  if (element === undefined) return {};
  const chords = keys.filter((chord) => chord.length > 1);
  return {
    keys: ariaShortcuts(keys) || undefined,
    // Keys one after the other are not shortcuts of ARIA.
    description: chords.map((chord) => formatChord(chord, 'ascii')).join(', ') || undefined,
    value: idOf(element) || undefined,
    valueText: isBusy(element) ? BUSY : undefined,
  };
}

/** The button of a command. Its part is what actions call it. */
export function commandButton(element: TuiElement, keys: readonly Chord[]): CommandButton {
  const command = element[COMMAND];
  const isDisabled = command?.isDisabled === true || isBusy(element);
  return {
    role: 'button',
    name: command?.label,
    disabled: isDisabled,
    ...commandFields(element, keys),
    ...(isDisabled ? {} : { part: String(numberOf(element)) }),
  };
}
