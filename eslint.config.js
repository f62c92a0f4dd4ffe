import tseslint from 'typescript-eslint';

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

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'bench/out/', 'coverage/', 'docs/reference/'] },
  ...tseslint.configs.strict,
  {
    rules: {
      // Escape bytes are this project's trade: the patterns that refuse them have to name them.
      'no-control-regex': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // Of specs and benchmarks; sources have less below.
      complexity: ['error', 34],
      'max-depth': ['error', 6],
      'max-params': ['error', 10],
      'no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...LITERAL_SPREADS],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // `late(() => require('./x.js') as typeof import('./x.js'))`, see runtime/base/late.ts.
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['cli/**/*.ts', 'config/**/*.ts', 'elements/**/*.ts', 'runtime/**/*.ts'],
    ignores: ['cli/mirror/page/**', '**/*.d.ts', '**/*.generated.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.sources.json' } },
    rules: {
      ...Object.fromEntries(TYPED_RULES.map((name) => [`@typescript-eslint/${name}`, 'error'])),
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-restricted-syntax': ['error', ...LATE_ONLY, ...PRIVATE_NAMES, ...LITERAL_SPREADS],
    },
  },
  {
    // A file is as long as its idea; what is limited is what a reader has to keep in mind.
    files: ['cli/**/*.ts', 'config/**/*.ts', 'elements/**/*.ts', 'runtime/**/*.ts'],
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
      '@typescript-eslint/no-dynamic-delete': 'off',
      'no-restricted-syntax': ['error', ...PRIVATE_NAMES, ...LITERAL_SPREADS, ...PROPERTY_RUNS],
    },
  },
  {
    // What `$tui` has is declared in a namespace.
    files: ['templates/**/*.ts', 'spec/typed/**/*.ts'],
    rules: { '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }] },
  },
  {
    // They load what a start may not need, by the first call.
    files: ['**/*.cjs', 'elements/late.generated.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
