/**
 * Compiling for an app in a sandbox. esbuild reads with the launcher's rights, so each file that it is
 * given is looked at here: an app must not import what it may not read.
 */
import { open } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { Source } from '../../../runtime/diagnostics.js';
import type { MarkupAttribute, MarkupElement, MarkupNode } from '../../../runtime/markup/nodes.js';
import { parseMarkup } from '../../../runtime/markup/parse.js';
import {
  compileScripts,
  type CompileResult,
  type ScriptBlock,
} from '../../../runtime/script/compile.js';
import { isInside, realPathOf, realPathOfOpen, type PathWords } from '../policy/grants/paths.js';
import { accessTo } from '../policy/check.js';
import type { Permissions } from '../policy/types.js';
import type { RemoteApp } from '../remote/remote.js';

/** Bytes of one imported file. */
const LARGEST_IMPORT = 32 * 1024 * 1024;

/**
 * Compiles the blocks of a document, reading what the app may read; for an app from the web, what was
 * fetched and agreed to, and nothing of this machine.
 */
export async function compileFor(
  blocks: readonly ScriptBlock[],
  source: Source,
  permissions: Permissions,
  words: PathWords,
  remote?: Pick<RemoteApp, 'read' | 'resolve'>,
): Promise<CompileResult> {
  if (remote !== undefined) return await compileScripts(blocks, source, remote);
  const read = (path: string): Promise<string | undefined> => readAllowed(path, permissions, words);
  return await compileScripts(blocks, source, { read });
}

/**
 * Opened first and asked afterwards where it leads, so that what is read is what was checked. Packages in
 * a `node_modules` above the app are its code: found there by every program, they need no grant.
 */
async function readAllowed(
  path: string,
  permissions: Permissions,
  words: PathWords,
): Promise<string | undefined> {
  // Without waiting: a named pipe may have no writer, ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    const real = realPathOfOpen(file.fd) ?? realPathOf(path, words.cwd);
    if (real === undefined || !stat.isFile() || stat.size > LARGEST_IMPORT) return undefined;
    const allowed =
      accessTo(permissions, real) !== 'none' || isPackageFile(real, permissions, words);
    return allowed ? await file.readFile('utf8') : undefined;
  } finally {
    await file.close();
  }
}

function isPackageFile(real: string, permissions: Permissions, { appDir }: PathWords): boolean {
  const { read, all } = permissions;
  if (read.nothing || all.denied || read.deny.some(({ path }) => isInside(real, path)))
    return false;
  const at = real.indexOf(`${sep}node_modules${sep}`);
  if (at < 0) return false;
  const owner = real.slice(0, at) || sep;
  return isInside(appDir, owner) || owner === dirname(appDir);
}

/** The `<script>` blocks as the runtime will find them, by the text alone. */
export function blocksIn(source: Source): ScriptBlock[] {
  const blocks: ScriptBlock[] = [];
  const queue: MarkupNode[] = [...parseMarkup(source).nodes].reverse();
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node.type !== 'element') continue;
    if (node.name === 'script') {
      if (isCode(node)) blocks.push(blockOf(node, source));
    } else queue.push(...[...node.children].reverse());
  }
  return blocks;
}

function attributeOf(element: MarkupElement, name: string): MarkupAttribute | undefined {
  return element.attributes.find((each) => each.name === name);
}

/** As `Scripts` has it: another type marks data. */
function isCode(element: MarkupElement): boolean {
  const type = (attributeOf(element, 'type')?.value ?? '').trim().toLowerCase();
  return type === '' || type === 'module' || /^(text|application)\/(java|type)script$/.test(type);
}

/** Where this differs from what the runner finds, it asks for its own blocks: slower, not wrong. */
function blockOf(element: MarkupElement, { text }: Source): ScriptBlock {
  const { start, end } = element.content;
  const src = attributeOf(element, 'src');
  return {
    code: text.slice(start, end),
    span: src === undefined ? { start, end } : src.valueSpan,
    src: src?.value,
    lang: attributeOf(element, 'lang')?.value,
    ready: attributeOf(element, 'async')?.value === 'ready',
  };
}
