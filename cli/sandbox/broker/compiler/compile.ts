/** Compiles for an app in a sandbox, from what the app itself may read. */
import type { Source } from '../../../../runtime/base/diagnostics.js';
import type { ScriptBlock } from '../../../../runtime/script/bundle/block.js';
import { FileModules } from '../../../../runtime/script/bundle/file-modules.js';
import { SourceFiles, type FileFilter } from '../../../../runtime/script/bundle/files.js';
import type { BuildMode, ModuleHost } from '../../../../runtime/script/bundle/modules.js';
import { partReader } from '../../../../runtime/script/bundle/part-modules.js';
import { readPartsSync, type DocumentParts } from '../../../../runtime/element/components/parts.js';
import { late } from '../../../../runtime/base/late.js';
import type { CompileResult } from '../../../../runtime/script/compile.js';
import { compiledCode } from '../../../compiled-code.js';
import { blocksIn } from '../../../documents/script-blocks.js';
import type { PathVariables } from '../../policy/grants/paths.js';
import type { AppContent, Permissions } from '../../policy/types.js';
import type { RemoteApp } from '../../remote/remote.js';
import { contentOf } from './content.js';
import { importableBy } from './importable.js';
import { KeptScripts } from './kept-scripts.js';

const compiling = late(
  () =>
    require('../../../../runtime/script/compile.js') as typeof import('../../../../runtime/script/compile.js'),
);

export interface CompileAccess {
  readonly permissions: Permissions;
  readonly variables: PathVariables;
  /** Real path of the document; undefined for stdin. */
  readonly appFile?: string | undefined;
  /** An app from the web is compiled from what was fetched and agreed to, and nothing of this machine. */
  readonly remote?: Pick<RemoteApp, 'imports' | 'content' | 'parts'> | undefined;
  /** Also imports that no code uses are looked up; what compiles then is not to be run. */
  readonly keepsUnusedImports?: boolean | undefined;
  /** Decides on each file by its bytes; default: all that the app may read. */
  readonly mayAdd?: FileFilter | undefined;
  /** False where what is compiled is not worth keeping for the next start. */
  readonly keeps?: boolean | undefined;
  /** Default: `production`. */
  readonly mode?: BuildMode | undefined;
}

/** An app's code, compiled once: what was hashed is what runs. */
export interface AppCode {
  readonly blocks: readonly ScriptBlock[];
  /** What `<import>` and `<style src>` name. */
  readonly parts: DocumentParts;
  /** Null without scripts. */
  readonly result: CompileResult | null;
  /** Paths at which a file was looked up and not found. */
  readonly missing: ReadonlySet<string>;
  content(): AppContent;
}

/** Compiles a document's scripts before anything of it runs. */
export async function compileApp(source: Source, access: CompileAccess): Promise<AppCode> {
  const { remote, appFile = '<stdin>', keeps = true } = access;
  const files = new SourceFiles(importableBy(access.permissions, access.variables), access.mayAdd);
  const modules = new FileModules(files, access.variables.appDir);
  // By the same files as the scripts: their bytes are part of what is approved and followed.
  const parts =
    remote?.parts ?? readPartsSync(source, partReader(modules, source, access.variables.cwd));
  const blocks = blocksIn(source, parts);
  const result =
    blocks.length === 0
      ? null
      : await compileOnce(blocks, source, modules, { remote, keeps, variables: access.variables });
  const document = { name: appFile, text: source.text };
  const content = (): AppContent =>
    remote?.content ?? contentOf(document, files.opened, modules.imports);
  return { blocks, parts, result, missing: files.missing, content };
}

/** By what an earlier start kept of it, where that is sure to be the same. */
async function compileOnce(
  blocks: readonly ScriptBlock[],
  source: Source,
  modules: FileModules,
  {
    remote,
    keeps = true,
    variables: { cwd },
  }: Pick<CompileAccess, 'remote' | 'keeps' | 'variables'>,
): Promise<CompileResult> {
  if (remote !== undefined)
    return await compiling().compileScripts(blocks, source, remote.imports, cwd);
  const folder = keeps && modules.warnings.length === 0 ? compiledCode.folder : undefined;
  const kept = folder === undefined ? undefined : new KeptScripts(folder);
  const known = kept?.find(blocks, modules);
  if (known !== undefined) return { ok: true, script: known };
  const result = await compiling().compileScripts(blocks, source, modules, cwd);
  // What an import leads to may be another file, or none, in the next start.
  if (result.ok && modules.imports.size === 0) kept?.keep(result.script, modules);
  return result;
}

/**
 * Compiles other blocks of a document.
 *
 * @param mayAdd decides on each file by its bytes; default: all that the app may read
 */
export async function compileFor(
  blocks: readonly ScriptBlock[],
  source: Source,
  { permissions, variables, remote, keepsUnusedImports, mode }: CompileAccess,
  mayAdd?: FileFilter,
): Promise<CompileResult> {
  const files = new SourceFiles(importableBy(permissions, variables), mayAdd);
  const host = remote?.imports ?? new FileModules(files, variables.appDir, mode);
  return await compiling().compileScripts(
    blocks,
    source,
    keepsUnusedImports === true ? verbatim(host) : host,
    variables.cwd,
  );
}

/** TypeScript leaves out imports that only types, or nothing, are used of. */
function verbatim(host: ModuleHost): ModuleHost {
  return {
    mode: host.mode,
    compilerOptions: { ...host.compilerOptions, verbatimModuleSyntax: true },
    resolve: (request) => host.resolve(request),
    load: (path) => host.load(path),
  };
}

/** The files that a document is made of beside its own, of those that the app may import. */
export function partsFor(
  source: Source,
  { permissions, variables, remote }: Pick<CompileAccess, 'permissions' | 'variables' | 'remote'>,
): DocumentParts {
  if (remote !== undefined) return remote.parts;
  const files = new SourceFiles(importableBy(permissions, variables));
  const modules = new FileModules(files, variables.appDir);
  return readPartsSync(source, partReader(modules, source, variables.cwd));
}
