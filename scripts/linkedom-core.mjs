import { readFile } from 'node:fs/promises';

/** The pattern's one match in a package's file; where there is none, the package has changed. */
function only(text, pattern, path) {
  const found = [...text.matchAll(pattern)];
  if (found.length !== 1)
    throw new Error(`${path}: ${found.length} matches of ${pattern}, not one`);
  return found[0];
}

/**
 * Parts of linkedom that this project never reaches: its own parser and serialiser of HTML, which bring
 * a second htmlparser2, and the classes of HTML's elements, which bring a CSS object model.
 */
const UNREACHED = [
  [/\/linkedom\/esm\/dom\/parser\.js$/, ['DOMParser']],
  [/\/linkedom\/esm\/shared\/parse-from-string\.js$/, ['parseFromString', 'isNotParsing']],
  [/\/linkedom\/esm\/shared\/html-classes\.js$/, []],
];

export const linkedomCore = {
  name: 'linkedom-core',
  setup({ onLoad }) {
    for (const [filter, names] of UNREACHED) {
      onLoad({ filter }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        for (const name of names)
          only(text, new RegExp(`^export (const|class) ${name}\\b`, 'gm'), path);
        const refuse = `() => { throw new Error('this part of linkedom is not in the bundle'); }`;
        const stubs = names.map((name) =>
          // Asked by every change; nothing is ever parsed.
          name === 'isNotParsing'
            ? `export const ${name} = () => true;`
            : `export const ${name} = ${refuse};`,
        );
        return { contents: [...stubs, 'export const HTMLClasses = {};'].join('\n') };
      });
    }
  },
};
