/**
 * The text of the permission prompt, as lines. Nothing of the app's reaches a line as it is: every character that
 * is not plainly visible is shown as a code, and no requested permission is cut off.
 */
import { plain } from '../../../runtime/base/text/plain.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import { wrapLines } from '../../../runtime/base/text/wrap.js';
import type {
  Enforcement,
  EnforcementLevel,
  PermissionKind,
  PolicySetting,
  RequestedGrant,
} from '../policy/types.js';
import { grantKey } from '../policy/requested.js';

export type PromptAnswer = 'deny' | 'once' | 'always';

export interface PromptContent {
  /** Real path or address; undefined for stdin. */
  readonly subject: string | undefined;
  /** Content hash of an app from the web. */
  readonly hash: string | undefined;
  readonly name: string | undefined;
  readonly requested: readonly RequestedGrant[];
  /** What its policy sets of the keys that tui itself acts on. */
  readonly settings?: readonly PolicySetting[] | undefined;
  /** What was approved before (`grantKey`): the rest is new. */
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

/** Longest name that is shown, in cells and in UTF-16 units. */
const MAX_NAME_LENGTH = 64;

const HEADINGS: Readonly<Record<Group, string>> = {
  all: 'Do everything',
  run: 'Run programs',
  write: 'Read and write',
  settings: 'Change your tui settings',
  read: 'Read',
  net: 'Connect to',
  env: 'Read environment variables',
  oauth: 'Sign you in, and act on your behalf at',
  ai: 'Use the AI service',
  clipboard: 'Use the clipboard',
  terminal: 'Let programs use your terminal',
  microphone: 'Record sound',
  shader: 'Use shaders',
};

/** What is listed under one heading. */
type Group = PermissionKind | 'settings';

/** The gravest first. */
const ORDER: readonly Group[] = [
  'all',
  'run',
  'write',
  'settings',
  'read',
  'net',
  'oauth',
  'env',
  'ai',
  'microphone',
  'terminal',
  'clipboard',
  'shader',
];

function groupOf({ kind, isSettings }: RequestedGrant): Group {
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

/** The lines of a prompt as they are written, wrapped to a width. */
class LineWriter {
  readonly lines: PromptLine[] = [];
  readonly #room: number;

  constructor(
    width: number,
    /** With a blank line before each heading. */
    readonly airy: boolean,
  ) {
    this.#room = Math.max(1, width);
  }

  add(text: string, look: PromptLine['look'] = 'plain', lead = ''): void {
    const parts = wrapLines(text, this.#inner(lead), { mode: 'wrap' });
    for (const [index, { start, end }] of parts.entries()) {
      const mark = index === 0 ? lead : ' '.repeat(cellWidth(lead));
      this.#push(mark + text.slice(start, end), look);
    }
    if (parts.length === 0) this.lines.push({ text: '', look });
  }

  /** The requested value, exactly: no blank is dropped, and a second line cannot be taken for another entry. */
  addExact(text: string, look: PromptLine['look'], lead: string): void {
    const parts = wrapLines(text, this.#inner(lead), { mode: 'char', preserve: true });
    for (const [index, { start, end }] of parts.entries()) {
      const mark = index === 0 ? lead : '↳ ';
      this.#push(mark + text.slice(start, end), look);
    }
  }

  addWarning(text: string): void {
    this.add(text, 'danger', '! ');
  }

  #inner(lead: string): number {
    return Math.max(1, this.#room - cellWidth(lead));
  }

  #push(text: string, look: PromptLine['look']): void {
    this.lines.push({ text: truncate(text, this.#room, ''), look });
  }
}

/** All lines of the prompt at a width in cells; none is wider. `airy`: with a blank line before each kind. */
export function promptLines(content: PromptContent, width: number, airy = false): PromptLine[] {
  const writer = new LineWriter(width, airy);
  addSubject(writer, content);
  addChanges(writer, content);
  writer.add('');
  addRequested(writer, content);
  addSettings(writer, content.settings ?? []);
  writer.add('');
  for (const line of enforcementLines(content.enforcement)) writer.add(line);
  return writer.lines;
}

/** Which app it is that asks. */
function addSubject(writer: LineWriter, { subject, name, hash }: PromptContent): void {
  writer.add(subject === undefined ? 'The app on stdin' : plain(subject), 'strong');
  if (name !== undefined && name !== '') writer.add(ownName(name));
  if (hash !== undefined) writer.add(`From the web; its content is ${hash.slice(0, 16)}.`);
}

/** What is not as it was when the user agreed. */
function addChanges(writer: LineWriter, content: PromptContent): void {
  if (content.changed) writer.addWarning('Its content differs from what you approved before.');
  for (const line of content.changes ?? []) writer.addExact(plain(line), 'danger', '  ');
  if (content.weakerThan === undefined) return;
  const { tier, by } = content.enforcement;
  writer.addWarning(
    `You approved it on tier ${content.weakerThan}. This is tier ${tier} (${by}), which enforces less.`,
  );
}

/** All requested permissions, under their headings. */
function addRequested(writer: LineWriter, content: PromptContent): void {
  const { requested, enforcement, approvedBefore } = content;
  if (requested.length === 0) writer.add('It requests only what every app may do.');
  if (enforcement.levels.net === 'none') {
    writer.addWarning(
      `${enforcement.by} cannot keep it from the network: code that gets past tui's own limits in its process can connect to every address, and to programs of this machine through their sockets.`,
    );
  }
  for (const group of ORDER) {
    const own = requested.filter((each) => groupOf(each) === group);
    if (own.length === 0) continue;
    if (writer.airy && writer.lines.at(-1)?.text !== '') writer.add('');
    const level = levelOf(group, enforcement);
    writer.add(level === undefined ? HEADINGS[group] : `${HEADINGS[group]} – ${level}`, 'strong');
    for (const each of own) {
      addEntry(writer, each, approvedBefore.size > 0 && !approvedBefore.has(grantKey(each)));
    }
  }
}

function addEntry(writer: LineWriter, requested: RequestedGrant, isNew: boolean): void {
  const value = exact(requested);
  const notes = [
    ...(isNew ? ['new'] : []),
    ...(requested.danger === undefined ? [] : [requested.danger]),
  ];
  const lead = requested.danger === undefined ? '  ' : '! ';
  const look = requested.danger === undefined ? 'plain' : 'danger';
  if (value !== '') writer.addExact(value, look, lead);
  if (notes.length > 0) writer.add(notes.join('; '), look, value === '' ? lead : '    ');
}

function addSettings(writer: LineWriter, settings: readonly PolicySetting[]): void {
  if (settings.length === 0) return;
  if (writer.airy) writer.add('');
  writer.add('Settings of its policy', 'strong');
  for (const { key, value } of settings) {
    writer.addExact(`${plain(key)} = ${plain(value)}`, 'plain', '  ');
  }
}

/** Paths with blanks are in quotes, so that their ends can be seen. */
function exact({ kind, value }: RequestedGrant): string {
  const isPath = kind === 'read' || kind === 'write';
  return isPath && /[\s"]/.test(value) ? `"${plain(value).replace(/"/g, '\\"')}"` : plain(value);
}

/** What a heading adds: only where the system does not enforce it. */
function levelOf(kind: Group, { levels, by }: Enforcement): string | undefined {
  if (kind === 'all') return 'nothing is limited';
  if (kind === 'run') return 'they run outside the sandbox';
  if (!(kind in levels)) return undefined;
  const level = levels[kind as keyof Enforcement['levels']];
  return level === 'none'
    ? 'not enforced'
    : level === 'node'
      ? `enforced by ${by} only`
      : undefined;
}

/** What the sandbox enforces on this machine, whatever is requested, and how to get a better one. */
export function enforcementLines({ levels, by, remedy }: Enforcement): string[] {
  const kinds = (level: EnforcementLevel): string =>
    Object.entries(levels)
      .filter(([, own]) => own === level)
      .map(([kind]) => kind)
      .join(', ');
  const lines: string[] = [];
  if (kinds('system') !== '') lines.push(`Enforced by the system (${by}): ${kinds('system')}.`);
  if (kinds('node') !== '') {
    lines.push(
      `Enforced by ${by} only, inside the app's own process: ${kinds('node')}. Node does not call this a protection from malicious code.`,
    );
  }
  if (kinds('none') !== '') lines.push(`Not enforced: ${kinds('none')}.`);
  if (remedy !== undefined) lines.push(`For a better sandbox, ${remedy}.`);
  return lines;
}
