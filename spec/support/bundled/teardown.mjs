import { dirname } from 'node:path';
import { removeFolder } from '../cache-folder.mjs';

export default function teardown() {
  const bundle = process.env['TUI_SPEC_BUNDLE'];
  if (bundle !== undefined) removeFolder(dirname(bundle));
}
