/** An action that the model proposes, in the words that the user confirms. */
import type { AccessibleAction, AccessibleItem } from '../../runtime/base/accessible-node.js';
import { actionOf, ToolError } from '../agents/action.js';
import { plain } from '../agents/quoted.js';
import type { Shown } from '../agents/request.js';

export interface Proposal {
  readonly ref: string;
  readonly action: AccessibleAction;
  /** What it is done with, as the user has read it. */
  readonly subject: string;
  /** All of it, in plain words. */
  readonly words: string;
}

/** UTF-16 units of a name, and of a value: what is confirmed is shown whole. */
const MAX_NAME = 80;
const MAX_VALUE = 500;

/**
 * @param args as the model has written them
 * @param shown what it has read last
 * @throws ToolError for what is not an action, or one on what the screen does not have
 */
export function readProposal(args: string, shown: Shown): Proposal {
  const { ref, action: name, value } = parse(args);
  const action = actionOf(name, value);
  const subject = typeof ref === 'string' ? subjectOf(ref, shown) : undefined;
  if (typeof ref !== 'string' || subject === undefined) {
    throw new ToolError('there is no such ref: read_screen has those of now');
  }
  return { ref, action, subject, words: wordsOf(action, subject) };
}

/** What a reference is of, in words: `the button "Save" in the dialog "Order"`; undefined where nothing has it. */
export function subjectOf(ref: string, { items }: Shown): string | undefined {
  const at = items.findIndex((item) => item.ref === ref);
  const item = items[at];
  if (item === undefined) return undefined;
  const name = nameAt(items, at);
  const around = namedAround(items, at);
  const own = `the ${roleOf(item)}${name === '' ? ' without a name' : ` ${inQuotes(name)}`}`;
  return around === undefined
    ? own
    : `${own} in the ${roleOf(around)} ${inQuotes(around.name ?? '')}`;
}

function wordsOf(action: AccessibleAction, subject: string): string {
  switch (action.type) {
    case 'focus':
      return `Focus ${subject}`;
    case 'press':
      return `Press ${subject}`;
    case 'set':
      return `Set ${subject} to ${shownValue(action.value)}`;
    case 'select':
      return `${action.value ? 'Select' : 'Unselect'} ${subject}`;
    case 'key':
      return `Press the key ${action.key === ' ' ? 'Space' : action.key} on ${subject}`;
  }
}

/** A value as the user sees it. @throws ToolError for one that cannot be shown whole */
function shownValue(value: string | number): string {
  if (typeof value === 'number') return String(value);
  if (value.length > MAX_VALUE) {
    throw new ToolError(`value: expected at most ${MAX_VALUE} characters, which the user can read`);
  }
  const visible = value.replace(/[\u200d\ufe0e\ufe0f]/g, '');
  const lines = visible.split('\n').map((line) => plain(line));
  if (lines.join('\n') !== visible) {
    throw new ToolError('value: expected characters that the user can see');
  }
  return `"${lines.join(' ⏎ ')}"`;
}

/** The name, or the words in it. */
function nameAt(items: readonly AccessibleItem[], at: number): string {
  const item = items[at];
  if (item === undefined) return '';
  if (item.name !== undefined && item.name !== '') return item.name;
  const words: string[] = [];
  for (let next = at + 1; (items[next]?.depth ?? 0) > item.depth && words.length < 20; next++) {
    const { name = '' } = items[next] ?? {};
    if (name !== '') words.push(name);
  }
  return words.join(' ');
}

/** What is around it and has a name. */
function namedAround(items: readonly AccessibleItem[], at: number): AccessibleItem | undefined {
  let depth = items[at]?.depth ?? 0;
  for (let before = at - 1; before >= 0 && depth > 0; before--) {
    const item = items[before];
    if (item === undefined || item.depth >= depth) continue;
    ({ depth } = item);
    if (item.name !== undefined && item.name !== '') return item;
  }
  return undefined;
}

function roleOf({ role, type }: AccessibleItem): string {
  if (type === 'password') return 'password field';
  return ROLE_WORDS[role] ?? role;
}

const ROLE_WORDS: Readonly<Record<string, string>> = {
  textbox: 'field',
  tabpanel: 'tab',
  radiogroup: 'group',
  optgroup: 'group',
  columnheader: 'column',
  progressbar: 'progress bar',
  listbox: 'list',
  listitem: 'item',
  img: 'picture',
};

function inQuotes(name: string): string {
  const text = plain(name).replace(/"/g, '\u201d').trim();
  return `"${text.length > MAX_NAME ? `${text.slice(0, MAX_NAME - 1)}…` : text}"`;
}

function parse(args: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(args === '' ? '{}' : args)) as Readonly<Record<string, unknown>>;
  } catch {
    throw new ToolError('the arguments are not JSON');
  }
}
