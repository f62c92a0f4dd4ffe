/**
 * The plugin that answers every import and gives esbuild every text. esbuild gets no folder to look in
 * (`resolveDir`) and no name of a file that it would look up itself, so it does not touch the disk.
 */
import { builtinModules, isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  Loader,
  Message,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  PartialMessage,
  Plugin,
} from 'esbuild';
import { didYouMean } from '../../base/diagnostics.js';
import { LANGUAGES, loaderOf, type ScriptBlock } from './block.js';
import { renameDynamicImports } from './dynamic-imports.js';
import { transformCode } from '../esbuild.js';
import { ImportFailure, Reported } from './messages.js';
import type { ImportFailureReason, ModuleHost, ParsingOptions } from './modules.js';
import {
  BLOCK,
  BUILTIN,
  INSTANCE,
  META,
  MODULE_NAMESPACES,
  moduleName,
  modulePath,
  sourceName,
  type ModuleName,
} from './names.js';

export interface PluginInputs {
  readonly blocks: readonly ScriptBlock[];
  readonly host: ModuleHost;
  /** What `import.meta` of a block is: the document's absolute path. */
  readonly documentPath: string;
  readonly parsing: ParsingOptions;
  /** Gets the text of each module of code that is loaded. */
  onText(name: string, path: string, text: string): void;
  /** Gets the names of modules that are compiled from another text than their own. */
  onReprint(name: string): void;
  /** Gets the source map of code that is compiled twice, and the lines in front of what the map is about. */
  onMap(name: string, map: string, linesBefore: number): void;
  /** Gets what is known of an import that failed. */
  onFailure(specifier: string, reason: ImportFailureReason): void;
}

export function modulesPlugin(inputs: PluginInputs): Plugin {
  return {
    name: 'tui',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async (request) => await resolveImport(request, inputs));
      build.onLoad(
        { filter: /.*/, namespace: BLOCK },
        async ({ path }) => await loadBlock(path, inputs),
      );
      build.onLoad({ filter: /.*/, namespace: BUILTIN }, ({ path }) => ({
        // What is left has no import statement and can be evaluated.
        contents: `module.exports = __tui_builtin(${JSON.stringify(path)})`,
        loader: 'js',
      }));
      build.onLoad({ filter: /.*/, namespace: META }, ({ path }) => ({
        contents: `export const __tui_meta = ${JSON.stringify(metaOf(path))}`,
        loader: 'js',
      }));
      for (const namespace of MODULE_NAMESPACES) {
        build.onLoad(
          { filter: /.*/, namespace },
          async ({ path, with: attributes }) =>
            await loadModule({ namespace, path }, attributes, inputs),
        );
      }
      // Nothing leads here. If something did, esbuild would read the file.
      build.onLoad({ filter: /.*/ }, ({ path }) =>
        failure({ message: `${path} cannot be loaded` }),
      );
    },
  };
}

async function resolveImport(
  request: OnResolveArgs,
  { blocks, host, onFailure }: PluginInputs,
): Promise<OnResolveResult | null> {
  const { path: specifier, importer, namespace } = request;
  const block = namespace === BLOCK ? blocks[Number(importer)] : undefined;
  const isInstanceFile = block?.component !== undefined && block.src !== undefined;
  // Imports of a component's script have become calls: it is a function.
  const isInFunction = namespace === INSTANCE || block?.component !== undefined;
  const kind = isInFunction ? 'import-statement' : request.kind;
  if (namespace === '' || namespace === 'file') {
    // The entry, which imports the blocks.
    return { namespace: BLOCK, path: specifier.slice(BLOCK.length + 1) };
  }
  if (specifier.startsWith(`${META}:`)) {
    return { namespace: META, path: specifier.slice(META.length + 1) };
  }
  if (isBuiltin(specifier)) {
    return { namespace: BUILTIN, path: specifier.replace(/^(node:)?/, 'node:') };
  }
  const found = specifier.startsWith('node:')
    ? { reason: noBuiltin(specifier) }
    : await host.resolve({
        specifier,
        importer:
          block === undefined ? modulePath({ namespace, path: importer }) : block.origin?.path,
        kind: kind === 'require-call' || kind === 'require-resolve' ? 'require' : 'import',
      });
  if (!('reason' in found)) {
    if (isInstanceFile) return { namespace: INSTANCE, path: found.path };
    return { ...moduleName(found.path, found.isEsm === true), sideEffects: found.isPure !== true };
  }
  if (kind === 'import-statement') return failure(withJsxHint(specifier, found.reason));
  // A call may be in a `try`, where esbuild lets it fail at run time.
  onFailure(specifier, found.reason);
  // What it takes for an address would stay in the code as it is.
  return /^([a-z][a-z\d+.-]*:|\/\/)/i.test(specifier) ? failure(found.reason) : null;
}

/** JSX is compiled to calls of a library that the file, or its tsconfig.json, has to name. */
function withJsxHint(specifier: string, reason: ImportFailureReason): ImportFailureReason {
  if (!/\/jsx(-dev)?-runtime$/.test(specifier)) return reason;
  return {
    ...reason,
    suggestion:
      'JSX needs a library: install one and name it in the file, as /** @jsxImportSource preact */, or in tsconfig.json',
  };
}

/** `/** @jsx h *\/` selects calls of `h`, as JSX was compiled before it had imports of its own. */
function classicJsx(text: string, loader: Loader): string {
  const isJsx = loader === 'jsx' || loader === 'tsx';
  return isJsx && /@jsx\s+\w/.test(text) && !text.includes('@jsxRuntime')
    ? '\n/* @jsxRuntime classic */'
    : '';
}

function noBuiltin(specifier: string): ImportFailureReason {
  return {
    message: `Could not resolve ${JSON.stringify(specifier)}`,
    suggestion: didYouMean(specifier.slice('node:'.length), builtinModules),
  };
}

function failure(reason: ImportFailureReason): { errors: PartialMessage[] } {
  return { errors: [{ text: reason.message, detail: new ImportFailure(reason) }] };
}

async function loadBlock(index: string, inputs: PluginInputs): Promise<OnLoadResult> {
  const block = inputs.blocks[Number(index)];
  if (block === undefined) return failure({ message: 'there is no such block' });
  const loader = LANGUAGES.get(block.lang ?? 'ts') ?? 'ts';
  if (block.src !== undefined) {
    const name = JSON.stringify(relativeImport(block.src));
    if (block.component !== undefined) {
      return { contents: `import run from ${name}; export default run`, loader };
    }
    // esbuild does not await what `export *` names, and does await an import.
    return { contents: `import ${name}; export * from ${name}`, loader };
  }
  const name = { namespace: BLOCK, path: index };
  const end = withMeta(block.code, block.origin?.path ?? inputs.documentPath);
  const code = { text: block.code, loader, end };
  if (block.component !== undefined) return await loadInstanceCode(code, name, inputs);
  return await loadCode(code, name, inputs);
}

/**
 * The script of a component, in its template or in a file, as a module that exports a function: it runs the code for one instance, and returns what the code
 * exports. What it imports is evaluated once, as everywhere.
 */
async function loadInstanceCode(
  { text, loader, end }: Code,
  name: ModuleName,
  { parsing, onReprint, onMap }: PluginInputs,
): Promise<OnLoadResult> {
  const renamed = await renameDynamicImports(text, loader, parsing);
  const report = (errors: readonly Message[]): OnLoadResult => ({
    errors: errors.map((error) => ({ detail: new Reported(error, name) })),
  });
  if ('errors' in renamed) return report(renamed.errors);
  try {
    const made = await transformCode(`${renamed.code}${end}`, renamed.loader, {
      ...parsing,
      format: 'cjs',
      sourcemap: 'external',
    });
    if (renamed.isReprinted) onReprint(sourceName(name));
    else onMap(sourceName(name), made.map, INSTANCE_HEAD);
    const contents = `(host, exports, module) => {\n${made.code}\n}`;
    return {
      contents: `const run = ${contents};\nexport default (host) => { const made = { exports: {} }; run(host, made.exports, made); return made.exports; };${NO_SOURCE_MAP}`,
      loader: 'js',
    };
  } catch (error) {
    const { errors } = error as { errors?: Message[] };
    if (errors === undefined) throw error;
    return report(errors);
  }
}

/** Lines in front of the code of an instance. */
const INSTANCE_HEAD = 1;

/** `src="main.ts"` means a file beside the document, as in a browser, not a package. */
function relativeImport(src: string): string {
  return /^(\.{0,2}\/|file:|https?:)/.test(src) ? src : `./${src}`;
}

async function loadModule(
  name: ModuleName,
  attributes: Readonly<Record<string, string>>,
  inputs: PluginInputs,
): Promise<OnLoadResult> {
  const path = modulePath(name) ?? '';
  const loaded = await inputs.host.load(path);
  if (loaded === undefined) {
    return failure({ message: `${path} cannot be read, or is larger than 32 MB` });
  }
  if ('reason' in loaded) return failure(loaded.reason);
  const loader = loaderFor(path, attributes, loaded.loader);
  if (loader === undefined) {
    return failure({
      message: `there is no import with type ${JSON.stringify(attributes['type'])}`,
    });
  }
  if (!CODE.has(loader)) return { contents: loaded.bytes, loader };
  const text = Buffer.from(loaded.bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  if (text.includes('\0')) return failure({ message: `${path} is not text` });
  inputs.onText(sourceName(name), path, text);
  // Adding an import makes an ES module of a file, which only one that is may become.
  const isModule = /^\s*(import|export)\b/m.test(text);
  const end = isModule ? withMeta(text, path) : '';
  if (name.namespace === INSTANCE)
    return await loadInstanceCode({ text, loader, end }, name, inputs);
  return await loadCode({ text, loader, end }, name, inputs);
}

const CODE: ReadonlySet<Loader> = new Set(['js', 'jsx', 'ts', 'tsx', 'json']);
const ATTRIBUTE_TYPES: Readonly<Record<string, Loader>> = {
  json: 'json',
  text: 'text',
  bytes: 'binary',
};

function loaderFor(
  path: string,
  attributes: Readonly<Record<string, string>>,
  requestedLoader: Loader | undefined,
): Loader | undefined {
  const type = attributes['type'];
  if (type !== undefined)
    return Object.hasOwn(ATTRIBUTE_TYPES, type) ? ATTRIBUTE_TYPES[type] : undefined;
  return requestedLoader ?? loaderOf(path);
}

interface Code {
  readonly text: string;
  readonly loader: Loader;
  /** What follows it. */
  readonly end: string;
}

async function loadCode(
  { text, loader, end }: Code,
  name: ModuleName,
  { parsing, onReprint }: PluginInputs,
): Promise<OnLoadResult> {
  if (loader === 'json') return { contents: text, loader };
  const code = `${text}${classicJsx(text, loader)}`;
  const result = await renameDynamicImports(code, loader, parsing);
  if ('errors' in result) {
    return { errors: result.errors.map((error) => ({ detail: new Reported(error, name) })) };
  }
  if (result.isReprinted) onReprint(sourceName(name));
  return { contents: `${result.code}${end}${NO_SOURCE_MAP}`, loader: result.loader };
}

/**
 * esbuild reads the source map that the last such comment names, by path or in it, and the files that the
 * map names; of an address with another scheme than `file:` it reads nothing.
 */
const NO_SOURCE_MAP = '\n//# sourceMappingURL=tui:none';

/** Each module has an `import.meta` of its own, though all become one piece of code. */
function metaOf(path: string): object {
  if (/^data:/i.test(path)) return { url: path };
  return { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
}

/** At the end, so that no line and column changes; imports are hoisted. */
function withMeta(code: string, path: string): string {
  if (!code.includes('import.meta')) return '';
  return `\n;import { __tui_meta } from ${JSON.stringify(`${META}:${path}`)};`;
}
