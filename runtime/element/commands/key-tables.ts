/** The keys of elements as data: which entry of a table a key press is. */
import { parseKeys } from '../../base/keys/parse.js';
import { strokeOf } from '../../base/keys/strokes.js';
import type { KeyTable } from '../contract.js';
import type { InputAction } from '../tui-element.js';

const read = new WeakMap<KeyTable, ReadonlyMap<string, string>>();

function actionsOf(table: KeyTable): ReadonlyMap<string, string> {
  let actions = read.get(table);
  if (actions === undefined) {
    const found = new Map<string, string>();
    for (const [action, { keys }] of Object.entries(table)) {
      const result = parseKeys(keys);
      if (!result.ok) throw new TypeError(`keys of "${action}": ${result.error.message}`);
      for (const [stroke] of result.keys) if (stroke !== undefined) found.set(stroke.id, action);
    }
    read.set(table, (actions = found));
  }
  return actions;
}

/**
 * The name of the entry that has the key of a `keydown`; undefined for other keys. Shift counts where an entry names it,
 * and is ignored where none does.
 */
export function keyAction<T extends KeyTable>(
  table: T,
  event: Partial<InputAction>,
): keyof T | undefined {
  if (event.type !== 'keydown') return undefined;
  const actions = actionsOf(table);
  const exact = actions.get(strokeOf(event));
  if (exact !== undefined || event.shiftKey !== true) return exact;
  return actions.get(strokeOf({ ...event, shiftKey: false }));
}
