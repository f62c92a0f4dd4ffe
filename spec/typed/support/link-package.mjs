/** The built package by its name, where the specs of this folder find it as a user's would: in `node_modules`. */
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(dirname(folder));
const installed = join(folder, 'node_modules/tui-runtime');

export default function linkPackage() {
  if (!existsSync(join(root, 'dist/cli/testing.d.ts'))) {
    throw new Error('dist/ has no declarations: npm run build');
  }
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  // Not the checkout as a whole, which this folder is a part of.
  for (const name of ['package.json', 'dist', 'docs']) {
    symlinkSync(join(root, name), join(installed, name));
  }
}
