/** Warnings of what scripts set, at their places: a script may set the same thing at every frame. */
import { formatPlace } from '../../base/diagnostics.js';
import { hostOf } from '../query.js';
import type { TuiDocument } from '../tui-element.js';

interface ScriptWarning {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** Warnings of one document, and how often a place is looked for, which costs the text of a stack. */
const MAX_WARNINGS = 100;
const MAX_LOOKUPS = 2000;

export class ScriptWarnings {
  readonly #reported = new Set<string>();
  #lookups = 0;

  readonly #document: TuiDocument;

  constructor(document: TuiDocument) {
    this.#document = document;
  }

  /**
   * Reports a warning once for each place in a script.
   *
   * @param subject what it is about: a line may set several things
   */
  add(subject: string, warning: ScriptWarning, isOfScripts = false): void {
    if (this.#reported.size >= MAX_WARNINGS || this.#lookups >= MAX_LOOKUPS) return;
    this.#lookups++;
    const host = hostOf(this.#document);
    const place = host.callerPlace();
    // The program's own code sets attributes, too.
    if (place === undefined && isOfScripts) return;
    const where = place === undefined ? warning.message : formatPlace(place.source, place.span);
    const key = `${where} ${subject}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    const { code, message, suggestion } = warning;
    host.report({ severity: 'warning', code, message, suggestion, ...place });
  }
}
