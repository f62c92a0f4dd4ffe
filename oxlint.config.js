/**
 * Rules of `npm run lint`. It reads all files once without types, and the sources once more with them, by the compiler that
 * `npm run types` uses: docs/decisions/2026-11-27-lint-and-format.md.
 */

const SOURCES = ['cli/**/*.ts', 'config/**/*.ts', 'elements/**/*.ts', 'runtime/**/*.ts'];

/** Rules that need the types, for the sources. */
const TYPED_RULES = [
  'await-thenable',
  'no-array-delete',
  'no-deprecated',
  'no-floating-promises',
  'no-for-in-array',
  'no-misused-promises',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'only-throw-error',
  'prefer-promise-reject-errors',
  'restrict-plus-operands',
  'restrict-template-expressions',
  'use-unknown-in-catch-callback-variable',
];

/** Rules about TypeScript that need no types. */
const SYNTAX_RULES = [
  'ban-ts-comment',
  'no-duplicate-enum-values',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-invalid-void-type',
  'no-misused-new',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-asserted-optional-chain',
  'no-this-alias',
  'no-unnecessary-type-constraint',
  'no-unsafe-declaration-merging',
  'no-unsafe-function-type',
  'no-wrapper-object-types',
  'prefer-as-const',
  'prefer-literal-enum-member',
  'prefer-namespace-keyword',
  'triple-slash-reference',
  'unified-signatures',
];

/** Rules about any JavaScript. */
const JAVASCRIPT_RULES = [
  'no-array-constructor',
  'no-unused-expressions',
  'no-useless-constructor',
  'no-var',
  'prefer-rest-params',
  'prefer-spread',
];

const errors = (prefix, names) =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, 'error']));

/** Private members are `#` names: docs/decisions/2026-11-25-private-names.md. A constructor has no such name. */
const PRIVATE_NAMES = [
  "PropertyDefinition[accessibility='private']",
  "MethodDefinition[accessibility='private'][kind!='constructor']",
  "TSParameterProperty[accessibility='private']",
].map((selector) => ({
  selector,
  message: 'Write #name: scripts can reach what is only private.',
}));

/** Lists are as long as they are: a spread of a literal only moves its line breaks. */
const LITERAL_SPREADS = [
  'ArrayExpression > SpreadElement > ArrayExpression[elements.length>0]',
  'ObjectExpression > SpreadElement > ObjectExpression[properties.length>0]',
  'CallExpression > SpreadElement > ArrayExpression[elements.length>0]',
].map((selector) => ({ selector, message: 'Write the elements in place.' }));

/** Properties state how often CI tries them. */
const PROPERTY_RUNS = [
  "CallExpression[callee.property.name='assert'] Property[key.name='numRuns'] > Literal",
  "CallExpression[callee.object.name='fc'][callee.property.name='assert'][arguments.length=1]",
].map((selector) => ({
  selector,
  message: 'State how often CI tries this property: { numRuns: propertyRuns(100) }.',
}));

/** What few starts need is loaded by `late`, which keeps it: runtime/base/late.ts. */
const LATE_ONLY = [
  {
    selector:
      "CallExpression[callee.name='require']:not(CallExpression[callee.name='late'] CallExpression)",
    message: "Write late(() => require('./x.js') as typeof import('./x.js')), or import it.",
  },
  {
    selector: 'TSImportType:not(TSTypeQuery TSImportType)',
    message: 'Write import type.',
  },
];

/** ESLint's own rule: oxlint has none for selectors. */
const RESTRICTED = 'eslint-rules/no-restricted-syntax';

export default {
  plugins: ['typescript'],
  jsPlugins: [{ name: 'eslint-rules', specifier: 'oxlint-plugin-eslint' }],
  // The rules are those that are named here.
  categories: { correctness: 'off' },
  ignorePatterns: ['dist/', 'node_modules/', 'bench/out/', 'coverage/', 'docs/reference/'],
  rules: {
    ...errors('', JAVASCRIPT_RULES),
    ...errors('typescript/', SYNTAX_RULES),
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'prefer-const': ['error', { ignoreReadBeforeAssign: true }],
    // Of specs and benchmarks; sources have less below.
    complexity: ['error', 34],
    'max-depth': ['error', 6],
    'max-params': ['error', 10],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    // `late(() => require('./x.js') as typeof import('./x.js'))`, see runtime/base/late.ts.
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    [RESTRICTED]: ['error', ...PRIVATE_NAMES, ...LITERAL_SPREADS],
  },
  overrides: [
    {
      files: SOURCES,
      excludeFiles: ['cli/mirror/page/**', '**/*.d.ts', '**/*.generated.ts'],
      rules: {
        ...errors('typescript/', TYPED_RULES),
        'typescript/switch-exhaustiveness-check': [
          'error',
          { considerDefaultExhaustiveForUnions: true },
        ],
        [RESTRICTED]: ['error', ...LATE_ONLY, ...PRIVATE_NAMES, ...LITERAL_SPREADS],
      },
    },
    {
      // A file is as long as its idea; what is limited is what a reader has to keep in mind.
      files: SOURCES,
      rules: {
        complexity: ['error', 20],
        'max-depth': ['error', 4],
        'max-params': ['error', 6],
      },
    },
    {
      // Marks are written to typed arrays without an object for each; the parameters of an ellipse are those of the
      // standard.
      files: ['elements/data-bars/marks/**/*.ts', 'runtime/graphics/canvas/path2d.ts'],
      rules: { 'max-params': ['error', 8] },
    },
    {
      files: ['spec/**/*.ts'],
      rules: {
        'typescript/no-dynamic-delete': 'off',
        [RESTRICTED]: ['error', ...PRIVATE_NAMES, ...LITERAL_SPREADS, ...PROPERTY_RUNS],
      },
    },
    {
      // What `$tui` has is declared in a namespace.
      files: ['templates/**/*.ts', 'spec/typed/**/*.ts'],
      rules: { 'typescript/no-namespace': ['error', { allowDeclarations: true }] },
    },
    {
      // They load what a start may not need, by the first call.
      files: ['**/*.cjs', 'elements/late.generated.ts'],
      rules: { [RESTRICTED]: 'off' },
    },
  ],
};
