/** Diagnostics of a chart, with their place in the document; each is reported once. */
import type { ChartWarning } from './contract.js';
import { attributePlace, reportAttributeError } from '../../runtime/element/attribute-errors.js';
import { reportToDocument } from '../../runtime/element/services.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';

export class ChartDiagnostics {
  readonly #known = new Set<string>();

  readonly #element: TuiElement;

  constructor(element: TuiElement) {
    this.#element = element;
  }

  /** A warning, once for each code and attribute. */
  warnOnce(warning: ChartWarning | undefined): void {
    if (warning === undefined) return;
    const key = `${warning.code} ${warning.attribute}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    reportToDocument(this.#element, {
      severity: 'warning',
      code: warning.code,
      message: `${this.#element.localName}: ${warning.message}`,
      ...attributePlace(this.#element, warning.attribute),
    });
  }

  /** A value of an attribute that cannot be used. */
  reportError(attribute: string, code: string, message: string, suggestion?: string): void {
    reportAttributeError(this.#element, attribute, {
      code,
      message: `${this.#element.localName}: ${message}`,
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }

  /** The same, once: of two attributes that contradict each other both are looked at. */
  reportErrorOnce(attribute: string, code: string, message: string): void {
    if (!this.#known.has(message)) this.reportError(attribute, code, message);
    this.#known.add(message);
  }
}
