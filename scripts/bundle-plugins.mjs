/** What the bundle has otherwise than the sources: parts loaded late, parts left out, yoga started at once. */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

/**
 * `createRequire(import.meta.url)('x')` in our own files means "load x when it is first needed". Bundlers
 * leave it alone; written as a plain require it is bundled, and still evaluated late. A sandboxed app has
 * no node_modules to look in.
 */
export const lateModules = {
  name: 'late-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\/(runtime|elements|config|cli)\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('createRequire(import.meta.url)(')) return undefined;
      const contents = text.replace(/createRequire\(import\.meta\.url\)\(/g, 'require(');
      return { contents, loader: 'ts' };
    });
  },
};

/** The pattern's one match in a package's file; where there is none, the package has changed. */
function only(text, pattern, path) {
  const found = [...text.matchAll(pattern)];
  if (found.length !== 1)
    throw new Error(`${path}: ${found.length} matches of ${pattern}, not one`);
  return found[0];
}

/**
 * yoga-layout 3.2.1 fetches its WebAssembly from a `data:` address, which loads Node's whole HTTP client
 * (20 ms), and makes all modules above it wait. Compiling its 90 KB takes 2 ms at once.
 */
export const yogaAtOnce = {
  name: 'yoga-at-once',
  setup({ onLoad }) {
    onLoad({ filter: /\/yoga-layout\/dist\/src\/index\.js$/ }, async ({ path }) => {
      only(await readFile(path, 'utf8'), /wrapAssembly\(await loadYoga\(\)\)/g, path);
      const contents = `
import loadYoga, { wasm } from '../binaries/yoga-wasm-base64-esm.js';
import wrapAssembly from './wrapAssembly.js';
const yoga = {
  instantiateWasm(imports, receive) {
    const module = new WebAssembly.Module(Buffer.from(wasm, 'base64'));
    receive(new WebAssembly.Instance(module, imports));
    return {};
  },
};
loadYoga(yoga);
export default wrapAssembly(yoga);
export * from './generated/YGEnums.js';`;
      return { contents };
    });
    onLoad({ filter: /\/yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      only(text, /if\(h\.instantiateWasm\)try\{return h\.instantiateWasm\(d,\s*a\)\}/g, path);
      const [address, base64] = only(
        text,
        /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/g,
        path,
      );
      return { contents: `${text.replace(address, '""')}\nexport const wasm = "${base64}";` };
    });
  },
};

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

/** entities unpacks its table of names, 9,000 numbers, whenever it is loaded: here, once. */
export const unpackedEntities = {
  name: 'unpacked-entities',
  setup({ onLoad }) {
    onLoad({ filter: /\/entities\/dist\/generated\/decode-data-html\.js$/ }, async ({ path }) => {
      only(await readFile(path, 'utf8'), /^export const \w+ = .*decodeTrieDict\(/gm, path);
      const { htmlDecodeTree } = await import(pathToFileURL(path).href);
      // Little-endian, whatever the machine that builds.
      const bytes = Buffer.alloc(htmlDecodeTree.length * 2);
      htmlDecodeTree.forEach((word, index) => bytes.writeUInt16LE(word, index * 2));
      const contents = `
const bytes = Buffer.from('${bytes.toString('base64')}', 'base64');
if (new Uint8Array(new Uint16Array([1]).buffer)[0] === 0) bytes.swap16();
export const htmlDecodeTree = new Uint16Array(new Uint8Array(bytes).buffer);`;
      return { contents };
    });
  },
};

/** Code of apps is evaluated by functions of the entries: see runtime/script/evaluate.ts. */
export const evaluatedByHost = {
  name: 'evaluated-by-host',
  setup({ onLoad }) {
    onLoad({ filter: /\/runtime\/script\/evaluate\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const names = [...text.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
      if (names.length === 0) throw new Error(`${path} exports no functions`);
      return { contents: `export const { ${names.join(', ')} } = bundleHost.evaluating;` };
    });
  },
};

/**
 * What is imported of packages that few starts need, loaded when it is called.
 *
 * culori compiles expressions and puts together tables of every colour space, 3 to 5 ms, while most starts
 * read names and hexadecimal digits only: the bundle has its names and the one conversion that palettes
 * need. yargs takes 15 ms; flags are read by some starts, and by users of the library who ask for it.
 */
const LATE_IMPORTS = {
  culori: `
import colorsNamed from './node_modules/culori/src/colors/named.js';
import rgbToOklab from './node_modules/culori/src/oklab/convertRgbToOklab.js';
const late = () => require('culori');
export { colorsNamed };
export const parse = (text) => late().parse(text);
export const interpolate = (...inputs) => late().interpolate(...inputs);
export const converter = (mode) => {
  let convert;
  const convertLate = (color) => (convert ??= late().converter(mode))(color);
  if (mode !== 'oklab') return convertLate;
  return (color) => (color?.mode === 'rgb' ? rgbToOklab(color) : convertLate(color));
};`,
  yargs: `export default (...inputs) => require('yargs')(...inputs);`,
};

export const lateImports = {
  name: 'late-imports',
  setup({ onResolve, onLoad, initialOptions }) {
    const filter = new RegExp(`^(${Object.keys(LATE_IMPORTS).join('|')})$`);
    onResolve({ filter }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'late' } : { path, external: true },
    );
    onLoad({ filter, namespace: 'late' }, ({ path }) => ({
      resolveDir: initialOptions.absWorkingDir,
      contents: LATE_IMPORTS[path],
    }));
  },
};
