/**
 * The bundle that holds everything: what esbuild splits into files that import each other becomes
 * functions of two files, each called when it is first needed. So a start evaluates what it needs, V8
 * keeps nothing of the rest in what it compiled, and the launcher does not read the runtime of apps.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, transform } from 'esbuild';

/** What is required for the file of the app's parts: see `LATE` of build.mjs. */
export const APP = 'tui:app';

/** What is in front of the parts: they are told each other by name, each evaluated once. */
const HEAD = `(function (require, module, bundleUrl, bundleHost) {
const bundleDone = new Map();
let bundleApp;
const bundlePart = (name) => {
  let found = bundleDone.get(name);
  if (found === undefined) {
    const module = { exports: {} };
    const part = bundleParts[name] ?? (bundleApp ??= require("${APP}")(bundlePart, bundleLater))[name];
    part(module);
    bundleDone.set(name, (found = module.exports));
  }
  return found;
};
const bundleLater = async (name) => bundlePart(name);
`;

/**
 * @param {object} options of esbuild, with entry points by name
 * @param {string[]} light sources whose parts are wanted without the app's runtime
 * @param {(text: string) => string} finished what is made of the text of each part
 * @returns {Promise<{ text: string, app: string, legal: string }>} scripts: a function whose
 *   `module.exports` has a function for each entry point, that gives what it exports; and another file
 *   that is read when the first part of the runtime is wanted
 */
export async function buildParts(options, light, finished) {
  const { outputFiles, metafile } = await build({
    ...options,
    format: 'esm',
    splitting: true,
    outdir: 'parts',
    chunkNames: '[name]-[hash]',
    legalComments: 'linked',
    write: false,
    metafile: true,
  });
  for (const path of Object.keys(metafile.inputs))
    await refuseChanging(path, options.absWorkingDir);
  const lightParts = reached(metafile.outputs, light);
  const appParts = reached(metafile.outputs, [options.entryPoints.library]);
  const files = { main: [], app: [] };
  const legal = [];
  for (const { path, text } of outputFiles) {
    const name = nameOf(path);
    const into = appParts.has(name) && !lightParts.has(name) ? files.app : files.main;
    if (path.endsWith('.LEGAL.txt')) legal.push(text);
    else into.push(`${JSON.stringify(name)}:${await partOf(text, options, finished)}`);
  }
  const entries = Object.keys(options.entryPoints).map(
    (name) => `${name}:()=>bundlePart("${name}")`,
  );
  return {
    text: `${HEAD}const bundleParts={\n${files.main.join(',\n')}};\nmodule.exports={${entries.join()}};\n})`,
    app: `(function(require,module,bundleUrl,bundleHost){module.exports=(bundlePart,bundleLater)=>({\n${files.app.join(',\n')}})})`,
    // A part repeats the licences of the packages that it has files of.
    legal: [...new Set(legal)].join('\n'),
  };
}

/** Names of the parts that these sources import, and what those import, but not what they load later. */
function reached(outputs, sources) {
  const waiting = Object.keys(outputs).filter((path) => sources.includes(outputs[path].entryPoint));
  if (waiting.length !== sources.length) throw new Error(`not all parts of their own: ${sources}`);
  const found = new Set();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(nameOf(path))) continue;
    found.add(nameOf(path));
    for (const { path: next, kind, external } of outputs[path].imports) {
      if (kind === 'import-statement' && external !== true) waiting.push(next);
    }
  }
  return found;
}

/** What is exported is handed on as it is when its part has run: what is set again would stay as it was. */
async function refuseChanging(path, folder) {
  const text = await readFile(join(folder, path), 'utf8').catch(() => '');
  const [found] = /^export let (?!\w+ = \/\*#__PURE__).*/m.exec(text) ?? [];
  if (found !== undefined) throw new Error(`${path}: ${found}`);
}

const nameOf = (path) => basename(path, '.js');

/** Names of other parts stay plain variables: nothing looks into an object where they are used. */
async function partOf(text, { platform, target, minifySyntax, lineLimit }, finished) {
  const exported = /\bexport\{([^}]*)\};\s*(\/\*[^*]*\*\/\s*)?$/.exec(text);
  const body = (exported === null ? text : text.slice(0, exported.index))
    .replace(/\bimport\{([^}]*)\}from"\.\/([\w.-]+)\.js";/g, (_, names, part) => {
      const found = names.replace(/\b([\w$]+) as ([\w$]+)/g, '$1:$2');
      return `const{${found}}=bundlePart("${part}");`;
    })
    .replace(/\bimport"\.\/([\w.-]+)\.js";/g, 'bundlePart("$1");')
    .replace(/\bimport\("\.\/([\w.-]+)\.js"\)/g, 'bundleLater("$1")');
  const names = exported === null ? '' : exported[1].replace(/([\w$]+) as ([\w$]+)/g, '$2:$1');
  const { code } = await transform(body, {
    ...{ platform, target, minifySyntax, lineLimit, minifyWhitespace: true },
    ...{ format: 'cjs', legalComments: 'none', logLevel: 'warning' },
  });
  if (/\b(import|from)\s*\(?"\.\//.test(code))
    throw new Error('a part imports in a way not known here');
  return `function(module){${finished(code)}module.exports={${names}};}`;
}
