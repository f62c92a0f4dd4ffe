/** `npm run unused` reports files, exports and dependencies that nothing uses. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules that `late` loads, see runtime/base/late.ts: what is used of them is not seen from outside. */
function lateModules() {
  const found = new Set();
  for (const folder of ['cli', 'config', 'elements', 'runtime']) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('base/late.ts')) continue;
      const file = join(folder, name);
      for (const [, path] of readFileSync(file, 'utf8').matchAll(
        /as typeof import\(\s*'(\.[^']+)\.js'/g,
      )) {
        found.add(`${join(dirname(file), path)}.ts`);
      }
    }
  }
  return [...found];
}

/** What the scripts of a document import. */
function scriptsOf(text) {
  const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)];
  return scripts.map(([, script]) => script).join('\n');
}

/** Sources of the reference pages: scripts/generate-*.mjs bundle them. */
const DECLARATIONS = [
  'cli/mirror/{messages,protocol}.ts',
  'cli/sandbox/policy/policy.ts',
  'config/texts/user-schema.ts',
  'runtime/style/matching/selectors.ts',
  'runtime/style/reading/media.ts',
  'runtime/terminal/input/keys.ts',
  'runtime/testing/input-bytes.ts',
];

export default {
  entry: [
    // What scripts/build.mjs and scripts/types.mjs bundle.
    'cli/{command,library-main,train,types,script-types}.ts',
    'cli/library-bundle.cjs',
    'cli/sandbox/runner/{main,bundle}.ts',
    'cli/mirror/page/main.ts',
    ...DECLARATIONS,
    ...lateModules(),
    'scripts/*.mjs',
    'bench/*.mjs',
    '{cli/training,examples,fixtures}/**/*.{tui,jsx,svelte,vue}',
    // Specs start these by their paths, or bundle them.
    'spec/**/{apps,fixtures}/*.ts',
    'spec/**/support/*.mjs',
    'spec/typed/*.test.ts',
    // `npm run test:unit`, `npm run test:process` and `npm run test:built` name these.
    'jest.*.config.js',
    // jest's `testRunner`.
    'spec/support/bundled/test-runner.mjs',
    'spec/support/walk/main.ts',
    // Apps that the tests in TypeScript mount by their paths.
    'spec/typed/*.tui',
    'spec/support/wpt-main.ts',
  ],
  project: ['**/*.{ts,mjs,cjs,js,tui,jsx,svelte,vue}', '!bench/peers/**', '!{docs,templates}/**'],
  compilers: { tui: scriptsOf },
  // Programs of the system.
  exclude: ['binaries'],
  ignoreDependencies: [
    // Specs read their files, or name them to a compiler.
    '@xterm/xterm',
    '@xterm/addon-image',
    'axe-core',
    'babel-preset-solid',
    'commonmark-spec',
    'react-18',
    'react-dom-18',
    // Types in comments.
    '@jest/test-result',
    // The transformer that users of `tui init --typescript` get, which jest.config.js names.
    'ts-jest',
  ],
  ignoreIssues: {
    // Apps that try to load what they may not.
    'spec/sandbox/attacks/apps/*': ['unlisted'],
    // A call with type arguments hides the use of a member from knip.
    'runtime/base/packages.cjs': ['exports'],
    // It passes a path to esbuild, not an import.
    'spec/config/save-concurrent.spec.ts': ['unresolved'],
  },
};
