/**
 * Declarations of the package: one file for `tui`, `tui-runtime/testing`, `tui-runtime/dom` and `tui-runtime/client`, so that the types of both are the same, and
 * for each of them the names that it exports.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import ts from 'typescript';

const ENTRIES = ['library', 'testing', 'dom', 'client'];

/**
 * The declarations of a module, and of all that they name, as one text.
 *
 * @param exportReferencedTypes exports interfaces and types that were only named, too: they keep their comments then
 * @throws Error where the types do not fit; what is wrong has been printed then
 */
export function bundleTypes(root, module, exportReferencedTypes = false) {
  const output = { noBanner: true, exportReferencedTypes };
  const [text = ''] = generateDtsBundle([{ filePath: join(root, module), output }], {
    preferredConfigPath: join(root, 'tsconfig.json'),
  });
  return text;
}

/** @throws Error where the types do not fit; what is wrong has been printed then */
export async function writeTypes(root, dist) {
  const text = bundleTypes(root, 'cli/types.ts');
  const folder = join(dist, 'cli');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'types.d.ts'), text);
  await copyFile(join(root, 'cli/jest.d.ts'), join(folder, 'jest.d.ts'));
  for (const [name, exported] of exportsOf(root)) {
    const jest = name === 'testing' ? "import './jest.js';\n" : '';
    const list = exported.map((each) => `  ${each},\n`).join('');
    await writeFile(join(folder, `${name}.d.ts`), `${jest}export {\n${list}} from './types.js';\n`);
  }
}

/** Names of values and types, by entry. */
function exportsOf(root) {
  const files = ENTRIES.map((name) => join(root, `cli/${name}.ts`));
  const read = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...read.config, include: [] }, ts.sys, root);
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  return files.map((file, index) => {
    const symbol = checker.getSymbolAtLocation(program.getSourceFile(file));
    return [ENTRIES[index], checker.getExportsOfModule(symbol).map(({ name }) => name)];
  });
}
