/** `mount` for this project's specs; goldens of `spec/a/b.spec.ts` are in `fixtures/screens/a/b/`. */
import { join, relative } from 'node:path';
import { configureScreens } from '../../cli/testing.js';

export { mount } from '../../cli/testing.js';

const root = new URL('../../', import.meta.url).pathname;

configureScreens({
  folder: (testPath) =>
    join(
      root,
      'fixtures/screens',
      relative(join(root, 'spec'), testPath).replace(/\.spec\.[jt]s$/, ''),
    ),
});
