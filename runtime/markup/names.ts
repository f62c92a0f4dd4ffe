/** The two spellings of a name: `show-values` in text, `showValues` inside. */

const camel = new Map<string, string>();
/** Names come from documents: an endless supply of them must not fill the memory. */
const REMEMBERED = 4096;

/** `led-width` and `ledWidth` to `ledWidth`. Custom properties (`--x`) and names with a colon stay as they are. */
export function camelCase(name: string): string {
  let found = camel.get(name);
  if (found === undefined) {
    found =
      name.startsWith('--') || name.includes(':')
        ? name
        : name.replace(/-+([^-])/g, (_, letter: string) => letter.toUpperCase());
    if (camel.size >= REMEMBERED) camel.clear();
    camel.set(name, found);
  }
  return found;
}

/** `ledWidth` and `led-width` to `led-width`. */
export function kebabCase(name: string): string {
  if (name.startsWith('--')) return name;
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The name under which an attribute is one and the same: camelCase, but `data-*`, `aria-*` and `bind:*` verbatim. */
export function attributeKey(name: string): string {
  if (!name.includes('-')) return name;
  return name.startsWith('data-') || name.startsWith('aria-') ? name : camelCase(name);
}
