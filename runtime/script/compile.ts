/**
 * `<script>` blocks to one piece of runnable code, with a map back to the text they came from.
 *
 * All blocks of a document go through one esbuild run, so that a file imported by two of them is one
 * module. Each block stays an ES module of its own, loaded when it is asked for; esbuild's namespace
 * objects keep exports live. Nothing is written to disk, and nothing but `eval` is needed to run the
 * result: imports of files are bundled, Node's own modules come through a function.
 */
import { promises } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, Location, Message, Plugin } from 'esbuild';
import {
  didYouMean,
  formatPlace,
  type Diagnostic,
  type Source,
  type Span,
} from '../diagnostics.js';
import { withEsbuild } from './esbuild.js';

/** One `<script>` block. */
export interface ScriptBlock {
  readonly code: string;
  /** Where `code` stands in the document's source; absent for a script made at run time. */
  readonly span?: Span | undefined;
  /** The `src` attribute: a file beside the document instead of `code`. */
  readonly src?: string | undefined;
  /** `ts` (default), `js`, `tsx` or `jsx`. */
  readonly lang?: string | undefined;
  /** True for `async="ready"`: runs after the first frame. */
  readonly ready: boolean;
}

export interface CompiledScript {
  /** A script that ends by calling `__tui_blocks` with one loader a block. */
  readonly code: string;
  /** The source map's JSON. */
  readonly map: string;
  readonly blocks: readonly ScriptBlock[];
  readonly warnings: readonly Diagnostic[];
}

export type CompileResult =
  | { readonly ok: true; readonly script: CompiledScript }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface CompileOptions {
  /**
   * Reads an imported file, or undefined where it may not be read. Default: every file may be. What is
   * given here is compiled, nothing else of that path is looked at.
   */
  readonly read?: ((path: string) => Promise<string | undefined>) | undefined;
  /**
   * The file that an import means, or undefined where it means none; `importer` is a file's path.
   * Default: as Node looks it up. For documents that come from elsewhere than they lie.
   */
  readonly resolve?: ((specifier: string, importer: string) => string | undefined) | undefined;
}

/** Namespaces of modules that are no files. */
const BLOCK = 'tui-block';
const BUILTIN = 'tui-builtin';
const META = 'tui-meta';

/** Turns a line (from 1) and a column (from 0, UTF-16) of one of the script's sources into a place. */
export type Locate = (
  sourceName: string,
  line: number,
  column: number,
  content?: string,
) => { source: Source; offset: number } | undefined;

/**
 * Compiles the blocks of a document.
 *
 * @param document The document's text; `file` decides where imports are looked up.
 */
export async function compileScripts(
  blocks: readonly ScriptBlock[],
  document: Source,
  options: CompileOptions = {},
): Promise<CompileResult> {
  const directory = directoryOf(document);
  const locate = locator(blocks, document);
  const unknown = blocks.filter(({ lang }) => lang !== undefined && !Object.hasOwn(LOADERS, lang));
  if (unknown.length > 0) {
    return { ok: false, diagnostics: unknown.map((block) => unknownLanguage(block, document)) };
  }
  try {
    const result = await withEsbuild(async ({ build }) =>
      build({
        stdin: { contents: entry(blocks), sourcefile: 'tui-entry', resolveDir: directory },
        // Sources in the map are named relative to this file, which is never written.
        outfile: join(directory, 'tui-script.js'),
        absWorkingDir: directory,
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'node',
        target: 'node20',
        sourcemap: 'external',
        charset: 'utf8',
        logLevel: 'silent',
        legalComments: 'none',
        keepNames: false,
        define: { 'import.meta': '__tui_meta' },
        loader: { '.md': 'text', '.css': 'text', '.tui': 'text' },
        plugins: [plugin(blocks, document, directory, options)],
        ...(options.read === undefined
          ? {}
          : { tsconfigRaw: await ownTsconfig(directory, options) }),
      }),
    );
    const output = (suffix: string): string =>
      result.outputFiles.find((file) => file.path.endsWith(suffix))?.text ?? '';
    return {
      ok: true,
      script: {
        code: output('.js'),
        map: output('.js.map'),
        blocks,
        warnings: result.warnings.map((message) => diagnose(message, 'warning', locate)),
      },
    };
  } catch (error) {
    const errors = (error as { errors?: Message[] }).errors;
    if (errors === undefined) throw error;
    return { ok: false, diagnostics: errors.map((found) => diagnose(found, 'error', locate)) };
  }
}

/**
 * The names that blocks export, by their text alone; undefined where a block hands on another file's
 * (`src`, `export *`), or where a text has faults.
 */
export async function exportedNames(
  blocks: readonly ScriptBlock[],
): Promise<ReadonlySet<string> | undefined> {
  const names = new Set<string>();
  for (const { code, src, lang } of blocks) {
    if (src !== undefined || /\bexport\s*\*/.test(code)) return undefined;
    try {
      const { metafile } = await withEsbuild(({ build }) =>
        build({
          stdin: { contents: code, loader: LOADERS[lang ?? 'ts'] ?? 'ts' },
          write: false,
          metafile: true,
          format: 'esm',
          logLevel: 'silent',
        }),
      );
      for (const { exports } of Object.values(metafile.outputs)) {
        for (const name of exports) names.add(name);
      }
    } catch {
      return undefined;
    }
  }
  return names;
}

/** Where a document's relative paths start: its own folder, or the working directory for inline text. */
export function directoryOf(document: Source): string {
  return document.file.startsWith('<') ? process.cwd() : dirname(resolve(document.file));
}

function entry(blocks: readonly ScriptBlock[]): string {
  const loaders = blocks.map((_, index) => `() => import('${BLOCK}:${index}')`);
  return `__tui_blocks([${loaders.join(', ')}])`;
}

const LOADERS: Readonly<Record<string, Loader>> = {
  ts: 'ts',
  js: 'js',
  tsx: 'tsx',
  jsx: 'jsx',
  mts: 'ts',
  cts: 'ts',
  mjs: 'js',
  cjs: 'js',
};

function unknownLanguage({ lang = '', span }: ScriptBlock, source: Source): Diagnostic {
  return {
    severity: 'error',
    code: 'script-syntax',
    message: `there is no script language "${lang}": expected ts, js, tsx or jsx`,
    source,
    span: span === undefined ? undefined : { start: span.start, end: span.start },
  };
}

/** Where reading is limited, esbuild is not left to look for this file in every folder above. */
async function ownTsconfig(directory: string, { read }: CompileOptions): Promise<string> {
  return (await read?.(join(directory, 'tsconfig.json')).catch(() => undefined)) ?? '{}';
}

const TEXT_FILES = ['md', 'css', 'tui'];

function loaderOf(path: string): Loader {
  const extension = extname(path).slice(1);
  if (extension === 'json') return 'json';
  return TEXT_FILES.includes(extension) ? 'text' : (LOADERS[extension] ?? 'js');
}

function plugin(
  blocks: readonly ScriptBlock[],
  document: Source,
  directory: string,
  { read, resolve: resolveImport }: CompileOptions,
): Plugin {
  return {
    name: 'tui',
    setup(build) {
      build.onResolve({ filter: /^tui-block:\d+$/ }, ({ path }) => ({
        path: path.slice(BLOCK.length + 1),
        namespace: BLOCK,
      }));
      build.onLoad({ filter: /.*/, namespace: BLOCK }, ({ path }) => {
        const block = blocks[Number(path)];
        const file = document.file.startsWith('<') ? join(directory, 'app.tui') : document.file;
        const own = block === undefined ? '' : (block.code ?? '');
        const contents =
          block?.src === undefined
            ? withMeta(withoutMap(own), resolve(file))
            : `export * from ${JSON.stringify(relativeImport(block.src))}`;
        return { contents, loader: LOADERS[block?.lang ?? 'ts'] ?? 'ts', resolveDir: directory };
      });
      // Node's modules through a function: what is left has no import statement and can be evaluated.
      build.onResolve({ filter: /^[a-z@]/ }, ({ path }) => {
        if (process.getBuiltinModule('node:module').isBuiltin(path)) {
          return { path: path.replace(/^(node:)?/, 'node:'), namespace: BUILTIN };
        }
        // esbuild would leave these as statements, to a loader that is not there.
        const isLeft = /^(node|https?):/.test(path) && resolveImport === undefined;
        return isLeft ? { errors: [{ text: `Could not resolve "${path}"` }] } : null;
      });
      build.onLoad({ filter: /.*/, namespace: BUILTIN }, ({ path }) => ({
        contents: `module.exports = __tui_builtin(${JSON.stringify(path)})`,
        loader: 'js',
      }));
      // import.meta tells each file its own place, though all are one piece of code in the end.
      build.onResolve({ filter: /^tui-meta:/ }, ({ path }) => ({
        path: path.slice(META.length + 1),
        namespace: META,
      }));
      build.onLoad({ filter: /.*/, namespace: META }, ({ path }) => ({
        contents: `export const __tui_meta = ${JSON.stringify({
          url: pathToFileURL(path).href,
          filename: path,
          dirname: dirname(path),
        })}`,
        loader: 'js',
      }));
      if (resolveImport !== undefined) {
        build.onResolve({ filter: /.*/ }, ({ path, importer, namespace }) => {
          const found = resolveImport(path, namespace === 'file' ? importer : document.file);
          return found === undefined
            ? { errors: [{ text: `Could not resolve "${path}"` }] }
            : { path: found, namespace: 'file' };
        });
      }
      if (read !== undefined) {
        build.onLoad({ filter: /.*/, namespace: 'file' }, async ({ path }) => {
          const text = await read(path);
          if (text === undefined) {
            return { errors: [{ text: `${path} may not be read: it needs "read"` }] };
          }
          const isModule = /^\s*(import|export)\b/m.test(text);
          const code = loaderOf(path) === 'text' ? text : withoutMap(text);
          return { contents: isModule ? withMeta(code, path) : code, loader: loaderOf(path) };
        });
      }
      build.onLoad({ filter: /\.([cm]?ts|m?js|[jt]sx)$/, namespace: 'file' }, async ({ path }) => {
        const text = await promises.readFile(path, 'utf8');
        if (!/^\s*(import|export)\b/m.test(text) || !text.includes('import.meta')) return null;
        return { contents: withMeta(text, path), loader: LOADERS[extname(path).slice(1)] ?? 'js' };
      });
    },
  };
}

/** The import stands last, so no line and column of the file changes; imports are hoisted anyway. */
function withMeta(code: string, path: string): string {
  if (!code.includes('import.meta')) return code;
  return `${code}\n;import { __tui_meta } from ${JSON.stringify(`${META}:${path}`)};`;
}

/**
 * esbuild reads the source map that a comment names, with nobody asked whether it may be read, and hands on
 * the texts in it. As many characters as before; a map in the comment itself is kept.
 */
function withoutMap(code: string): string {
  return code.replace(/([#@][ \t]*)sourceMappingURL=(?![ \t]*data:)/g, '$1sourceMappingURL ');
}

/** `src="main.ts"` means a file beside the document, as in a browser, not a package. */
function relativeImport(src: string): string {
  return /^(\.{0,2}\/|file:|https?:)/.test(src) ? src : `./${src}`;
}

function diagnose(message: Message, severity: Diagnostic['severity'], locate: Locate): Diagnostic {
  const missing = message.text.startsWith('Could not resolve');
  return {
    severity,
    code: severity === 'warning' ? 'script-warning' : missing ? 'script-import' : 'script-syntax',
    message: sentence(message.text),
    suggestion: missing ? missingImport(message.text) : noteOf(message, locate),
    ...(message.location === null ? {} : placeOf(message.location, locate)),
  };
}

/** esbuild's own advice is for those who configure a bundler, and nobody does that here. */
function missingImport(text: string): string | undefined {
  const path = /"(.+)"/.exec(text)?.[1] ?? '';
  if (/^https?:/.test(path))
    return 'only apps from the web import by address; save it beside the app';
  if (path.startsWith('node:')) {
    return didYouMean(path.slice(5), process.getBuiltinModule('node:module').builtinModules);
  }
  const name = /^(@[\w.-]+\/)?[\w-][\w.-]*(?=\/|$)/.exec(path)?.[0];
  return name === undefined
    ? undefined
    : `a package is installed beside the app: npm install ${name}`;
}

/** A note that ends in "here:" is about a place of its own. */
function noteOf({ notes }: Message, locate: Locate): string | undefined {
  const [note] = notes;
  const text = note?.text.split('\n').at(0) ?? '';
  if (text === '') return undefined;
  if (!text.endsWith(' here:') || !note?.location) return text;
  const { source, span } = placeOf(note.location, locate);
  return `${text.slice(0, -' here:'.length)} at ${formatPlace(source, span)}`;
}

function placeOf(location: Location, locate: Locate): { source: Source; span: Span } {
  // esbuild counts columns and lengths in bytes of UTF-8.
  const bytes = Buffer.from(location.lineText);
  const column = bytes.subarray(0, location.column).toString().length;
  const length = bytes
    .subarray(location.column, location.column + location.length)
    .toString().length;
  const name =
    location.namespace === BLOCK ? `${BLOCK}:${location.file.replace(/^.*:/, '')}` : location.file;
  const place = locate(name, location.line, column);
  if (place !== undefined) {
    const { source, offset } = place;
    return { source, span: { start: offset, end: offset + Math.max(1, length) } };
  }
  // A file that cannot be read in full here is shown by the line esbuild quotes.
  const source = { file: location.file, text: '\n'.repeat(location.line - 1) + location.lineText };
  const start = location.line - 1 + column;
  return { source, span: { start, end: start + Math.max(1, length) } };
}

function sentence(text: string): string {
  return text.replace(/\.$/, '');
}

/** Finds places in blocks and in imported files. `content` is the imported file's text. */
export function locator(blocks: readonly ScriptBlock[], document: Source): Locate {
  const files = new Map<string, Source>();
  return (name, line, column, content) => {
    if (name.startsWith(`${BLOCK}:`)) {
      const block = blocks[Number(name.slice(BLOCK.length + 1))];
      if (block?.span === undefined) return undefined;
      if (block.src !== undefined) return { source: document, offset: block.span.start };
      return { source: document, offset: block.span.start + offsetOf(block.code, line, column) };
    }
    if (content === undefined) return undefined;
    let source = files.get(name);
    if (source === undefined) {
      const folder = document.file.startsWith('<') ? '.' : dirname(document.file);
      source = { file: join(folder, name), text: content };
      files.set(name, source);
    }
    return { source, offset: Math.min(content.length, offsetOf(content, line, column)) };
  };
}

/** Offset of a line (from 1) and column (from 0) as JavaScript counts lines (ECMA-262, LineTerminator). */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  if (line > 1) {
    let seen = 1;
    for (const match of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
      if (++seen > line) break;
      start = match.index + match[0].length;
    }
  }
  return Math.min(text.length, start + column);
}
