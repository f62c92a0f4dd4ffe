/** The entry file of the runner. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluator } from '../../../runtime/script/evaluate.js';
import { loadBundle } from '../../boot/bundle.js';
import { CodeCache } from '../../boot/code-cache.js';
import { rejectCompiledCode } from '../../boot/reject-compiled-code.js';
import { CODE_FD } from '../channel/descriptors.js';
import type * as Runner from './bundle.js';

const { evaluateWith } = loadBundle('runner', {
  folder: join(dirname(fileURLToPath(import.meta.url)), '../../bundle'),
  require,
  // Closed when it is read: nothing of the app may find it open.
  cache: CodeCache.read(CODE_FD),
  createScript: rejectCompiledCode(),
}) as typeof Runner;
evaluateWith(evaluator);
