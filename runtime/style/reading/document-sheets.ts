/** The `<style>` elements of a document as rules, each read again only when its text changed. */
import type { Diagnostic, Source } from '../../base/diagnostics.js';
import { childNodesOf, dataOf, isText } from '../../dom/tree/tree-node.js';
import { sourceOf, type TuiElement } from '../../element/tui-element.js';
import { mediaHolds, type Media } from './media.js';
import type { PropertyTable } from '../properties/properties.js';
import type { Rule } from '../matching/rules.js';
import { parseSheet, type Sheet } from './sheet.js';

/** Where an element was written. */
export interface SheetOrigin {
  readonly source: Source;
  /** Between the tags. */
  readonly content: { readonly start: number; readonly end: number };
}

interface Known {
  readonly text: string;
  readonly sheet: Sheet;
}

export class DocumentSheets {
  readonly #known = new WeakMap<object, Known>();
  #sheets: readonly Sheet[] = [];
  /** Those of shadow trees, once for all instances of a component. */
  readonly #scoped = new Set<Sheet>();

  readonly #table: PropertyTable;

  constructor(table: PropertyTable) {
    this.#table = table;
  }

  /** Reads the document's style elements, in document order. */
  update(elements: Iterable<TuiElement>): void {
    this.#sheets = [...elements].map((element) => this.#sheetOf(element));
    this.#scoped.clear();
  }

  /** The rules of style elements that apply to a shadow tree. */
  rulesIn(elements: readonly TuiElement[], media: Media): Rule[] {
    return elements.flatMap((element) => {
      const sheet = this.#sheetOf(element);
      this.#scoped.add(sheet);
      return sheet.rules.filter(({ conditions }) => mediaHolds(conditions, media));
    });
  }

  /** The rules that apply to a screen, in order. */
  rules(media: Media): Rule[] {
    return this.#sheets.flatMap(({ rules }) =>
      rules.filter(({ conditions }) => mediaHolds(conditions, media)),
    );
  }

  /** True where some rule holds on one of two screens only. */
  differ(before: Media, after: Media): boolean {
    return [...this.#sheets, ...this.#scoped].some(({ rules }) =>
      rules.some(
        ({ conditions }) => mediaHolds(conditions, before) !== mediaHolds(conditions, after),
      ),
    );
  }

  get diagnostics(): Diagnostic[] {
    return [...this.#sheets, ...this.#scoped].flatMap((sheet) => sheet.diagnostics);
  }

  #sheetOf(element: TuiElement): Sheet {
    const text = childText(element);
    let known = this.#known.get(element);
    if (known === undefined || known.text !== text) {
      known = { text, sheet: this.#parse(text, sourceOf(element)) };
      this.#known.set(element, known);
    }
    return known.sheet;
  }

  #parse(text: string, origin: SheetOrigin | undefined): Sheet {
    if (origin !== undefined) {
      const { source, content } = origin;
      // A script may have replaced the text: then it is in no file.
      if (source.text.slice(content.start, content.end) === text) {
        return parseSheet(this.#table, text, source, content.start);
      }
    }
    return parseSheet(this.#table, text, { file: '<style>', text });
  }
}

/** Text right inside the element; what elements in it hold is not part of the sheet (HTML, `<style>`). */
function childText(element: TuiElement): string {
  let text = '';
  for (const node of childNodesOf(element)) if (isText(node)) text += dataOf(node);
  return text;
}
