/** The output of the markup parser: plain nodes that know their place in the file. */
import type { Span } from '../base/diagnostics.js';

export interface MarkupElement {
  readonly type: 'element';
  readonly name: string;
  readonly attributes: readonly MarkupAttribute[];
  readonly children: readonly MarkupNode[];
  /** From `<` of the open tag to `>` of the close tag. */
  readonly span: Span;
  readonly openTag: Span;
  /** The name inside the open tag. */
  readonly nameSpan: Span;
  /** Between the tags; empty and at the end of the open tag where the element is self-closing. */
  readonly content: Span;
}

interface MarkupText {
  readonly type: 'text';
  /** With entities decoded, except in raw elements. */
  readonly data: string;
  readonly span: Span;
}

interface MarkupComment {
  readonly type: 'comment';
  readonly data: string;
  readonly span: Span;
}

export type MarkupNode = MarkupElement | MarkupText | MarkupComment;

export interface MarkupAttribute {
  /** As the author spelt it. */
  readonly name: string;
  /** Decoded; empty where the attribute has none. */
  readonly value: string;
  readonly nameSpan: Span;
  /** Without its quotes; the name's own span where there is no value. */
  readonly valueSpan: Span;
  /** Pieces of the value where decoding moved offsets; absent where decoded and written text are one. */
  readonly pieces?: readonly ValuePiece[] | undefined;
}

/** A run of an attribute value: copied text, or an entity and what it represents. */
export interface ValuePiece {
  /** Offset in the decoded value where the run starts. */
  readonly at: number;
  /** Where it is in the file. */
  readonly span: Span;
  readonly entity: boolean;
}

/** The place in the file of a part of an attribute's decoded value; offsets in UTF-16 units, clamped to the value. */
export function valuePlace(attribute: MarkupAttribute, start: number, end: number): Span {
  const from = Math.max(0, Math.min(start, attribute.value.length));
  const to = Math.max(from, Math.min(end, attribute.value.length));
  if (attribute.value === '') return attribute.valueSpan;
  const first = placeOf(attribute, from).start;
  return { start: first, end: to > from ? placeOf(attribute, to - 1).end : first };
}

/** The written characters of the decoded character at `offset`. */
function placeOf(attribute: MarkupAttribute, offset: number): Span {
  const { pieces, valueSpan } = attribute;
  if (offset >= attribute.value.length) return { start: valueSpan.end, end: valueSpan.end };
  if (pieces === undefined) {
    return { start: valueSpan.start + offset, end: valueSpan.start + offset + 1 };
  }
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.at <= offset) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low]!;
  if (piece.entity) return piece.span;
  const start = piece.span.start + (offset - piece.at);
  return { start, end: start + 1 };
}
