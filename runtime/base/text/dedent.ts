/** The text of a raw block as its author meant it: without the indentation of the document and blank lines around it. */
export function dedent(text: string): string {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trimEnd());
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  // What follows the tag on its line is indented by nothing.
  const counted = /^\s*\S/.test(text.split(/[\r\n]/, 1)[0] ?? '') ? lines.slice(1) : lines;
  const indents = counted.filter((line) => line !== '').map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  if (indents.length === 0) return lines.join('\n').trim();
  return lines
    .map((line) => line.slice(Math.min(least, Math.max(0, line.search(/\S/)))))
    .join('\n');
}
