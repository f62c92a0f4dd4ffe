/** Names of files as git writes them in diffs: with a prefix, and quoted where they have unusual characters. */

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** The name in `"a\303\244\tb"`, whose escapes are those of C, for bytes of UTF-8; another text is returned as it is. */
export function unquote(written: string): string {
  if (!written.startsWith('"') || !written.endsWith('"') || written.length < 2) return written;
  const bytes: number[] = [];
  const inner = written.slice(1, -1);
  for (let at = 0; at < inner.length;) {
    const octal = /^\\([0-3][0-7]{2})/.exec(inner.slice(at, at + 4))?.[1];
    const escape = inner[at] === '\\' ? ESCAPES[inner[at + 1] ?? ''] : undefined;
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8));
      at += 4;
    } else if (escape !== undefined) {
      bytes.push(escape);
      at += 2;
    } else {
      const character = String.fromCodePoint(inner.codePointAt(at)!);
      bytes.push(...new TextEncoder().encode(character));
      at += character.length;
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** The name in `--- a/name` or `+++ b/name`; undefined for `/dev/null`. */
export function nameIn(line: string, prefix: 'a/' | 'b/'): string | undefined {
  const written = line.slice(4).replace(/\r$/, '');
  // After a tab there may be a time.
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(written)?.[0];
  const name = unquote(quoted ?? written.replace(/\t.*$/, ''));
  if (name === '/dev/null') return undefined;
  return name.startsWith(prefix) ? name.slice(2) : name;
}

/** The names in `diff --git a/one b/two`; the same name twice where blanks leave it open. */
export function namesInHeader(line: string): { readonly old: string; readonly new: string } {
  const rest = line.replace(/^diff --git /, '').replace(/\r$/, '');
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(rest);
  const half = rest.length >> 1;
  const [first = rest, second = rest] =
    quoted !== null ? quoted.slice(1) : [rest.slice(0, half), rest.slice(half + 1)];
  return {
    old: unquote(first).replace(/^a\//, ''),
    new: unquote(second).replace(/^b\//, ''),
  };
}

/** A name as a patch has it. */
export function quoted(name: string): string {
  if (!/["\\\u0000-\u001f\u007f]/.test(name)) return name;
  const inner = name.replace(/["\\]/g, '\\$&').replace(/[\u0000-\u001f\u007f]/g, (character) => {
    return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return `"${inner}"`;
}
