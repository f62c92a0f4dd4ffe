/**
 * Prints the accessible tree as lines for an agent: one for each element, with its state and the reference that
 * actions use.
 */
import type { AccessibleItem } from '../../runtime/base/accessible-node.js';
import { quoted } from './quoted.js';

/** UTF-16 units of all lines. */
const MAX_ALL = 200_000;

/** Generic roles: only their content is listed. */
const SILENT: ReadonlySet<string> = new Set(['none']);

export function describeTree(items: readonly AccessibleItem[]): string {
  const lines: string[] = [];
  let size = 0;
  for (const item of items) {
    if (SILENT.has(item.role) && item.name === undefined && item.ref === undefined) continue;
    const line = `${'  '.repeat(Math.min(item.depth, 40))}${lineOf(item)}`;
    size += line.length + 1;
    if (size > MAX_ALL) {
      lines.push('… (more is left out)');
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

function lineOf(item: AccessibleItem): string {
  const { role, name, ref, description, invalid, level } = item;
  const parts = [level === undefined ? role : `${role} ${level}`];
  if (name !== undefined && name !== '') parts.push(quoted(name));
  if (ref !== undefined) parts.push(`[ref=${ref}]`);
  parts.push(...valueParts(item), ...placeParts(item), ...stateParts(item));
  if (item.keys !== undefined) parts.push(`keys=${quoted(item.keys)}`);
  if (invalid !== undefined) parts.push(`invalid: ${quoted(invalid)}`);
  if (description !== undefined) parts.push(`(${quoted(description)})`);
  return parts.join(' ');
}

function valueParts(item: AccessibleItem): string[] {
  const { role, type, value, valueText, valueNow, placeholder } = item;
  if (role === 'button') {
    const command = value === undefined ? [] : [`command=${quoted(value)}`];
    return valueText === undefined ? command : [...command, quoted(valueText)];
  }
  const parts: string[] = [];
  const isSecret = type === 'password';
  if (isSecret) parts.push('password');
  if (value !== undefined && !isSecret) parts.push(`value=${quoted(value)}`);
  if (valueText !== undefined) parts.push(`value=${quoted(valueText)}`);
  else if (valueNow !== undefined) parts.push(`value=${valueNow}`);
  if (placeholder !== undefined && value === undefined) parts.push(`hint=${quoted(placeholder)}`);
  return parts;
}

function placeParts({ place, setSize, rowCount, columnCount }: AccessibleItem): string[] {
  const parts: string[] = [];
  if (place !== undefined && setSize !== undefined) parts.push(`${place} of ${setSize}`);
  if (rowCount !== undefined) parts.push(`${rowCount} rows, ${columnCount ?? 0} columns`);
  return parts;
}

/** States that are named where they are true. */
const STATES = [
  ['selected', 'selected'],
  ['disabled', 'disabled'],
  ['readOnly', 'read-only'],
  ['required', 'required'],
  ['modal', 'modal'],
  ['focused', 'focused'],
] as const;

function stateParts(item: AccessibleItem): string[] {
  const parts: string[] = [];
  if (item.checked !== undefined)
    parts.push(item.checked === 'mixed' ? 'mixed' : item.checked ? 'checked' : 'not checked');
  if (item.expanded !== undefined) parts.push(item.expanded ? 'open' : 'closed');
  for (const [state, text] of STATES) if (item[state] === true) parts.push(text);
  return parts;
}
