/** Completes unfinished Markdown as it will look: emphasis, code and links that are not closed yet. */

/** Characters that open and close emphasis. */
const MARKS = /^(?:\*{1,3}|_{1,3}|~~)/;

/**
 * The inline text of a block that goes on being written, with an end for what is open: `a **b` is `a **b**`, and of
 * `[text](htt` only the text shows. Text that is complete comes back as it is.
 */
export function repairInline(text: string): string {
  const open: { readonly mark: string; readonly at: number }[] = [];
  const links = new Links(text);
  let end = text;
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at, at + 4);
    const code = /^`+/.exec(text.slice(at, at + 32))?.[0];
    const mark = MARKS.exec(rest)?.[0];
    if (rest.startsWith('\\')) at += 2;
    else if (code !== undefined) {
      const close = closeOf(text, code, at + code.length);
      if (close < 0) return openCode(text, at, code) + closers(open);
      at = close + code.length;
    } else if (rest.startsWith('[') || rest.startsWith('![')) {
      const link = links.openAt(text.indexOf('[', at));
      if (link !== undefined) {
        end = text.slice(0, at) + link;
        break;
      }
      at += rest.startsWith('!') ? 2 : 1;
    } else if (mark !== undefined) {
      track(open, text, mark, at);
      at += mark.length;
    } else at++;
  }
  // A mark that nothing follows is not shown until it is known what it is.
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (end.slice(last.at + last.mark.length).trim() !== '') break;
    end = end.slice(0, last.at);
    open.pop();
  }
  return open.length === 0 ? end : end.trimEnd() + closers(open);
}

function closers(open: readonly { readonly mark: string }[]): string {
  return open
    .map(({ mark }) => mark)
    .reverse()
    .join('');
}

/** Where a run of exactly these backticks is. */
function closeOf(text: string, code: string, from: number): number {
  for (let at = text.indexOf(code, from); at >= 0;) {
    const run = /^`+/.exec(text.slice(at))?.[0].length ?? 0;
    if (run === code.length) return at;
    at = text.indexOf(code, at + run);
  }
  return -1;
}

function openCode(text: string, at: number, code: string): string {
  const content = text.slice(at + code.length);
  if (content.trim() === '') return text.slice(0, at);
  // A part of the run that closes it may be there already.
  const inside = content.replace(/`+$/, '');
  return inside.trim() === '' ? text.slice(0, at) : text.slice(0, at) + code + inside + code;
}

/** Finds links that are not complete. In one pass, and not from each bracket to the end: a text may be nothing but brackets. */
class Links {
  /** Where each bracket is closed; made with the first that is asked about. */
  #closes: ReadonlyMap<number, number> | undefined;
  /** From each place to the end, how many more parentheses are opened than closed. */
  #depths: Int32Array | undefined;
  /** Where the last line starts: a destination that goes on is in it. */
  #lastLine: number | undefined;

  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The text of a link whose destination is not complete; undefined where it is, or where it may be no link.
   *
   * @param at of its `[`
   */
  openAt(at: number): string | undefined {
    const text = this.#text;
    this.#closes ??= closesOf(text);
    const end = this.#closes.get(at);
    if (end === undefined || text[end + 1] !== '(') return undefined;
    this.#lastLine ??= text.lastIndexOf('\n') + 1;
    if (end + 2 < this.#lastLine) return undefined;
    this.#depths ??= depthsOf(text);
    return (this.#depths[end + 2] ?? 0) >= 0 ? text.slice(at + 1, end) : undefined;
  }
}

/** Where each `[` is closed. */
function closesOf(text: string): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '[') open.push(at);
    else if (character === ']') {
      const start = open.pop();
      if (start !== undefined) closes.set(start, at);
    }
  }
  return closes;
}

function depthsOf(text: string): Int32Array {
  const depths = new Int32Array(text.length + 1);
  for (let at = text.length - 1, depth = 0; at >= 0; at--) {
    const character = text[at];
    if (character === '(') depth++;
    else if (character === ')') depth--;
    depths[at] = depth;
  }
  return depths;
}

function track(open: { mark: string; at: number }[], text: string, mark: string, at: number): void {
  const before = text[at - 1] ?? ' ';
  const after = text[at + mark.length] ?? ' ';
  const top = open.at(-1);
  if (top?.mark === mark && !/\s/.test(before)) open.pop();
  else if (!/\s/.test(after) || at + mark.length >= text.length) {
    // `snake_case` is not emphasis.
    if (mark.startsWith('_') && /[\p{L}\p{N}]/u.test(before)) return;
    open.push({ mark, at });
  }
}
