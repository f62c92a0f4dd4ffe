/** The place of an element in its file. */
import type { Source, Span } from '../base/diagnostics.js';
import { attributeKey } from '../markup/names.js';
import { valuePlace, type MarkupAttribute, type MarkupElement } from '../markup/nodes.js';

export class ElementSource {
  /** From `<` of the open tag to `>` of the close tag. */
  readonly span: Span;
  readonly openTag: Span;
  /** The name in the open tag. */
  readonly name: Span;
  /** Between the tags. */
  readonly content: Span;
  readonly #attributes: readonly MarkupAttribute[];

  constructor(
    readonly source: Source,
    element: MarkupElement,
  ) {
    this.span = element.span;
    this.openTag = element.openTag;
    this.name = element.nameSpan;
    this.content = element.content;
    this.#attributes = element.attributes;
  }

  /** The attributes of the open tag as they were written, by camelCase name. */
  get attributes(): ReadonlyMap<string, { readonly name: Span; readonly value: Span }> {
    return new Map(
      this.#attributes.map(({ name, nameSpan, valueSpan }) => [
        attributeKey(name),
        { name: nameSpan, value: valueSpan },
      ]),
    );
  }

  /** The name of an attribute; the open tag's name where it was not written. */
  nameSpan(attribute: string): Span {
    return this.#find(attribute)?.nameSpan ?? this.name;
  }

  /** The decoded value of an attribute; undefined where it was not written. */
  writtenValue(attribute: string): string | undefined {
    return this.#find(attribute)?.value;
  }

  /**
   * A part of an attribute's decoded value, as a place in the file; the whole value without offsets.
   * Undefined where the attribute was not written.
   */
  valueSpan(attribute: string, start?: number, end?: number): Span | undefined {
    const found = this.#find(attribute);
    if (found === undefined) return undefined;
    if (start === undefined) return found.valueSpan;
    return valuePlace(found, start, end ?? start);
  }

  #find(attribute: string): MarkupAttribute | undefined {
    const key = attributeKey(attribute);
    return this.#attributes.find(({ name }) => attributeKey(name) === key);
  }
}
