/**
 * A document as text for screen readers: one line for each item, in the order of the document, what is
 * in a named box indented under its name. Every line is safe to print.
 */
import { sanitize, sanitizeLines } from '../../base/text/sanitize.js';
import { ACCESSIBLE_SUMMARY, BOX_TITLE, DEFINITION } from '../internals.js';
import { activeElementOf, documentElementOf, documentOf, getAttribute } from '../tree.js';
import type { TuiElement } from '../tui-element.js';
import { inlineRun, tidy, walk, type Content, type Piece, type Writer } from './walk.js';

const INDENT = '  ';
/** As deep as lines are indented, so that a deep document is not mostly blanks. */
const MAX_DEPTH = 20;

interface Line {
  readonly depth: number;
  text: string;
  /** Words and nothing more: alone in a named box they are behind its name. */
  readonly plain: boolean;
}

/** The text for screen readers of an element and its content, one line for each item. */
export function readElement(element: TuiElement): string {
  const reading = new Reading(element);
  walk(element, reading);
  return reading.text();
}

class Reading implements Writer {
  readonly readsSource = false;
  readonly readsInlineLabels = false;
  readonly #lines: Line[] = [];
  readonly #root: TuiElement;

  constructor(root: TuiElement) {
    this.#root = root;
  }

  text(): string {
    return this.#lines
      .map(({ depth, text }) => `${INDENT.repeat(Math.min(depth, MAX_DEPTH))}${text}`)
      .join('\n');
  }

  enter(element: TuiElement, depth: number, isSilent: boolean): Content {
    const summary = isSilent ? '' : element[ACCESSIBLE_SUMMARY]();
    const isFlow = element[DEFINITION].content === 'flow';
    const plain = !isFlow && getAttribute(element, 'role') === null && summary === readBox(element);
    const texts = sanitizeLines(summary).filter((text) => text.trim() !== '');
    const heading = texts.length === 1 ? this.#lines.length : -1;
    for (const [i, text] of texts.entries()) {
      this.#lines.push({ depth, text: i === 0 ? `${text}${this.#focus(element)}` : text, plain });
    }
    return { depth: texts.length === 0 ? depth : depth + 1, heading };
  }

  addRun(run: readonly Piece[], depth: number): void {
    const text = tidy(wordsOfRun(run));
    if (text !== '') this.#lines.push({ depth, text: sanitize(text), plain: true });
  }

  /** `item` and one line of words in it are one line: `item: Apples`. */
  leave({ heading = -1 }: Content): void {
    const name = this.#lines[heading];
    const only = this.#lines[heading + 1];
    if (name === undefined || only?.plain !== true || this.#lines.length !== heading + 2) return;
    name.text += `: ${only.text}`;
    this.#lines.pop();
  }

  /** What has the focus says so, unless it is what was requested. */
  #focus(element: TuiElement): string {
    const document = documentOf(element);
    if (element !== activeElementOf(document) || element === documentElementOf(document)) return '';
    return element === this.#root ? '' : ', focused';
  }
}

/** The default text of a box: its role and name, if it has any. */
export function readBox(element: TuiElement): string {
  const role = getAttribute(element, 'role');
  const label = getAttribute(element, 'aria-label');
  if (element[DEFINITION].content === 'flow') {
    const name = tidy(label ?? (element[BOX_TITLE] || (getAttribute(element, 'title') ?? '')));
    if (name === '') return isNoRole(role) ? '' : role;
    return `${isNoRole(role) ? 'group' : role} "${name}"`;
  }
  const text = tidy(
    label ?? (element[DEFINITION].content === 'none' ? '' : wordsOfRun(inlineRun(element))),
  );
  return isNoRole(role) || text === '' ? text : `${role} "${text}"`;
}

function isNoRole(role: string | null): role is null {
  return role === null || ['', 'none', 'presentation', 'generic'].includes(role);
}

/** A link is named as one. */
function wordsOfRun(run: readonly Piece[]): string {
  return run
    .map(({ name = '', focused, endsLink }) =>
      endsLink !== true ? name : focused === true ? ' (link, focused)' : ' (link)',
    )
    .join('');
}
