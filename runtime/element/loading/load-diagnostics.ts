/** Diagnostics of one reading: bounded, and each suggestion computed once. */
import {
  didYouMean,
  type Diagnostic,
  type Severity,
  type Source,
  type Span,
} from '../../base/diagnostics.js';

/** Of each severity; a file with more of them is not read to the end by anyone. */
const MAX_DIAGNOSTICS = 200;

export class LoadDiagnostics {
  readonly list: Diagnostic[] = [];
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  readonly #suggestions = new Map<string, string | undefined>();
  /** Ids of the document, and of the templates around the place that is read: each has ids of its own. */
  readonly #ids: Set<string>[] = [new Set()];

  /** True where the text has a script, by its looks alone. */
  readonly hasScript: boolean;

  constructor(readonly source: Source) {
    this.hasScript = /<script\b/i.test(source.text);
  }

  /** Computing the suggestion is costly, so it is a function, called only if the diagnostic is kept. */
  add(
    severity: Severity,
    code: string,
    message: string,
    span: Span,
    suggest: () => string | undefined = () => undefined,
  ): void {
    const { source } = this;
    const count = ++this.#counts[severity];
    if (count <= MAX_DIAGNOSTICS) {
      this.list.push({ severity, code, message, source, span, suggestion: suggest() });
    } else if (count === MAX_DIAGNOSTICS + 1) {
      const rest = `more than ${MAX_DIAGNOSTICS} ${severity}s; the rest are not listed`;
      this.list.push({ severity, code: 'too-many-faults', message: rest, source, span });
    }
  }

  /** The same wrong name mostly comes many times. */
  didYouMean(name: string, candidates: Iterable<string>, kind: string): string | undefined {
    const key = `${kind} ${name}`;
    if (!this.#suggestions.has(key)) this.#suggestions.set(key, didYouMean(name, candidates));
    return this.#suggestions.get(key);
  }

  /** True if the id is used already. */
  isRepeated(id: string): boolean {
    const ids = this.#ids.at(-1)!;
    if (ids.has(id)) return true;
    ids.add(id);
    return false;
  }

  /** The content of a template begins, or ends. */
  enterTemplate(): void {
    this.#ids.push(new Set());
  }
  leaveTemplate(): void {
    this.#ids.pop();
  }
}
