/** Compiles for an app in a sandbox, from what the app itself may read. */
import type { Source } from '../../../../runtime/diagnostics.js';
import type { ScriptBlock } from '../../../../runtime/script/bundle/block.js';
import { FileModules } from '../../../../runtime/script/bundle/file-modules.js';
import { SourceFiles } from '../../../../runtime/script/bundle/files.js';
import { compileScripts, type CompileResult } from '../../../../runtime/script/compile.js';
import type { PathWords } from '../../policy/grants/paths.js';
import type { Permissions } from '../../policy/types.js';
import type { RemoteApp } from '../../remote/remote.js';
import { importableBy } from './importable.js';

export interface CompileAccess {
  readonly permissions: Permissions;
  readonly words: PathWords;
  /** An app from the web is compiled from what was fetched and agreed to, and nothing of this machine. */
  readonly remote?: Pick<RemoteApp, 'imports'> | undefined;
}

export async function compileFor(
  blocks: readonly ScriptBlock[],
  source: Source,
  { permissions, words, remote }: CompileAccess,
): Promise<CompileResult> {
  if (remote !== undefined) return await compileScripts(blocks, source, remote.imports);
  const files = new SourceFiles(importableBy(permissions, words));
  return await compileScripts(blocks, source, new FileModules(files, words.appDir));
}
