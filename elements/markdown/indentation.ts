/** Removes the common indentation of the text between the tags. */

/**
 * Without the indentation that all lines have, and without blank lines at its start. What is at the end stays: blanks
 * are a line break there, and more may be added.
 */
export function unindent(text: string): string {
  if (!text.includes('\n')) return text.replace(/^[ \t]+/, '');
  const lines = text.split(/\r\n|\n|\r/);
  while (lines[0]?.trim() === '') lines.shift();
  // What follows the tag on its line is indented by nothing.
  const isInline = /^[ \t]*\S/.test(text.split(/[\r\n]/, 1)[0] ?? '');
  const counted = (isInline ? lines.slice(1) : lines).filter((line) => line.trim() !== '');
  const least = Math.min(...counted.map((line) => line.search(/[^ \t]/)));
  if (counted.length === 0) return lines.map((line) => line.trimStart()).join('\n');
  return lines
    .map((line) => line.slice(Math.min(least, Math.max(0, line.search(/[^ \t]|$/)))))
    .join('\n');
}
