/** The commands of an app as an agent lists and runs them: the buttons of its tree that have one. */
import { BUSY, type AccessibleItem } from '../../runtime/base/accessible-node.js';
import { didYouMean } from '../../runtime/base/diagnostics.js';
import { ToolError } from './action.js';
import { quoted } from './quoted.js';

/** One button for each command: that of a disabled control, where another one runs it as well, is left out. */
function commandsIn(items: readonly AccessibleItem[]): ReadonlyMap<string, AccessibleItem> {
  const found = new Map<string, AccessibleItem>();
  for (const item of items) {
    const { value: command } = item;
    if (command === undefined || item.role !== 'button') continue;
    const before = found.get(command);
    if (before === undefined || (before.ref === undefined && item.ref !== undefined)) {
      found.set(command, item);
    }
  }
  return found;
}

export function describeCommands(items: readonly AccessibleItem[]): string {
  const lines = [...commandsIn(items)].map(([id, item]) => {
    const { name = '', description } = item;
    const keys = [item.keys, description].filter((each) => each !== undefined).join(' or ');
    const state = item.valueText === BUSY ? ' busy' : item.disabled === true ? ' disabled' : '';
    return `${quoted(id)}: ${quoted(name)}${keys === '' ? '' : ` keys=${quoted(keys)}`}${state}`;
  });
  return lines.length === 0 ? 'the app has no commands now' : lines.join('\n');
}

/** The button that runs a command. @throws ToolError */
export function commandItem(items: readonly AccessibleItem[], id: unknown): AccessibleItem {
  if (typeof id !== 'string' || id === '') throw new ToolError('id: expected a non-empty string');
  const all = commandsIn(items);
  const item = all.get(id);
  if (item === undefined) {
    const hint = didYouMean(id, [...all.keys()]) ?? 'list_commands has those of now';
    throw new ToolError(`no command has the id ${JSON.stringify(id)} now; ${hint}`);
  }
  if (item.valueText === BUSY) throw new ToolError(`the command ${JSON.stringify(id)} is busy`);
  if (item.ref === undefined) throw new ToolError(`the command ${JSON.stringify(id)} is disabled`);
  return item;
}
