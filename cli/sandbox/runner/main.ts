/** The file that the runner is started with. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../../boot.js';

const here = dirname(fileURLToPath(import.meta.url));
load(join(here, '../../bundle'), 'runner', require).runner();
