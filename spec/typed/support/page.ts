/** The code of a page, by the names of its files. */
import { readFileSync } from 'node:fs';

export function codeOf(page: string): ReadonlyMap<string, string> {
  const fences = readFileSync(page, 'utf8').matchAll(/^```\w+ (\S+).*\n([\s\S]*?)^```$/gm);
  return new Map([...fences].map(([, name = '', code = '']) => [name, code]));
}
