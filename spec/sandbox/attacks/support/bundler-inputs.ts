/**
 * What a compiler reads besides the text that it is given: one entry for each way in which a script, a file
 * that it imports, or a file that is found beside them has esbuild open another one.
 */

export interface CompilerInput {
  readonly name: string;
  /** A block of the document. `OUT` stands for the folder that is not granted, `IN` for the input's own. */
  readonly code: string;
  readonly lang?: 'js' | 'ts' | 'jsx' | 'tsx';
  /** The block's `src`, instead of its code. */
  readonly src?: string;
  /** Files in the input's own folder, which is in the app's. */
  readonly files?: Readonly<Record<string, string>>;
  /** A folder of the app's own is a link, where links lead nowhere. */
  readonly links?: Readonly<Record<string, string>>;
  /**
   * `grant`: an ordinary import, which works where the app may read the file. `bundler`: works with esbuild
   * alone. `none`: nothing reads it today.
   */
  readonly reads: 'grant' | 'bundler' | 'none';
}

/** A source map whose texts are left out, so that whoever wants them looks for them. */
function mapOf(...sources: readonly string[]): string {
  return JSON.stringify({ version: 3, sources, names: [], mappings: 'AAAA' });
}

/** As the comment at the end of a file has it. */
function inline(map: string, kind = 'application/json;base64'): string {
  const data = kind.endsWith('base64')
    ? Buffer.from(map).toString('base64')
    : encodeURIComponent(map);
  return `data:${kind},${data}`;
}

const SECRET = 'OUT/secret.txt';
/** The same from an input's folder; `VAULT` stands for its name. */
const UP = '../../../../VAULT';
const comment = (url: string): string => `\n//# sourceMappingURL=${url}\n`;
const used = 'export const used = 1; console.log(used);';

const IMPORTS: readonly CompilerInput[] = [
  ['js', 'OUT/module.mjs'],
  ['cjs', 'OUT/module.cjs'],
  ['ts', 'OUT/module.ts'],
  ['jsx', 'OUT/view.jsx'],
  ['tsx', 'OUT/view.tsx'],
  ['json', 'OUT/data.json'],
  ['text', 'OUT/text.md'],
  ['css as text', 'OUT/style.css'],
  ['a document', 'OUT/app.tui'],
  ['without an extension', 'OUT/module'],
  ['a query', 'OUT/module.mjs?x'],
  ['a fragment', 'OUT/module.mjs#x'],
  ['a folder', 'OUT/folder'],
  ['a package by its path', 'OUT/pack'],
  ['relative', '../../VAULT/module.mjs'],
  ['dots through the own folder', './inputs/../../../VAULT/module.mjs'],
  ['dots through what is not there', './none/../../../VAULT/module.mjs'],
].map(([name, path]) => ({
  name: `import ${name ?? ''}`,
  code: `import * as x from '${path ?? ''}'; export const y = x; console.log(x);`,
  reads: 'grant' as const,
}));

const OTHER_IMPORTS: readonly CompilerInput[] = [
  {
    name: 'import by a file: address',
    code: `import x from 'file://OUT/module.mjs'; export const y = x;`,
    reads: 'none',
  },
  {
    name: 'attribute json',
    code: `import x from 'OUT/data.json' with { type: 'json' }; export const y = x;`,
    reads: 'grant',
  },
  {
    name: 'attribute text',
    code: `import x from '${SECRET}' with { type: 'text' }; export const y = x;`,
    reads: 'bundler',
  },
  {
    name: 'attribute bytes',
    code: `import x from 'OUT/data.json' with { type: 'bytes' }; export const y = x;`,
    reads: 'none',
  },
  {
    name: 'a text that is no code',
    code: `import x from '${SECRET}'; export const y = x;`,
    reads: 'grant',
  },
  {
    name: 'JSON that is none',
    code: `import x from 'OUT/bad.json'; export const y = x;`,
    reads: 'grant',
  },
  {
    name: 'a package whose package.json is no JSON',
    code: `import x from 'OUT/bad-pack'; export const y = x;`,
    reads: 'bundler',
  },
  {
    name: 'require',
    code: `export const y = require('OUT/data.json');`,
    reads: 'grant',
  },
  {
    name: 'require.resolve',
    code: `export const y = require.resolve('OUT/data.json');`,
    reads: 'none',
  },
  {
    name: 'import()',
    code: `export const y = await import('OUT/module.mjs'); console.log(y);`,
    reads: 'grant',
  },
  {
    name: 'export from',
    code: `export * from 'OUT/module.mjs'; export { default } from 'OUT/module.mjs';`,
    reads: 'grant',
  },
  {
    name: 'src',
    code: '',
    src: 'OUT/module.mjs',
    reads: 'grant',
  },
  {
    name: 'src by a file: address',
    code: '',
    src: 'file://OUT/module.mjs',
    reads: 'none',
  },
  {
    name: 'src with a quote in it',
    code: '',
    src: `./none.js"; export * from "OUT/module.mjs`,
    reads: 'none',
  },
  {
    name: 'new URL',
    code: `export const y = new URL('../../VAULT/data.json', import.meta.url);`,
    reads: 'none',
  },
  {
    name: 'the address of a worker',
    code: `export const y = () => new Worker(new URL('../../VAULT/module.mjs', import.meta.url));`,
    reads: 'none',
  },
  {
    name: 'a name with NUL',
    code: `import x from 'OUT/module.mjs\\0.md'; export const y = x;`,
    reads: 'none',
  },
  {
    name: 'names of our own namespaces',
    code: `import x from 'tui-block:OUT/module.mjs'; import * as y from 'tui-meta:OUT/module.mjs'; console.log(x, y);`,
    reads: 'none',
  },
  ...['import(`../../VAULT/glob/${n}.json`)', 'require(`../../VAULT/glob/${n}`)'].map(
    (call): CompilerInput => ({
      name: `glob ${call.slice(0, 7)}`,
      code: `export const f = (n) => ${call};`,
      reads: 'bundler',
    }),
  ),
  {
    name: 'glob in an imported file',
    code: `import { f } from 'IN/a.js'; console.log(f);`,
    files: { 'a.js': `export const f = (n) => import('${UP}/glob/' + n + '.json');` },
    reads: 'bundler',
  },
];

const DATA_URLS: readonly CompilerInput[] = [
  {
    name: 'data: of js that imports',
    code: `import x from 'data:text/javascript,export { default } from "OUT/module.mjs"'; console.log(x);`,
    reads: 'none',
  },
  {
    name: 'data: of js with an inline map',
    code: `import x from 'data:text/javascript;base64,${Buffer.from(`export default 1; console.log(2);${comment(inline(mapOf('OUT/secret.txt')))}`).toString('base64')}'; console.log(x);`,
    reads: 'none',
  },
  {
    name: 'data: of css that imports',
    code: `import 'data:text/css,@import "OUT/style.css";';`,
    reads: 'none',
  },
  {
    name: 'data: of css with url()',
    code: `import 'data:text/css,a{background:url("OUT/data.json")}';`,
    reads: 'none',
  },
  {
    name: 'css that imports',
    code: `import x from 'IN/a.css'; console.log(x);`,
    files: { 'a.css': `@import "${UP}/style.css"; a { background: url(${UP}/text.md) }` },
    reads: 'bundler',
  },
];

/** The file that the comment is in, by the name that it has. */
const MAPPED: readonly (readonly [name: string, file: string, text: string])[] = [
  ['js', 'a.js', used],
  ['mjs', 'a.mjs', used],
  ['cjs', 'a.cjs', 'exports.used = 1; console.log(exports);'],
  ['ts', 'a.ts', 'export const used: number = 1; console.log(used);'],
  ['jsx', 'a.jsx', used],
  ['tsx', 'a.tsx', used],
  ['css', 'a.css', 'a { color: red }'],
];

const MAPS: readonly CompilerInput[] = [
  ...MAPPED.flatMap(([name, file, text]): CompilerInput[] => {
    const isCss = file.endsWith('.css');
    const mark = (url: string): string =>
      isCss ? `\n/*# sourceMappingURL=${url} */\n` : comment(url);
    const code = `import * as x from 'IN/${file}'; console.log(x);`;
    return [
      {
        name: `inline map in ${name}`,
        code,
        files: { [file]: text + mark(inline(mapOf(SECRET))) },
        reads: 'bundler',
      },
      {
        name: `named map in ${name}`,
        code,
        files: { [file]: text + mark(`${UP}/map.json`) },
        reads: 'bundler',
      },
      {
        name: `own map that names a file, in ${name}`,
        code,
        files: { [file]: text + mark('own.map'), 'own.map': mapOf(SECRET) },
        reads: 'bundler',
      },
    ];
  }),
  ...(['js', 'ts', 'jsx', 'tsx'] as const).flatMap((lang): CompilerInput[] => [
    {
      name: `inline map in the block, ${lang}`,
      lang,
      code: used + comment(inline(mapOf(SECRET))),
      reads: 'bundler',
    },
    {
      name: `named map in the block, ${lang}`,
      lang,
      code: used + comment('OUT/map.json'),
      reads: 'bundler',
    },
  ]),
  ...[
    ['sources by a file: address', inline(mapOf('file://OUT/secret.txt'))],
    ['sources by relative paths', inline(mapOf(`../../VAULT/secret.txt`, `${UP}/secret.txt`))],
    ['not in base64', inline(mapOf(SECRET), 'application/json')],
    [
      'a root for its sources',
      inline(
        JSON.stringify({
          version: 3,
          sourceRoot: 'OUT/',
          sources: ['secret.txt'],
          names: [],
          mappings: 'AAAA',
        }),
      ),
    ],
    [
      'sections',
      inline(
        JSON.stringify({
          version: 3,
          sections: [
            {
              offset: { line: 0, column: 0 },
              map: { version: 3, sources: [SECRET], names: [], mappings: 'AAAA' },
            },
          ],
        }),
      ),
    ],
    [
      'texts that are null',
      inline(
        JSON.stringify({
          version: 3,
          sources: [SECRET],
          sourcesContent: [null],
          names: [],
          mappings: 'AAAA',
        }),
      ),
    ],
  ].map(([name, url = '']): CompilerInput => ({
    name: `inline map with ${name ?? ''}`,
    code: used + comment(url),
    reads: 'bundler',
  })),
  ...[
    ['an at sign', '//@ sourceMappingURL='],
    ['a block comment', '/*# sourceMappingURL='],
  ].map(([name, start = '']): CompilerInput => ({
    name: `inline map after ${name ?? ''}`,
    code: `${used}\n${start}${inline(mapOf(SECRET))}${start.startsWith('/*') ? ' */' : ''}\n`,
    reads: 'bundler',
  })),
];

const jsx = `import { View } from 'IN/view.tsx'; console.log(View);`;
const view = `export const View = () => <a/>;`;

const SETTINGS: readonly CompilerInput[] = [
  {
    name: 'tsconfig extends a file',
    code: jsx,
    files: { 'view.tsx': view, 'tsconfig.json': `{"extends": "${UP}/tsconfig.json"}` },
    reads: 'bundler',
  },
  {
    name: 'tsconfig extends a package',
    code: jsx,
    files: { 'view.tsx': view, 'tsconfig.json': '{"extends": "settings"}' },
    links: { 'node_modules/settings': 'OUT/settings' },
    reads: 'bundler',
  },
  {
    name: 'tsconfig is a link',
    code: jsx,
    files: { 'view.tsx': view },
    links: { 'tsconfig.json': 'OUT/tsconfig.json' },
    reads: 'bundler',
  },
  {
    name: 'tsconfig paths',
    code: `import 'IN/a.ts';`,
    files: {
      'a.ts': `import x from 'alias'; console.log(x);`,
      'tsconfig.json': `{"compilerOptions": {"paths": {"alias": ["${UP}/module.mjs"]}}}`,
    },
    reads: 'bundler',
  },
  {
    name: 'tsconfig baseUrl',
    code: `import 'IN/a.ts';`,
    files: {
      'a.ts': `import x from 'module.mjs'; console.log(x);`,
      'tsconfig.json': '{"compilerOptions": {"baseUrl": "OUT"}}',
    },
    reads: 'bundler',
  },
  {
    name: 'tsconfig jsxImportSource',
    code: jsx,
    files: {
      'view.tsx': view,
      'tsconfig.json': '{"compilerOptions": {"jsx": "react-jsx", "jsxImportSource": "OUT"}}',
    },
    reads: 'bundler',
  },
  {
    name: 'the pragma of JSX',
    lang: 'tsx',
    code: `/** @jsxRuntime automatic */\n/** @jsxImportSource OUT */\nexport const V = <a/>;`,
    reads: 'grant',
  },
  {
    name: 'package.json main',
    code: `import x from 'IN/pack'; console.log(x);`,
    files: { 'pack/package.json': `{"main": "../${UP}/module.mjs"}` },
    reads: 'bundler',
  },
  {
    name: 'package.json browser and module',
    code: `import x from 'IN/pack/a.js'; import y from 'IN/pack'; console.log(x, y);`,
    files: {
      'pack/package.json': `{"module": "../${UP}/module.mjs", "browser": {"./a.js": "../${UP}/module.mjs"}}`,
      'pack/a.js': 'export default 1',
    },
    reads: 'bundler',
  },
  {
    name: 'package.json imports',
    code: `import x from 'IN/a.js'; console.log(x);`,
    files: {
      'package.json': `{"imports": {"#x": "./${UP}/module.mjs", "#y/*": "./*"}}`,
      'a.js': `import x from '#x'; import y from '#y/${UP}/module.mjs'; export default [x, y];`,
    },
    reads: 'none',
  },
  {
    name: 'package.json exports of a package',
    code: `import 'IN/a.js';`,
    files: {
      'a.js': `import x from 'evil'; import y from 'evil/${UP}/${UP}/module.mjs'; console.log(x, y);`,
      'node_modules/evil/package.json': `{"exports": {".": "./../../${UP}/module.mjs", "./*": "./*"}}`,
    },
    reads: 'none',
  },
  {
    name: 'a package that is a link',
    code: `import 'IN/a.js';`,
    files: { 'a.js': `import x from 'linked'; console.log(x);` },
    links: { 'node_modules/linked': 'OUT/pack' },
    reads: 'bundler',
  },
];

export const INPUTS: readonly CompilerInput[] = [
  ...IMPORTS,
  ...OTHER_IMPORTS,
  ...DATA_URLS,
  ...MAPS,
  ...SETTINGS,
];

/** What Yarn writes: where each package is. */
const PACKAGES = JSON.stringify({
  __info: [],
  dependencyTreeRoots: [{ name: 'top', reference: 'workspace:.' }],
  enableTopLevelFallback: true,
  fallbackExclusionList: [],
  fallbackPool: [],
  packageRegistryData: [
    [null, [[null, packageAt('./', [['listed', 'npm:1']])]]],
    ['listed', [['npm:1', packageAt('./../../VAULT/pack/', [])]]],
  ],
});

function packageAt(packageLocation: string, packageDependencies: readonly unknown[]): object {
  return { packageLocation, packageDependencies, linkType: 'HARD' };
}

/** Files in the document's own folder, which a bundler looks for by their names. */
export const BESIDE: Readonly<Record<string, string>> = {
  'tsconfig.json': `{"extends": "../../VAULT/tsconfig.json", "compilerOptions": {"baseUrl": "../../VAULT", "paths": {"alias": ["./module.mjs"]}}}`,
  'package.json': `{"imports": {"#x": "./../../VAULT/module.mjs"}, "browser": {"./kit.ts": "../../VAULT/module.mjs"}}`,
  '.pnp.data.json': PACKAGES,
};

export const WITH_BESIDE: readonly CompilerInput[] = [
  {
    name: 'the table of another package manager',
    code: `import x from 'listed'; console.log(x);`,
    reads: 'bundler',
  },
  {
    name: 'tsconfig beside the document extends a file',
    lang: 'tsx',
    code: 'export const V = <a/>;',
    reads: 'bundler',
  },
  {
    name: 'tsconfig beside the document has paths',
    code: `import x from 'alias'; console.log(x);`,
    reads: 'bundler',
  },
  {
    name: 'package.json beside the document',
    code: `import x from '#x'; import * as y from './kit.ts'; console.log(x, y);`,
    reads: 'none',
  },
];
