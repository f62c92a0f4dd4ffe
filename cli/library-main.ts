/** The bundle as `tui` and `tui/testing` share it. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from './boot.js';

export const bundle = load(
  dirname(fileURLToPath(import.meta.url)),
  'library',
  createRequire(import.meta.url),
);
