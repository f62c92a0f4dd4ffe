/** Common to the generators of reference pages. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { format } from 'oxfmt';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * What sources export, bundled for this call: what is declared now.
 *
 * @param {string} folder from the project's
 * @param {string} contents exports, as a module in that folder would write them
 */
export async function sourceOf(folder, contents) {
  const result = await build({
    stdin: { contents, resolveDir: root + folder },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    // jsonc-parser's CommonJS build hides its own files from bundlers.
    mainFields: ['module', 'main'],
  });
  const made = await mkdtemp(join(tmpdir(), 'tui-generate-'));
  try {
    const file = join(made, 'source.mjs');
    await writeFile(file, result.outputFiles[0].contents);
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(made, { recursive: true });
  }
}

/**
 * Files as `npm run format` writes them.
 *
 * @param {Record<string, string>} files by path from the project's folder
 * @returns {Promise<Record<string, string>>}
 */
export async function formatted(files) {
  const options = JSON.parse(await readFile(`${root}.oxfmtrc.json`, 'utf8'));
  // They say which files it formats: these it does.
  delete options.ignorePatterns;
  const made = Object.entries(files).map(async ([path, content]) => {
    const { code, errors } = await format(path, content, options);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
    return [path, code];
  });
  return Object.fromEntries(await Promise.all(made));
}

/** A table of Markdown. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Words for a page of Markdown, in which `<` would begin HTML; in code it is written as it is. */
export function escaped(words) {
  return words.replace(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part));
}
