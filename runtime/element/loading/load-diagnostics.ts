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
  readonly #ids = new Set<string>();

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
    if (this.#ids.has(id)) return true;
    this.#ids.add(id);
    return false;
  }
}
