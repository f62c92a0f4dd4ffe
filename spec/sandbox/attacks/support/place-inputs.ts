/** Puts inputs of a compiler into an app's folder, and what they are to read beside it. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type Loader, type Message } from 'esbuild';
import { CANARY, type Arena } from './arena.js';
import { BESIDE, INPUTS, WITH_BESIDE, type CompilerInput } from './bundler-inputs.js';

/** What stands outside, each with the canary in it. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'secret.txt': CANARY,
  'module.mjs': `export default '${CANARY}';`,
  'module.cjs': `module.exports = '${CANARY}';`,
  'module.ts': `export default '${CANARY}' as string;`,
  'module.js': `export default '${CANARY}';`,
  'view.jsx': `export default '${CANARY}';`,
  'view.tsx': `export default '${CANARY}' as string;`,
  'data.json': JSON.stringify({ a: CANARY }),
  'text.md': CANARY,
  'style.css': `a { content: "${CANARY}" }`,
  'app.tui': `<text>${CANARY}</text>`,
  'bad.json': `{ "token": ${CANARY} }`,
  'bad-pack/package.json': `{ "token": ${CANARY} }`,
  'folder/index.js': `export default '${CANARY}';`,
  'pack/package.json': '{"name": "pack", "main": "./inner.js"}',
  'pack/inner.js': `export default '${CANARY}';`,
  'jsx-runtime.js': `export const jsx = '${CANARY}';`,
  'tsconfig.json': `{"compilerOptions": {"jsx": "react-jsx", "jsxImportSource": "${CANARY}"}}`,
  'settings/tsconfig.json': `{"compilerOptions": {"jsx": "react-jsx", "jsxImportSource": "${CANARY}"}}`,
  'settings/package.json': '{"name": "settings"}',
  [`glob/${CANARY}.json`]: '{}',
  'map.json': JSON.stringify({
    version: 3,
    sources: ['a'],
    sourcesContent: [CANARY],
    names: [],
    mappings: 'AAAA',
  }),
};

export interface PlacedInput {
  readonly name: string;
  readonly code: string;
  readonly lang: string;
  readonly src?: string;
  readonly reads: CompilerInput['reads'];
}

/** Inputs in folders of their own; and those by files in the document's folder, which change all others. */
export type InputSet = 'own' | 'beside';

/**
 * Writes all inputs of a set, those with links only where an app can be started with them.
 *
 * @param vault an empty folder beside the arena's: what is in there must not be read
 */
export function placeInputs(
  arena: Arena,
  vault: string,
  { set, withLinks }: { set: InputSet; withLinks: boolean },
): PlacedInput[] {
  const filled = (text: string): string => withPaths(text, vault);
  for (const [name, text] of Object.entries(OUTSIDE)) write(join(vault, name), text);
  const beside = set === 'beside' ? BESIDE : {};
  for (const [name, text] of Object.entries(beside)) write(join(arena.app, name), filled(text));
  const all = set === 'beside' ? WITH_BESIDE : INPUTS;
  const chosen = all.filter(({ links }) => withLinks || links === undefined);
  return chosen.map((input, index): PlacedInput => {
    const own = `./inputs/n${index}/`;
    for (const [name, text] of Object.entries(input.files ?? {})) {
      write(join(arena.app, own, name), filled(text));
    }
    for (const [name, target] of Object.entries(input.links ?? {})) {
      mkdirSync(dirname(join(arena.app, own, name)), { recursive: true });
      symlinkSync(filled(target), join(arena.app, own, name));
    }
    return {
      name: input.name,
      code: filled(input.code.replaceAll('IN/', own)),
      lang: input.lang ?? 'js',
      ...(input.src === undefined ? {} : { src: filled(input.src) }),
      reads: input.reads,
    };
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Also within maps that are in base64 already. */
function withPaths(text: string, vault: string): string {
  return text
    .replaceAll('OUT', vault)
    .replaceAll('VAULT', basename(vault))
    .replace(/(;base64,)([\w+/=]+)/g, (_, start: string, data: string) => {
      const inner = Buffer.from(data, 'base64').toString();
      return start + Buffer.from(withPaths(inner, vault)).toString('base64');
    });
}

/** Everything that esbuild by itself makes of an input: its output, and what it complains of. */
export async function byEsbuild(input: PlacedInput, folder: string): Promise<string> {
  const loaders: Record<string, Loader>[] = [
    { '.md': 'text', '.css': 'text', '.tui': 'text' },
    { '.md': 'text', '.tui': 'text' },
  ];
  const entry = join(folder, `block.${input.lang}`);
  const { src, code } = input;
  const from = JSON.stringify(src);
  writeFileSync(
    entry,
    src === undefined ? code : `export * from ${from}; export { default } from ${from};`,
  );
  let all = '';
  for (const loader of loaders) {
    try {
      const result = await build({
        entryPoints: [entry],
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'node',
        target: 'node20',
        sourcemap: 'external',
        charset: 'utf8',
        logLevel: 'silent',
        loader,
        outfile: join(folder, 'out.js'),
        absWorkingDir: folder,
      });
      all += result.outputFiles.map(({ text }) => text).join('\n');
      all += JSON.stringify(result.warnings);
    } catch (error) {
      const { errors, warnings } = error as { errors?: Message[]; warnings?: Message[] };
      all += JSON.stringify([errors, warnings]);
    }
  }
  return all;
}
