/** Text as markup, and as a name in a selector. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

export function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (found) => ENTITIES[found] ?? found);
}

/** For a value in double quotes. */
export function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\u00a0]/g, (found) => ENTITIES[found] ?? found);
}

/** `CSS.escape`: a name as selectors have it (CSSOM, "serialize an identifier"). */
export function escapeIdentifier(text: string): string {
  let escaped = '';
  for (let index = 0; index < text.length; index++) {
    const unit = text.charAt(index);
    const code = text.charCodeAt(index);
    const isFirst = index === 0 || (index === 1 && text.startsWith('-'));
    if (code === 0) escaped += '\ufffd';
    else if (code <= 0x1f || code === 0x7f || (isFirst && unit >= '0' && unit <= '9')) {
      escaped += `\\${code.toString(16)} `;
    } else if (text === '-' || !(code >= 0x80 || /[-\w]/.test(unit))) escaped += `\\${unit}`;
    else escaped += unit;
  }
  return escaped;
}
