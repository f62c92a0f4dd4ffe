/**
 * The input of one read of the terminal, with repeated events merged. A person does a few things between two
 * frames; where there are hundreds, those that mean the same are put together: of motion the last place counts, as
 * in browsers, and of keys that type text their text.
 */
import type { KeyInput, MouseInput, TerminalInput, UserInput } from '../../base/input-events.js';

/** Keys that type text in one read from which on they are a text: a person does not type so fast. */
const FLOOD = 128;
/** Escapes in a row of which more mean nothing. */
const MAX_ESCAPES = 32;

export class InputQueue {
  #queued: TerminalInput[] = [];
  /** Keys that type text among them. */
  #typed = 0;
  #escapes = 0;

  add(input: TerminalInput): void {
    const queued = this.#queued;
    if (input.type === 'key') {
      this.#escapes = input.key === 'Escape' ? this.#escapes + 1 : 0;
      if (this.#escapes > MAX_ESCAPES) return;
      if (input.text !== undefined) this.#typed++;
    } else {
      this.#escapes = 0;
      const last = queued.at(-1);
      if (last !== undefined && followsUpon(input, last)) queued.pop();
    }
    queued.push(input);
  }

  /** Empties the queue. */
  take(): readonly (TerminalInput | UserInput)[] {
    const queued = this.#queued;
    const typed = this.#typed;
    this.#queued = [];
    this.#typed = this.#escapes = 0;
    return typed < FLOOD ? queued : joinKeys(queued);
  }
}

/** Motion of the same kind right after another. */
export function followsUpon(
  input: TerminalInput | UserInput,
  last: TerminalInput | UserInput,
): boolean {
  return (
    input.type === 'mouse' &&
    last.type === 'mouse' &&
    (input.action === 'move' || input.action === 'drag') &&
    input.action === last.action &&
    input.button === last.button &&
    sameModifiers(input, last)
  );
}

function sameModifiers(a: MouseInput, b: MouseInput): boolean {
  return (
    a.ctrlKey === b.ctrlKey &&
    a.altKey === b.altKey &&
    a.shiftKey === b.shiftKey &&
    a.metaKey === b.metaKey
  );
}

function joinKeys(inputs: readonly TerminalInput[]): (TerminalInput | UserInput)[] {
  const joined: (TerminalInput | UserInput)[] = [];
  let keys: KeyInput[] = [];
  const flush = (): void => {
    if (keys.length > 0) joined.push({ type: 'typed', keys });
    keys = [];
  };
  for (const input of inputs) {
    if (input.type === 'key' && input.text !== undefined) {
      keys.push(input);
      continue;
    }
    flush();
    joined.push(input);
  }
  flush();
  return joined;
}
