/**
 * The `pattern` of an `input`, matched in bounded time.
 *
 * V8 tries the ways to match an expression one after the other, and for some (`(a+)+b`) there are more than any machine
 * gets through. Matching that could take long runs in `node:vm`, which can interrupt it.
 */
import { types } from 'node:util';
import { createContext, Script } from 'node:vm';

const { isNativeError } = types;

/** CPU time for one match. */
const MATCH_MS = 250;
/** What one match may take without drawing on the budget of its document. */
const FREE_MS = 1;
/** CPU time for all patterns of a document: so much at once, and this share of the time in which none is matched. */
const BUDGET_MS = 1000;
const BUDGET_SHARE = 0.1;
/** Compiling cannot be interrupted. */
const MAX_LENGTH = 5000;
/** Attempts where the time went by without this process, as on a busy machine: each has twice the time of the one before. */
const MAX_ATTEMPTS = 6;
/** Steps below which V8 matches without supervision: some milliseconds. */
const FEW_STEPS = 1_000_000;

/** Why a pattern is ignored. */
export interface Refusal {
  readonly code: 'bad-value' | 'slow-pattern';
  readonly message: string;
  readonly suggestion: string | undefined;
}

const NO_TIME: Refusal = {
  code: 'slow-pattern',
  message: '"pattern" is not checked: the patterns of this document take too long',
  suggestion: 'use simpler patterns, or fewer inputs with patterns',
};

/** An expression that a whole text has to match. */
export class Pattern {
  #regexp: RegExp | undefined;
  #refusal: Refusal | undefined;
  /** Texts of each kind for which V8 has compiled the expression. */
  readonly #samples = new Set<string>();

  constructor(
    readonly source: string,
    readonly budget: PatternBudget,
  ) {
    this.#compile();
  }

  /** Undefined where it works. */
  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  /** As in a browser, every text matches a pattern that cannot be used. */
  matches(text: string): boolean {
    // There may be time again.
    if (this.#refusal === NO_TIME) this.#compile();
    const regexp = this.#regexp;
    if (regexp === undefined || this.#refusal !== undefined) return true;
    if (hasFewSteps(this.source, text.length)) return this.#attempt(() => regexp.test(text));
    const matching = this.budget.spend(() =>
      this.#attempt(() => {
        this.#prepare(regexp, text);
        return supervised(regexp, text);
      }),
    );
    if (matching === undefined) this.#refusal = NO_TIME;
    return matching ?? true;
  }

  /**
   * Lets V8 compile the expression: at the first and the second match of texts of one byte a character, and of others.
   * On a slow machine that takes longer than a match may (`\p{RGI_Emoji}`), and cannot be interrupted.
   */
  #prepare(regexp: RegExp, text: string): void {
    const sample = /[^\0-\xff]/.test(text) ? '\uffff' : '';
    if (this.#samples.has(sample)) return;
    this.#samples.add(sample);
    supervised(regexp, sample);
    supervised(regexp, sample);
  }

  #compile(): void {
    this.#refusal = undefined;
    if (this.#regexp !== undefined) return;
    const compiled = this.budget.spend(() => compilePattern(this.source));
    if (compiled instanceof RegExp) this.#regexp = compiled;
    else this.#refusal = compiled === undefined ? NO_TIME : malformed(this.source, compiled);
  }

  #attempt(match: () => boolean | undefined): boolean {
    try {
      const matches = match();
      if (matches === undefined) this.#refusal = slow();
      return matches ?? true;
    } catch (error) {
      // V8 compiles at the first match, and may find the expression too large, or its stack too small.
      this.#refusal = malformed(this.source, asError(error));
      return true;
    }
  }
}

function malformed(source: string, error: Error): Refusal {
  const why = error.message.replace(/^Invalid regular expression: /, '');
  return {
    code: 'bad-value',
    message: `"pattern" is not a regular expression: ${why}`,
    suggestion: patternWayOut(source),
  };
}

function slow(): Refusal {
  return {
    code: 'slow-pattern',
    message: '"pattern" takes too long to match this value, and is ignored',
    suggestion: 'match each character in one way only: "a+b" instead of "(a+)+b", for example',
  };
}

/** A `pattern`, compiled to match whole texts; an Error where it cannot be. */
function compilePattern(pattern: string): RegExp | Error {
  if (pattern.length > MAX_LENGTH) {
    return new Error(`expected at most ${MAX_LENGTH} characters, found ${pattern.length}`);
  }
  try {
    return new RegExp(`^(?:${pattern})$`, 'v');
  } catch (error) {
    return asError(error);
  }
}

/** The time that the patterns of one document may still take. */
export class PatternBudget {
  #left = BUDGET_MS;
  #refilled = performance.now();

  /** Runs a task if there is time left. */
  spend<Result>(task: () => Result): Result | undefined {
    const now = performance.now();
    this.#left = Math.min(BUDGET_MS, this.#left + (now - this.#refilled) * BUDGET_SHARE);
    this.#refilled = now;
    if (this.#left <= 0) return undefined;
    const before = process.cpuUsage();
    const result = task();
    this.#left -= Math.max(0, cpuTimeSince(before) - FREE_MS);
    // On a busy machine a match takes far longer than its CPU time, and would pay for the next one.
    this.#refilled = performance.now();
    return result;
  }
}

const budgets = new WeakMap<object, PatternBudget>();

/** The budget of a document: one for all its patterns. */
export function budgetOf(document: object): PatternBudget {
  const budget = budgets.get(document) ?? new PatternBudget();
  budgets.set(document, budget);
  return budget;
}

/**
 * True where V8 cannot take long, whatever the text is: nothing repeated contains a choice, so that each repeat
 * multiplies the ways to match by the text's length at most, and each alternative doubles them.
 */
function hasFewSteps(pattern: string, length: number): boolean {
  // A repeated group, and classes with strings: `[\q{a|aa}]+`.
  if (/\)[*+?{]|\\q|Emoji|RGI/.test(pattern)) return false;
  const repeats = pattern.match(/[*+{]/g)?.length ?? 0;
  const alternatives = pattern.match(/(?<!\()\?|\|/g)?.length ?? 0;
  const ways = (length + 1) ** repeats * 2 ** alternatives;
  return ways * (pattern.length + length) < FEW_STEPS;
}

let supervisor: ((match: () => boolean, timeout: number) => unknown) | undefined;

/** Undefined where it takes too long. */
function supervised(regexp: RegExp, text: string): boolean | undefined {
  supervisor ??= makeSupervisor();
  for (let attempts = 1; ; attempts++) {
    const before = process.cpuUsage();
    try {
      return supervisor(() => regexp.test(text), MATCH_MS * 2 ** (attempts - 1)) === true;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      if (attempts === MAX_ATTEMPTS || cpuTimeSince(before) > MATCH_MS / 2) {
        return undefined;
      }
    }
  }
}

function makeSupervisor(): (match: () => boolean, timeout: number) => unknown {
  const sandbox: { match: () => boolean } = { match: () => false };
  const context = createContext(sandbox);
  const script = new Script('match()');
  return (match, timeout) => {
    sandbox.match = match;
    const matches: unknown = script.runInContext(context, { timeout });
    return matches;
  };
}

function isTimeout(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** Milliseconds of this process, whatever else the machine does. */
function cpuTimeSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function asError(error: unknown): Error {
  return isNativeError(error) ? error : new Error(String(error));
}

/** Brackets that do not close take quadratic time. */
const MAX_MENDED = 1000;

/** Flag `v`, with which browsers compile patterns, requires escapes in a class: `[a-z0-9-]` is `[a-z0-9\\-]`. */
export function patternWayOut(pattern: string): string | undefined {
  if (pattern.length > MAX_MENDED) return undefined;
  const escaped = pattern.replace(/\[((?:\\.|[^\]\\])*)\]/g, (_, inside: string) => {
    const text = inside.replace(/\\.|[()[\]{}/|]|^-|-$/g, (part) =>
      part.startsWith('\\') ? part : `\\${part}`,
    );
    return `[${text}]`;
  });
  return escaped !== pattern && compilePattern(escaped) instanceof RegExp
    ? `write ${escaped}`
    : undefined;
}
