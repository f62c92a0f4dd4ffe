/** The examples of `code`. */
import type { Example } from '../support/author.js';

export const EXAMPLES: readonly Example[] = [
  {
    name: 'highlighted, with line numbers',
    size: [46, 7],
    markup: `<code language="ts" line-numbers="true">
/** The area of a circle. */
export function area(radius: number): number {
  if (radius < 0) throw new RangeError('negative');
  return Math.PI * radius ** 2; // cells
}

console.log(\`\${area(2)} m²\`);
</code>`,
  },
  {
    name: 'marks with messages',
    size: [60, 6],
    markup: `<code filename="clock.py" line-numbers="true" first-line="40" marks='[
  {"line": 41, "column": 12, "endColumn": 15, "tone": "error", "message": "name \\"now\\" is not defined"},
  {"line": 43, "endLine": 44, "tone": "warning", "message": "unreachable"},
  {"line": 45, "tone": "success"}]'>
def hour():
    return now().hour

    print("never")
    print("again")
hour()
</code>`,
  },
  {
    name: 'search, and lines that wrap',
    size: [34, 7],
    markup: `<code language="json" wrap="true" search-text="port" line-numbers="true">
{
  "name": "clock",
  "ports": [8080, 8081, 8082, 8083, 8084],
  "import": true
}
</code>`,
  },
  {
    name: 'in a text',
    size: [40, 1],
    markup: `<text>Write <code>if (a < b)</code>, then <b>save</b>.</text>`,
  },
];
