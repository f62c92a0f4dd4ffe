/** Suggestions for HTML's elements that have another name here. */
import type { Registry } from '../tui-element.js';

/** A tag to write, or what to do; and the HTML elements it replaces. */
const ROWS: readonly (readonly [tag: string, hint: string, names: string])[] = [
  [
    'container',
    'write <container>',
    'div section main header footer nav article aside fieldset figure address center html body',
  ],
  ['text', 'write <text>', 'p pre code blockquote legend figcaption caption kbd samp'],
  ['text', 'write <text><b>…</b></text>', 'h1 h2 h3 h4 h5 h6'],
  ['list', 'write <list>', 'ul dl'],
  ['list', 'write <list ordered="true">', 'ol'],
  ['li', 'write <li>', 'dt dd'],
  ['separator', 'write <separator/>', 'hr'],
  ['progress', 'write <progress>', 'meter'],
  ['collapsible', 'write <collapsible summary="…">', 'details'],
  ['collapsible', 'write it as an attribute: <collapsible summary="…">', 'summary'],
  ['tr', 'write rows directly in <table>', 'thead tbody tfoot colgroup col'],
  ['select', 'write <select>', 'datalist'],
  ['b', 'write <b>', 'big mark'],
  ['i', 'write <i>', 'cite dfn var'],
  ['u', 'write <u>', 'ins'],
  ['s', 'write <s>', 'del strike'],
  ['span', 'write <span style="…">', 'small sub sup font abbr q time'],
  ['img', 'write <img src="…">, with a PNG, JPEG, GIF or WebP file', 'picture svg image'],
  ['style', 'write the rules into <style>', 'link'],
  ['script', 'a terminal shows no media; make a picture of characters', 'video audio iframe'],
];

/** Made when a document first has a name that is none of ours. */
let hints: ReadonlyMap<string, readonly [tag: string, hint: string]> | undefined;

function hintOf(name: string): readonly [tag: string, hint: string] | undefined {
  hints ??= new Map(
    ROWS.flatMap(([tag, hint, names]) =>
      names.split(' ').map((each) => [each, [tag, hint]] as const),
    ),
  );
  return hints.get(name);
}

/** What to write instead of an HTML element; undefined for other names, and if the replacement is not registered. */
export function insteadOfHtml(name: string, registry: Registry): string | undefined {
  const found = hintOf(name.toLowerCase());
  return found !== undefined && registry.has(found[0]) ? found[1] : undefined;
}

/** Replacements for HTML attributes other than those for style; null if there is none. */
const ATTRIBUTES: Readonly<Record<string, string | null>> = {
  type: 'write it on an <input> or a <button>',
  action: 'write onSubmit="…": new FormData(event.target) has the values',
  for: 'write it on a <label>',
  href: 'write it on an <a>',
  ...Object.fromEntries(
    'name value src alt target rel lang dir content checked selected multiple'
      .split(' ')
      .map((name) => [name, null]),
  ),
};

/** Undefined for names without such a meaning in HTML. */
export function insteadOfHtmlAttribute(name: string): string | null | undefined {
  return Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
}
