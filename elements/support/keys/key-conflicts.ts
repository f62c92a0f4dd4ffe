/** Keys of commands that cannot have their effect; for lint. */
import type { Diagnostic } from '../../../runtime/base/diagnostics.js';
import { findKeyWarning } from '../../../runtime/base/keys/reach.js';
import { formatChord, type Chord } from '../../../runtime/base/keys/strokes.js';
import { keysOf } from '../../../runtime/element/commands/commands.js';
import { COMMAND } from '../../../runtime/element/internals.js';
import { reportToDocument } from '../../../runtime/element/services.js';
import { childElementsOf, hasAttribute, parentElementOf } from '../../../runtime/element/tree.js';
import {
  describeElement,
  sourceOf,
  type TuiElement,
} from '../../../runtime/element/tui-element.js';

/** A command, and one of its chords. */
interface Entry {
  readonly element: TuiElement;
  readonly chord: Chord;
}

/** Reports keys of a command that do not arrive, or that another one before it in the same element has. */
export function checkKeys(element: TuiElement): void {
  for (const chord of keysOf(element)) {
    const warning = findKeyWarning(chord);
    if (warning !== undefined) report(element, warning);
  }
  // All of one element at once: each with each would take long where there are many.
  const around = parentElementOf(element);
  const all = (around === null ? [] : childElementsOf(around)).filter((each) => each[COMMAND]);
  if (all[0] === element) checkScope(all);
}

function checkScope(commands: readonly TuiElement[]): void {
  const before = new Map<string, Entry[]>();
  for (const element of commands) {
    // Of two that are enabled by turns, each has the key.
    if (hasAttribute(element, 'disabled') || hasAttribute(element, 'bind:disabled')) continue;
    for (const chord of keysOf(element)) {
      const first = chord[0]?.id ?? '';
      const entries = before.get(first) ?? [];
      const conflict = entries
        .filter((other) => other.element !== element)
        .map((other) => findConflict({ element, chord }, other))
        .find((message) => message !== undefined);
      if (conflict !== undefined) {
        report(element, { message: conflict, suggestion: 'give one of them another key' });
      }
      before.set(first, [...entries, { element, chord }]);
    }
  }
}

function findConflict(entry: Entry, other: Entry): string | undefined {
  const isShorter = entry.chord.length <= other.chord.length;
  const [short, long] = isShorter ? [entry, other] : [other, entry];
  if (!short.chord.every(({ id }, index) => long.chord[index]?.id === id)) return undefined;
  const name = formatChord(short.chord, 'ascii');
  if (short.chord.length === long.chord.length) {
    return `${name} is the key of ${describeElement(other.element)}, too`;
  }
  const chord = formatChord(long.chord, 'ascii');
  return `${name} begins ${chord}: ${describeElement(short.element)} waits for a second`;
}

function report(
  element: TuiElement,
  { message, suggestion }: Pick<Diagnostic, 'message' | 'suggestion'>,
): void {
  const written = sourceOf(element);
  reportToDocument(element, {
    severity: 'warning',
    code: 'key-conflict',
    message: `${describeElement(element)}: ${message}`,
    suggestion,
    source: written?.source,
    span: written?.valueSpan('key') ?? written?.name,
  });
}
