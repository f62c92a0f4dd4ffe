import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'bench/out/', 'coverage/', 'docs/reference/'] },
  ...tseslint.configs.strict,
  {
    rules: {
      // Escape bytes are this project's trade: the patterns that refuse them have to name them.
      'no-control-regex': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // A long file is several ideas; what documents a class, or sets it apart, is not.
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['spec/**/*.ts'],
    rules: {
      '@typescript-eslint/no-dynamic-delete': 'off',
      'no-restricted-syntax': [
        'error',
        ...[
          "CallExpression[callee.property.name='assert'] Property[key.name='numRuns'] > Literal",
          "CallExpression[callee.object.name='fc'][callee.property.name='assert'][arguments.length=1]",
        ].map((selector) => ({
          selector,
          message: 'State how often CI tries this property: { numRuns: propertyRuns(100) }.',
        })),
      ],
    },
  },
  {
    // As long as what they are generated from.
    files: ['**/*.generated.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // They load what a start may not need, by the first call.
    files: ['**/*.cjs', 'elements/late.generated.ts', 'elements/markdown/languages.generated.ts'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
