/** A path as it is typed in the file dialog: its folder, the start of a name, and completion. */

/** `~` and `~/x` as paths of the home. */
export function expandHome(typed: string, home: string): string {
  return typed === '~' || typed.startsWith('~/') ? home + typed.slice(1) : typed;
}

/** What is before the last slash, that included, and the start of a name after it. */
export function splitPath(typed: string): { readonly head: string; readonly start: string } {
  if (typed === '~') return { head: '~/', start: '' };
  const at = typed.lastIndexOf('/') + 1;
  return { head: typed.slice(0, at), start: typed.slice(at) };
}

/** The longest beginning that all of the names have. */
export function commonStart(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  let length = first.length;
  for (const name of rest) {
    let same = 0;
    while (same < length && name[same] === first[same]) same++;
    length = same;
  }
  // Not half a character.
  const last = first.charCodeAt(length - 1);
  return first.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
