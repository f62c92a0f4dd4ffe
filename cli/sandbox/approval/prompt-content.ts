/**
 * What the permission prompt says, as lines of text. Nothing of the app's reaches a line as it is: every
 * character that is not plainly visible is spelt out, and nothing of what is wanted is cut.
 */
import { cellWidth } from '../../../runtime/text/graphemes.js';
import { truncate } from '../../../runtime/text/truncate.js';
import { wrapLines } from '../../../runtime/text/wrap.js';
import type {
  Enforcement,
  EnforcementLevel,
  PermissionKind,
  PolicySetting,
  Wanted,
} from '../policy/types.js';
import { wantedKey } from '../policy/requested.js';

export type PromptAnswer = 'deny' | 'once' | 'always';

export interface PromptContent {
  /** Real path or address; undefined for stdin. */
  readonly subject: string | undefined;
  /** Content hash of an app from the web. */
  readonly hash: string | undefined;
  readonly name: string | undefined;
  readonly wanted: readonly Wanted[];
  /** What its policy sets of the keys that tui itself acts on. */
  readonly settings?: readonly PolicySetting[] | undefined;
  /** What was approved before (`wantedKey`): the rest is new. */
  readonly approvedBefore: ReadonlySet<string>;
  /** It is not what was approved before. */
  readonly changed: boolean;
  /** What has changed, one list a line, where that is known. */
  readonly changes?: readonly string[] | undefined;
  /** The tier that it was approved on, where that enforced more than this one. */
  readonly weakerThan?: Enforcement['tier'] | undefined;
  readonly enforcement: Enforcement;
  /** Whether "always" can be offered. */
  readonly canKeep: boolean;
}

export interface PromptLine {
  readonly text: string;
  readonly look: 'plain' | 'strong' | 'dim' | 'danger';
}

/** Not plainly visible, or moves its neighbours: controls, formats, private, unassigned, odd blanks, fillers. */
const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}\p{Me}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800\u3164\u115f\u1160\uffa0\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** More than two marks on one letter pile up over other lines. */
const PILED = /(?<=\p{M}{2})\p{M}/gu;

/** The text with everything that cannot be seen spelt out: `\u{202e}`. */
export function plain(text: string): string {
  const spelt = (character: string): string =>
    `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  return text.replace(INVISIBLE, spelt).replace(PILED, spelt);
}

/** Longest name that is shown, in cells and in UTF-16 units. */
const MAX_NAME_LENGTH = 64;

const HEADINGS: Readonly<Record<Group, string>> = {
  all: 'Do everything',
  run: 'Run programs',
  write: 'Write, and read',
  settings: 'Change your settings of tui',
  read: 'Read',
  net: 'Connect to',
  env: 'See variables',
  oauth: 'Sign you in, and act in your name at',
  ai: 'Use the AI service',
  clipboard: 'Use the clipboard',
  terminal: 'Hand your terminal to programs',
  microphone: 'Record sound',
  shader: 'Use shaders',
};

/** What is listed under one heading. */
type Group = PermissionKind | 'settings';

/** The gravest first. */
const ORDER: readonly Group[] = [
  ...(['all', 'run', 'write', 'settings', 'read', 'net', 'oauth', 'env', 'ai'] as const),
  ...(['microphone', 'terminal', 'clipboard', 'shader'] as const),
];

function groupOf({ kind, isSettings }: Wanted): Group {
  return isSettings === true ? 'settings' : kind;
}

/** What an app calls itself. Its quotes would end ours, and the rest of the name would speak for us. */
export function ownName(name: string): string {
  const quoted = plain(name.slice(0, MAX_NAME_LENGTH * 4)).replace(
    /["\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u301d\u301e\uff02]/g,
    "'",
  );
  return `It calls itself “${truncate(quoted, MAX_NAME_LENGTH)}”.`;
}

/** All lines of the prompt at a width in cells; none is wider. `airy`: with a blank line before each kind. */
export function promptLines(content: PromptContent, width: number, airy = false): PromptLine[] {
  const lines: PromptLine[] = [];
  const room = Math.max(1, width);
  const add = (text: string, look: PromptLine['look'] = 'plain', lead = ''): void => {
    const inner = Math.max(1, room - cellWidth(lead));
    const parts = wrapLines(text, inner, { mode: 'wrap' });
    for (const [index, { start, end }] of parts.entries()) {
      const mark = index === 0 ? lead : ' '.repeat(cellWidth(lead));
      lines.push({ text: truncate(mark + text.slice(start, end), room, ''), look });
    }
    if (parts.length === 0) lines.push({ text: '', look });
  };
  /** What is wanted, exactly: no blank is dropped, and a second line cannot be taken for another entry. */
  const addExact = (text: string, look: PromptLine['look'], lead: string): void => {
    const inner = Math.max(1, room - cellWidth(lead));
    for (const [index, { start, end }] of wrapLines(text, inner, {
      mode: 'char',
      preserve: true,
    }).entries()) {
      const mark = index === 0 ? lead : '↳ ';
      lines.push({ text: truncate(mark + text.slice(start, end), room, ''), look });
    }
  };
  const { subject, hash, name, wanted, enforcement } = content;
  if (subject === undefined) add('The app on stdin', 'strong');
  else add(plain(subject), 'strong');
  if (name !== undefined && name !== '') add(ownName(name));
  if (hash !== undefined) add(`From the web; its content is ${hash.slice(0, 16)}.`);
  if (content.changed) add('It is not the content that you agreed to before.', 'danger', '! ');
  for (const line of content.changes ?? []) addExact(plain(line), 'danger', '  ');
  if (content.weakerThan !== undefined) {
    const { tier, by } = enforcement;
    add(
      `You agreed to it on tier ${content.weakerThan}. This is tier ${tier} (${by}), which enforces less.`,
      ...(['danger', '! '] as const),
    );
  }
  add('');
  if (wanted.length === 0) add('It requests nothing beyond what every app may do.');
  if (enforcement.levels.net === 'none') {
    add(
      `${enforcement.by} cannot keep it from the network: its code can connect to every address, and to programs of this machine through their sockets.`,
      ...(['danger', '! '] as const),
    );
  }
  for (const group of ORDER) {
    const own = wanted.filter((each) => groupOf(each) === group);
    if (own.length === 0) continue;
    if (airy && lines.at(-1)?.text !== '') add('');
    const level = levelOf(group, enforcement);
    add(level === undefined ? HEADINGS[group] : `${HEADINGS[group]} – ${level}`, 'strong');
    for (const each of own) {
      const isNew = content.approvedBefore.size > 0 && !content.approvedBefore.has(wantedKey(each));
      const value = exact(each);
      const notes = [
        ...(isNew ? ['new'] : []),
        ...(each.danger === undefined ? [] : [each.danger]),
      ];
      const lead = each.danger === undefined ? '  ' : '! ';
      const look = each.danger === undefined ? 'plain' : 'danger';
      if (value !== '') addExact(value, look, lead);
      if (notes.length > 0) add(notes.join('; '), look, value === '' ? lead : '    ');
    }
  }
  const { settings = [] } = content;
  if (settings.length > 0) {
    if (airy) add('');
    add('Settings that it brings', 'strong');
    for (const { key, value } of settings) {
      addExact(`${plain(key)} = ${plain(value)}`, 'plain', '  ');
    }
  }
  add('');
  for (const line of enforcementLines(enforcement)) add(line);
  return lines;
}

/** Paths with blanks stand in quotes, so that their ends can be seen. */
function exact({ kind, value }: Wanted): string {
  const isPath = kind === 'read' || kind === 'write';
  return isPath && /[\s"]/.test(value) ? `"${plain(value).replace(/"/g, '\\"')}"` : plain(value);
}

/** What a heading adds: only where the system does not enforce it. */
function levelOf(kind: Group, { levels, by }: Enforcement): string | undefined {
  if (kind === 'all') return 'there are no limits then';
  if (kind === 'run') return 'they are not in the sandbox';
  if (!(kind in levels)) return undefined;
  const level = levels[kind as keyof Enforcement['levels']];
  return level === 'none'
    ? 'not enforced'
    : level === 'node'
      ? `enforced by ${by} only`
      : undefined;
}

/** What of the sandbox holds on this machine, whatever is wanted. */
function enforcementLines({ levels, by }: Enforcement): string[] {
  const kinds = (level: EnforcementLevel): string =>
    Object.entries(levels)
      .filter(([, own]) => own === level)
      .map(([kind]) => kind)
      .join(', ');
  const lines: string[] = [];
  if (kinds('system') !== '') lines.push(`Enforced by the system (${by}): ${kinds('system')}.`);
  if (kinds('node') !== '') lines.push(`Enforced by ${by} only: ${kinds('node')}.`);
  if (kinds('none') !== '') lines.push(`Not enforced: ${kinds('none')}.`);
  return lines;
}
