/** The content of an app for approvals: the bytes that its bundle was made of. */
import type { Hash } from 'node:crypto';
import type { AppContent } from '../../policy/types.js';

/**
 * @param document its name and text, which was UTF-8
 * @param files every file that was read for the bundle, by its real path: modules, and the package.json and
 *   tsconfig.json files that decided which ones
 * @param imports where each import led: two links that are exchanged leave all files as they were
 */
export function contentOf(
  document: { readonly name: string; readonly text: string },
  files: ReadonlyMap<string, Uint8Array>,
  imports: ReadonlyMap<string, string>,
): AppContent {
  const own = digest(Buffer.from(document.text));
  const others = [...files].map(([name, bytes]) => [name, digest(bytes)] as const);
  // The document first: an import of itself may have read another version of it.
  const names = new Map([...others, [document.name, own] as const]);
  const hash = sha256();
  for (const list of [[[document.name, own] as const], others, [...imports]]) {
    // Lengths first: nothing can be taken for what comes next.
    hash.update(`${list.length};`);
    for (const [name, value] of [...list].sort(([a], [b]) => (a < b ? -1 : 1))) {
      hash.update(`${Buffer.byteLength(name)}:${Buffer.byteLength(value)}:${name}${value}`);
    }
  }
  return { hash: hash.digest('hex'), files: names };
}

/** SHA-256 as hexadecimal text. */
export function digest(bytes: Uint8Array): string {
  return sha256().update(bytes).digest('hex');
}

/** Loaded late: Node's crypto takes 4 ms, and most apps request no permissions. */
function sha256(): Hash {
  return process.getBuiltinModule('node:crypto').createHash('sha256');
}
