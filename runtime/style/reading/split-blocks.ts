/** Splitting raw CSS at its top level, for the parts of a block that css-tree leaves unread. */

export interface Segment {
  readonly kind: 'rule' | 'declaration';
  /** UTF-16 offsets into the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * Rules end with their closing brace, declarations with a semicolon or the text. Strings, comments and
 * escapes are passed over. One pass, whatever the text.
 */
export function segments(text: string): Segment[] {
  const found: Segment[] = [];
  let start = 0;
  let depth = 0;
  let index = 0;
  const close = (kind: Segment['kind']): void => {
    found.push({ kind, start, end: index + 1 });
    start = index + 1;
    depth = 0;
  };
  for (; index < text.length; index++) {
    switch (text[index]) {
      case '\\':
        index++;
        break;
      case '"':
      case "'":
        index = endOfString(text, index);
        break;
      case '/':
        if (text[index + 1] === '*') {
          const end = text.indexOf('*/', index + 2);
          index = end < 0 ? text.length : end + 1;
        }
        break;
      case '{':
        depth++;
        break;
      case '}':
        if (depth <= 1) close('rule');
        else depth--;
        break;
      case ';':
        if (depth === 0) close('declaration');
        break;
      default:
    }
  }
  if (start < text.length) {
    found.push({ kind: depth > 0 ? 'rule' : 'declaration', start, end: text.length });
  }
  return found;
}

/** Index of the closing quote; a line break ends a string that is not closed, as in CSS. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === text[start] || text[index] === '\n') return index;
  }
  return text.length;
}
