/** Diagnostics of a chart, with their place in the document; each is reported once. */
import { reportFault, reportToDocument } from '../../runtime/element/services.js';
import { sourceOf, type TuiElement } from '../../runtime/element/tui-element.js';
import type { Remark } from './remarks.js';

export class ChartReports {
  readonly #known = new Set<string>();

  readonly #element: TuiElement;

  constructor(element: TuiElement) {
    this.#element = element;
  }

  /** A warning, once for each code and attribute. */
  remark(remark: Remark | undefined): void {
    if (remark === undefined) return;
    const key = `${remark.code} ${remark.attribute}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    reportToDocument(this.#element, {
      severity: 'warning',
      code: remark.code,
      message: `data-bars: ${remark.message}`,
      ...this.#place(remark.attribute),
    });
  }

  /** A value of an attribute that cannot be used. */
  fault(attribute: string, code: string, message: string, suggestion?: string): void {
    const place = this.#place(attribute);
    const mend = suggestion === undefined ? {} : { suggestion };
    reportFault(this.#element, { code, message: `data-bars: ${message}`, ...mend, ...place });
  }

  /** The same, once: of two attributes that contradict each other both are looked at. */
  faultOnce(attribute: string, code: string, message: string): void {
    if (!this.#known.has(message)) this.fault(attribute, code, message);
    this.#known.add(message);
  }

  #place(attribute: string): object {
    const source = sourceOf(this.#element);
    return { source: source?.source, span: source?.valueSpan(attribute) };
  }
}
