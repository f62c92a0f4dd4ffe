/** Text as markup. */

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
