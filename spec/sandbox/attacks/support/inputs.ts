/** Each kind of input that esbuild can load, made to bring something into the bundle from elsewhere. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { CANARY } from './arena.js';

const json = (value: unknown): string => JSON.stringify(value);

/** A source map that has no text of its sources. */
export const mapOf = (...sources: string[]): string =>
  `data:application/json;base64,${Buffer.from(
    json({ version: 3, sources, names: [], mappings: 'AAAA' }),
  ).toString('base64')}`;

export interface Input {
  readonly code: string;
  readonly lang?: string;
  /** Files and links of the app. */
  readonly prepare?: () => void;
  readonly control?: BuildOptions;
  /** esbuild does not know it: the control is our own compiler without limits. */
  readonly isOwn?: boolean;
  /** Where the answer has another sign of success than the canary. */
  readonly sign?: RegExp;
}

/**
 * Puts secrets below `root`, and returns inputs for an app in `root/app`.
 */
export function plantInputs(root: string): Readonly<Record<string, Input>> {
  const app = join(root, 'app');
  const outside = (name: string): string => join(root, 'outside', name);
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  put('outside/secret.txt', CANARY);
  put('outside/secret.json', json({ key: CANARY }));
  put('outside/secret.js', `export const x = ${json(CANARY)}; export default x;`);
  put('outside/secret.css', `a { content: ${json(CANARY)} }`);
  put('outside/secret.bin', CANARY);
  put('outside/jsx-runtime.js', `export const jsx = ${json(CANARY)};`);
  put(`outside/names/${CANARY}.js`, '');
  put('outside/torn/package.json', `{ "token": ${CANARY} }`);
  put('outside/torn/tsconfig.json', `{ "token": ${CANARY} }`);
  put('outside/pkg/index.js', `module.exports = ${json(CANARY)};`);
  const withText = { version: 3, sources: ['a'], sourcesContent: [CANARY], mappings: 'AAAA' };
  put('outside/map.json', json({ ...withText, names: [] }));
  put('app/app.tui', '');
  put('app/m9.css', '');
  const file = (name: string, text: string, code = `import './${name}'`): Input => ({
    code,
    prepare: () => put(`app/${name}`, text),
  });
  const named = `sourceMappingURL=file://${outside('map.json')}`;

  return {
    'a map in a file, of an absolute path': file(
      'm1.js',
      `globalThis.a = 1;\n//# sourceMappingURL=${mapOf(outside('secret.txt'))}`,
    ),
    'a map in a file, of a relative path': file(
      'm2.js',
      `globalThis.a = 1;\n//# sourceMappingURL=${mapOf('../outside/secret.txt')}`,
    ),
    'a map in a file, of a file: URL': file(
      'm3.js',
      `globalThis.a = 1;\n//# sourceMappingURL=${mapOf(`file://${outside('secret.txt')}`)}`,
    ),
    'a map in a file, of the environment': {
      ...file('m0.js', `globalThis.a = 1;\n//# sourceMappingURL=${mapOf('/proc/self/environ')}`),
      sign: /PATH=/,
    },
    'a map in the block': {
      code: `globalThis.a = 1;\n//# sourceMappingURL=${mapOf(outside('secret.txt'))}`,
    },
    'a map in the block, with another kind of comment': {
      code: `globalThis.a = 1; /*@ sourceMappingURL=${mapOf(`file://${outside('secret.txt')}`)} */`,
    },
    'a map named by a relative path': file(
      'm4.js',
      'globalThis.a = 1;\n//# sourceMappingURL=../outside/map.json',
    ),
    'a map named by a file: URL, in TypeScript': file(
      'm5.ts',
      `globalThis.a = 1 as number;\n//# ${named}\n\n`,
    ),
    'a map named by an absolute path, in JSX': file(
      'm6.jsx',
      `globalThis.a = <b/>;\n//@ sourceMappingURL=${outside('map.json')}`,
    ),
    'a map named by a file: URL, in TSX': file(
      'm7.tsx',
      `globalThis.a = <b/>;\n/*# ${named} */ // and more`,
    ),
    'a map named in CommonJS': file(
      'm8.cjs',
      'exports.a = 1; //# sourceMappingURL=../outside/map.json',
    ),
    'a map named in a module of text': file(
      'm9.mjs',
      `import './m9.css'; globalThis.a = 1;\n//# ${named}`,
      "import './m9.mjs'; import './m6.jsx'",
    ),
    'a map named in CSS': {
      ...file('s1.css', `a { b: c }\n/*# ${named} */`),
      control: { loader: { '.css': 'css' } },
    },
    '@import in CSS': {
      ...file('s2.css', '@import "../outside/secret.css";'),
      control: { loader: { '.css': 'css' } },
    },
    'url() in CSS': {
      ...file('s3.css', 'a { background: url(../outside/secret.bin) }'),
      control: { loader: { '.css': 'css', '.bin': 'dataurl' }, sourcemap: false },
      sign: /canary-7f3a91|Y2FuYXJ5LTdmM2E5MQ/,
    },
    'a data: module with a map': {
      code: `import a from ${json(`data:text/javascript,export default 1//# ${named}`)}; globalThis.a = a;`,
    },
    'JavaScript by a relative path': {
      code: "import x from '../outside/secret.js'; globalThis.a = x",
    },
    'JavaScript by an absolute path': { code: `export * from ${json(outside('secret.js'))}` },
    'JavaScript by a file: URL': {
      code: `export * from ${json(`file://${outside('secret.js')}`)}`,
      isOwn: true,
    },
    JSON: { code: "import x from '../outside/secret.json'; globalThis.a = x" },
    'JSON by require': { code: "globalThis.a = require('../outside/secret.json')", lang: 'js' },
    "JSON by TypeScript's require": {
      code: "import x = require('../outside/secret.json'); globalThis.a = x",
    },
    'JSON by import()': { code: "globalThis.a = import('../outside/secret.json')" },
    'JSON with a type': {
      code: "import x from '../outside/secret.json' with { type: 'json' }; globalThis.a = x",
    },
    'a text with a type': {
      code: "import x from '../outside/secret.bin' with { type: 'text' }; globalThis.a = x",
    },
    'bytes with a type': {
      code: "import x from '../outside/secret.bin' with { type: 'bytes' }; globalThis.a = x",
      sign: /Y2FuYXJ5LTdmM2E5MQ/,
    },
    'a text': { code: "import x from '../outside/secret.txt'; globalThis.a = x" },
    ...Object.fromEntries(
      (['text', 'binary', 'base64', 'dataurl', 'file', 'copy'] as const).map((loader) => [
        `the loader ${loader}`,
        {
          code: "import x from '../outside/secret.bin'; globalThis.a = x",
          control: { loader: { '.bin': loader } },
          sign: /canary-7f3a91|Y2FuYXJ5LTdmM2E5MQ/,
        },
      ]),
    ),
    'a JSX runtime by a comment': {
      code: '/** @jsxRuntime automatic @jsxImportSource ../outside */ globalThis.a = <b/>',
      lang: 'tsx',
    },
    'a JSX runtime by tsconfig.json': {
      code: "import './jsx.tsx'",
      prepare: () => {
        put(
          'app/tsconfig.json',
          json({ compilerOptions: { jsx: 'react-jsx', jsxImportSource: '../outside' } }),
        );
        put('app/jsx.tsx', 'globalThis.a = <b/>');
      },
    },
    'paths of tsconfig.json': {
      prepare: () => {
        put(
          'app/tsconfig.json',
          json({ compilerOptions: { paths: { x: ['../outside/secret.js'] } } }),
        );
        put('app/paths.ts', "export * from 'x'");
      },
      code: "export * from './paths.ts'",
    },
    'a tsconfig.json that extends one elsewhere': {
      prepare: () => {
        put('app/tsconfig.json', json({ extends: '../outside/torn/tsconfig.json' }));
        put('app/extends.ts', 'globalThis.a = 1');
      },
      code: "import './extends.ts'",
    },
    'a package whose main is elsewhere': {
      prepare: () =>
        put('app/node_modules/p1/package.json', json({ main: '../../../outside/secret.js' })),
      code: "export * from 'p1'",
    },
    'a package with a browser field': {
      prepare: () => {
        put(
          'app/node_modules/p2/package.json',
          json({ browser: { './x.js': '../../../outside/secret.js' } }),
        );
        put('app/node_modules/p2/index.js', "export * from './x.js'");
        put('app/node_modules/p2/x.js', '');
      },
      code: "export * from 'p2'",
      control: { platform: 'browser' },
    },
    'imports of a package.json through a link': {
      prepare: () => {
        put(
          'app/package.json',
          json({
            name: 'own',
            imports: { '#x': './linked.js' },
            exports: { './y': './linked.js' },
          }),
        );
        symlinkSync('../outside/secret.js', join(app, 'linked.js'));
      },
      code: "export * from '#x'",
    },
    'the package itself through a link': { code: "export * from 'own/y'" },
    'a link to a file': { code: "export * from './linked.js'" },
    'a link to a folder': {
      prepare: () => symlinkSync('../outside', join(app, 'folder')),
      code: "export * from './folder/secret.js'",
    },
    'a link to a package': {
      prepare: () => symlinkSync('../../outside/pkg', join(app, 'node_modules/linked')),
      code: "globalThis.a = require('linked')",
      lang: 'js',
    },
    'a malformed package.json': { code: "import '../outside/torn'" },
    'names by import() of a template': {
      code: 'globalThis.a = (n) => import(`../outside/names/${n}.js`)',
    },
    'names by import() of a sum, with comments': {
      code: "globalThis.a = (n) => import /* a */ ( // b\n '../outside/names/' + n)",
    },
    'names by require() of a template': {
      code: 'globalThis.a = (n) => require(`../outside/names/${n}`)',
      lang: 'js',
    },
    'names by require() spelt otherwise': {
      code: 'globalThis.a = (n) => (r\\u0065quire as any)!(`../outside/names/${n}`)',
    },
    'names by module.require()': {
      code: "globalThis.a = (n) => module['req' + 'uire'](`../outside/names/${n}`)",
      lang: 'js',
    },
    'names by a choice': {
      code: "globalThis.a = (n) => import(n ? 'node:os' : `../outside/names/${n}.js`)",
    },
  };
}
