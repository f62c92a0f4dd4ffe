/**
 * The prompt as a state machine: its content at a size, and its response to keys. No terminal is needed to try it.
 *
 * Only a single key, after a pause, once every request has been on the screen, grants anything: not keys typed ahead,
 * not a paste, not a reply of the terminal.
 */
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { pad, truncate } from '../../../runtime/base/text/truncate.js';
import {
  promptLines,
  type PromptAnswer,
  type PromptContent,
  type PromptLine,
} from './prompt-content.js';

export interface PromptState {
  /** First line that is shown. */
  readonly top: number;
  /** How far down the lines have been shown, at this width. */
  readonly seen: number;
  readonly selected: PromptAnswer;
  /** The input has been quiet: keys count. */
  readonly armed: boolean;
}

export const FIRST_STATE: PromptState = { top: 0, seen: 0, selected: 'deny', armed: false };

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Rows below the lines: a rule, a hint, the answers. */
const FOOTER = 3;
/** Above: the title. */
const HEADER = 1;

interface Layout {
  readonly lines: readonly PromptLine[];
  /** Rows for the lines. */
  readonly page: number;
  readonly top: number;
}

/** The lines of a content at the latest size, cached: each frame and each key reads them several times. */
const wrapped = new WeakMap<PromptContent, Size & Pick<Layout, 'lines'>>();

function linesOf(content: PromptContent, width: number, page: number): readonly PromptLine[] {
  const known = wrapped.get(content);
  if (known?.width === width && known.height === page) return known.lines;
  const airy = promptLines(content, width, true);
  const lines = airy.length <= page ? airy : promptLines(content, width);
  wrapped.set(content, { width, height: page, lines });
  return lines;
}

function layout(content: PromptContent, { width, height }: Size, state: PromptState): Layout {
  const page = Math.max(1, height - (height >= HEADER + FOOTER + 2 ? HEADER + FOOTER : 1));
  const lines = linesOf(content, width, page);
  return { lines, page, top: Math.max(0, Math.min(state.top, lines.length - page)) };
}

export interface PromptRow {
  readonly text: string;
  readonly look: PromptLine['look'] | 'title' | 'answers';
}

/** Rows of the screen, each exactly as wide as it. */
export function promptRows(content: PromptContent, size: Size, state: PromptState): PromptRow[] {
  const { width, height } = size;
  const { lines, page, top } = layout(content, size, state);
  const rows: PromptRow[] = [];
  const compact = height < HEADER + FOOTER + 2;
  const row = (text: string, look: PromptRow['look']): void => {
    rows.push({ text: pad(text, width), look });
  };
  if (!compact) row(' This app requests permission', 'title');
  for (let index = 0; index < page; index++) {
    const line = lines[top + index];
    row(line?.text ?? '', line?.look ?? 'plain');
  }
  if (!compact) {
    row('─'.repeat(width), 'dim');
    row(hint(lines.length, top, page, state, width), 'plain');
  }
  row(answers(content, state, width), 'answers');
  return rows.slice(0, height);
}

function hint(all: number, top: number, page: number, state: PromptState, width: number): string {
  const below = all - top - page;
  const texts = !state.armed
    ? ['One moment…']
    : below > 0
      ? [
          `↓ ${below} more ${below === 1 ? 'line' : 'lines'} to read: Space`,
          `↓ ${below} more: Space`,
          `↓ ${below}`,
        ]
      : ['Nothing is granted until you choose.', 'Choose:'];
  return texts.find((text) => cellWidth(text) <= width) ?? '';
}

const LABELS: Readonly<Record<PromptAnswer, readonly [key: string, long: string, short: string]>> =
  {
    deny: ['n', 'Deny', 'No'],
    once: ['y', 'Allow once', 'Once'],
    always: ['a', 'Always', 'Always'],
  };

function offered(content: PromptContent): PromptAnswer[] {
  return content.canKeep ? ['deny', 'once', 'always'] : ['deny', 'once'];
}

/** The selected answer is in brackets: it shows without colours too. */
function answers(content: PromptContent, state: PromptState, width: number): string {
  if (!state.armed) return '';
  const line = (label: 1 | 2 | undefined): string =>
    offered(content)
      .map((answer) => {
        const words = LABELS[answer];
        const text = label === undefined ? words[0] : `${words[0]} ${words[label]}`;
        return answer === state.selected ? `[${text}]` : ` ${text} `;
      })
      .join(' ');
  return (
    [line(1), line(2), line(undefined)].find((text) => cellWidth(text) <= width) ??
    truncate(line(undefined), width)
  );
}

export type PromptStep = { readonly answer: PromptAnswer } | { readonly state: PromptState };

/** The prompt as a key finds it. */
interface Shown extends Layout {
  readonly content: PromptContent;
  readonly state: PromptState;
  /** The last line that can be at the top. */
  readonly end: number;
}

const deny = (): PromptStep => ({ answer: 'deny' });

function grant({ content, state, lines, end }: Shown, answer: PromptAnswer): PromptStep {
  if (answer === 'deny') return { answer };
  // The user cannot agree to what has not been on the screen: the key shows the next page instead.
  // Then it is quiet first, so that a key held down does not turn all pages and agree.
  if (state.seen < lines.length)
    return { state: { ...state, top: Math.min(Math.max(0, state.seen - 1), end), armed: false } };
  return offered(content).includes(answer) ? { answer } : { state };
}

function select({ content, state }: Shown, by: number): PromptStep {
  const all = offered(content);
  const index = (all.indexOf(state.selected) + by + all.length) % all.length;
  return { state: { ...state, selected: all[index] ?? 'deny' } };
}

function scroll({ state, end }: Shown, to: number): PromptStep {
  return { state: { ...state, top: Math.max(0, Math.min(to, end)) } };
}

function turn(shown: Shown, pages: number): PromptStep {
  return scroll(shown, shown.top + pages * Math.max(1, shown.page - 1));
}

/** What each key does, by its name. */
const KEYS: ReadonlyMap<string, (shown: Shown) => PromptStep> = new Map<
  string,
  (shown: Shown) => PromptStep
>([
  ['n', deny],
  ['N', deny],
  ['q', deny],
  ['Escape', deny],
  ['y', (shown) => grant(shown, 'once')],
  ['Y', (shown) => grant(shown, 'once')],
  ['a', (shown) => grant(shown, 'always')],
  ['A', (shown) => grant(shown, 'always')],
  ['Enter', (shown) => grant(shown, shown.state.selected)],
  ['Tab', (shown) => select(shown, 1)],
  ['ArrowRight', (shown) => select(shown, 1)],
  ['ArrowLeft', (shown) => select(shown, -1)],
  ['ArrowDown', (shown) => scroll(shown, shown.top + 1)],
  ['j', (shown) => scroll(shown, shown.top + 1)],
  ['ArrowUp', (shown) => scroll(shown, shown.top - 1)],
  ['k', (shown) => scroll(shown, shown.top - 1)],
  [' ', (shown) => turn(shown, 1)],
  ['PageDown', (shown) => turn(shown, 1)],
  ['PageUp', (shown) => turn(shown, -1)],
  ['Home', (shown) => scroll(shown, 0)],
  ['End', (shown) => scroll(shown, Infinity)],
]);

/** What a key does. Keys that mean nothing change nothing. */
export function promptKey(
  content: PromptContent,
  size: Size,
  state: PromptState,
  key: {
    readonly key: string;
    readonly ctrl: boolean;
    readonly alt: boolean;
    readonly meta: boolean;
  },
): PromptStep {
  // Ctrl+C and Ctrl+D always leave, even before the prompt is armed.
  if (key.ctrl && (key.key === 'c' || key.key === 'd')) return { answer: 'deny' };
  if (!state.armed || key.ctrl || key.alt || key.meta) return { state };
  const act = KEYS.get(key.key);
  if (act === undefined) return { state };
  const shown = layout(content, size, state);
  const end = Math.max(0, shown.lines.length - shown.page);
  return act({ ...shown, content, state, end });
}

/** After a frame was shown: notes how far it reached. Skipping to the end shows no more than its page. */
export function promptShown(content: PromptContent, size: Size, state: PromptState): PromptState {
  const { lines, page, top } = layout(content, size, state);
  const seen =
    top <= state.seen ? Math.min(lines.length, Math.max(state.seen, top + page)) : state.seen;
  return { ...state, top, seen };
}

/** Another width wraps other lines: reading starts again, from the same share of the text. */
export function promptResized(state: PromptState): PromptState {
  return { ...state, seen: 0, top: 0 };
}
