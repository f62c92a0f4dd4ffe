/**
 * `<script>` blocks to one piece of runnable code, with a map back to the text they came from.
 *
 * All blocks of a document go through one esbuild run, so that a file imported by two of them is one
 * module. Each block stays an ES module of its own, loaded when it is needed; esbuild's namespace objects
 * keep exports live. esbuild neither reads nor writes files (see bundle/plugin.ts), and nothing but `eval`
 * is needed to run the result: imports of files are bundled, Node's own modules come through a function.
 */
import { join } from 'node:path';
import type { Message } from 'esbuild';
import type { Diagnostic, Source } from '../base/diagnostics.js';
import { LANGUAGES, type ScriptBlock } from './bundle/block.js';
import { FileModules } from './bundle/file-modules.js';
import { SourceFiles } from './bundle/files.js';
import { directoryOf, pathOf, realFolder } from './bundle/folders.js';
import {
  diagnoseAll,
  diagnoseConfig,
  locator,
  shownName,
  type BlockMap,
  type MessageContext,
  type ScriptSources,
} from './bundle/messages.js';
import type {
  BuildMode,
  ImportFailureReason,
  ModuleHost,
  ParsingOptions,
} from './bundle/modules.js';
import { BLOCK } from './bundle/names.js';
import { LIVE_NAMES } from './globals/live-names.js';
import { modulesPlugin } from './bundle/plugin.js';
import { ROOT, withEsbuild } from './esbuild.js';

export interface CompiledScript extends ScriptSources {
  /** A script that ends by calling `__tui_blocks` with one loader a block. */
  readonly code: string;
  /** The source map's JSON, without texts. */
  readonly map: string;
  readonly warnings: readonly Diagnostic[];
}

export type CompileResult =
  | { readonly ok: true; readonly script: CompiledScript }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Compiles the blocks of a document.
 *
 * @param document The document's text; `file` decides where imports are looked up.
 * @param host Finds and reads imported modules; default: every file of this machine, as Node would.
 * @param cwd The folder that the document's path counts from; default: the process's.
 */
export async function compileScripts(
  blocks: readonly ScriptBlock[],
  document: Source,
  host: ModuleHost = fileModulesOf(document),
  cwd?: string,
): Promise<CompileResult> {
  const unknown = blocks.filter(({ lang }) => lang !== undefined && !LANGUAGES.has(lang));
  if (unknown.length > 0) {
    return { ok: false, diagnostics: unknown.map((block) => unknownLanguage(block, document)) };
  }
  const folder = realFolder(directoryOf(document, cwd));
  const texts: Record<string, Source> = {};
  const reprinted: string[] = [];
  const maps: Record<string, BlockMap> = {};
  const failed = new Map<string, ImportFailureReason>();
  const context: MessageContext = {
    document,
    folder,
    failed,
    locate: locator({ blocks, texts, reprinted, maps }, document),
  };
  const parsing: ParsingOptions = {
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    define: {
      'import.meta': '__tui_meta',
      'process.env.NODE_ENV': JSON.stringify(host.mode ?? 'production'),
      // Names of scripts are parameters, which keep their value: these change while the app runs.
      ...Object.fromEntries(LIVE_NAMES.map((name) => [name, `window.${name}`])),
    },
    // JSX imports its library itself, as every tool has it by now.
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', ...host.compilerOptions } },
  };
  const plugin = modulesPlugin({
    blocks,
    host,
    parsing,
    documentPath: pathOf(document, cwd),
    onText: (name, path, text) => {
      texts[name] = { file: shownName(path, folder, document), text };
    },
    onReprint: (name) => void reprinted.push(name),
    onMap: (name, json, linesBefore) => {
      maps[name] = { json, linesBefore };
    },
    onFailure: (specifier, reason) => void failed.set(specifier, reason),
  });
  const configWarnings = (): Diagnostic[] => (host.warnings ?? []).map(diagnoseConfig);
  try {
    const { outputFiles, warnings } = await withEsbuild(({ build }) =>
      build({
        ...parsing,
        stdin: { contents: entry(blocks), sourcefile: 'tui-entry' },
        outfile: join(ROOT, 'tui-script.js'),
        absWorkingDir: ROOT,
        nodePaths: [],
        bundle: true,
        write: false,
        sourcemap: 'external',
        // esbuild reads a text that it does not have from the disk.
        sourcesContent: false,
        logLevel: 'silent',
        legalComments: 'none',
        keepNames: false,
        plugins: [plugin],
      }),
    );
    const output = (suffix: string): string =>
      outputFiles.find((file) => file.path.endsWith(suffix))?.text ?? '';
    return {
      ok: true,
      script: {
        code: output('.js'),
        map: output('.js.map'),
        texts,
        blocks,
        reprinted,
        maps,
        warnings: [...configWarnings(), ...diagnoseAll(warnings, 'warning', context)],
      },
    };
  } catch (error) {
    const errors = (error as { errors?: Message[] }).errors;
    if (errors === undefined) throw error;
    const diagnostics = diagnoseAll(errors, 'error', context);
    return { ok: false, diagnostics: [...diagnostics, ...configWarnings()] };
  }
}

/** Every file of this machine, as Node would find it. */
export function fileModulesOf(document: Source, mode?: BuildMode): ModuleHost {
  return new FileModules(new SourceFiles(), directoryOf(document), mode);
}

/**
 * The names that blocks export, by their text alone; undefined where a block passes on another file's
 * (`src`, `export *`), or where a text has errors.
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
          stdin: { contents: code, loader: LANGUAGES.get(lang ?? 'ts') ?? 'ts' },
          absWorkingDir: ROOT,
          tsconfigRaw: '{}',
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

function entry(blocks: readonly ScriptBlock[]): string {
  const loaders = blocks.map((_, index) => `() => import('${BLOCK}:${index}')`);
  return `__tui_blocks([${loaders.join(', ')}])`;
}

function unknownLanguage({ lang = '', span }: ScriptBlock, source: Source): Diagnostic {
  return {
    severity: 'error',
    code: 'script-syntax',
    message: `there is no script language "${lang}": expected ts, js, tsx or jsx`,
    source,
    span: span === undefined ? undefined : { start: span.start, end: span.start },
  };
}
