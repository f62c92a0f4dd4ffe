/** The library's bundle, which `tui`, `tui-runtime/testing`, `tui-runtime/dom` and `tui-runtime/client` share. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluator, type evaluateWith } from '../runtime/script/evaluate.js';
import { loadBundle } from './boot/bundle.js';
import { CodeFolder } from './boot/code-cache.js';
import type * as Client from './client.js';
import type * as Dom from './dom.js';
import type * as Library from './library.js';
import type * as Testing from './testing.js';

/** Changes with the bundles. */
declare const TUI_BUILD: string;

interface Bundle {
  readonly evaluateWith: typeof evaluateWith;
  readonly library: typeof Library;
  client(): typeof Client;
  dom(): typeof Dom;
  /** Evaluated by the first call: it registers itself with jest. */
  testing(): typeof Testing;
}

const folder = join(dirname(fileURLToPath(import.meta.url)), '../bundle');
const bundle = loadBundle('library', {
  folder,
  require,
  cache: CodeFolder.of(process.env, TUI_BUILD, folder)?.read('library'),
}) as Bundle;
bundle.evaluateWith(evaluator);

export const { client, dom, library, testing } = bundle;
