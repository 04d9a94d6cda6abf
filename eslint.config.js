import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const readsEnvironment = 'Only src/config.ts knows the environment: add the setting to Config and pass the value in.';

// Faults that the compiler does not see. The recommended set of @eslint/js, without a package for a list of names.
const faults = [
  'for-direction',
  'no-async-promise-executor',
  'no-case-declarations',
  'no-compare-neg-zero',
  'no-cond-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-control-regex',
  'no-debugger',
  'no-dupe-else-if',
  'no-duplicate-case',
  'no-empty',
  'no-empty-character-class',
  'no-empty-pattern',
  'no-ex-assign',
  'no-extra-boolean-cast',
  'no-fallthrough',
  'no-global-assign',
  'no-irregular-whitespace',
  'no-loss-of-precision',
  'no-misleading-character-class',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-self-assign',
  'no-sparse-arrays',
  'no-unneeded-ternary',
  'no-unsafe-finally',
  'no-unsafe-optional-chaining',
  'no-unused-labels',
  'no-useless-backreference',
  'no-useless-catch',
  'no-useless-escape',
  'prefer-const',
  'require-yield',
  'use-isnan',
  'valid-typeof',
];

const restrictedSyntax = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that a thing is called the same everywhere.' },
];

export default defineConfig(
  {
    ignores: [
      'dist/',
      'client/dist/',
      'adapters/*/dist/',
      '.build/',
      'coverage/',
      'src/generated/',
      'client/generated/',
      'dashboard/dist/',
      'site/.build/',
      'site/dist/',
      '**/node_modules/',
      '.data/',
      // Their frameworks are installed by `npm run frameworks`; `npm run test:frameworks` checks their types.
      'adapters/langchain/',
      'adapters/llamaindex/',
      'adapters/mastra/',
      'adapters/openai-agents/',
      'examples/langchain/',
      'examples/llamaindex/',
      'examples/mastra/',
      'examples/node_modules',
      'examples/openai-agents/',
      'test/adapters/langchain.test.ts',
      'test/mcp/clients/',
      // Compiled by their own configurations against types that the tools generate.
      'test/clients/codegen/',
      'test/clients/generated/',
      'test/clients/tada/',
    ],
  },
  // Rules that need types are in .oxlintrc.json: oxlint takes a tenth of the time for them.
  tseslint.configs.recommended,
  {
    name: 'whole tree',
    rules: {
      ...Object.fromEntries(faults.map((rule) => [rule, 'error'])),
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 3 }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
    },
  },
  {
    name: 'typescript',
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', ...restrictedSyntax],
    },
  },
  {
    name: 'product code',
    files: ['src/**/*.ts', 'rest-compat/**/*.ts', 'client/**/*.ts', 'packages/*/src/**/*.ts'],
    rules: {
      'max-statements': ['error', 30],
      'no-console': ['error'],
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: readsEnvironment }],
      'no-restricted-imports': [
        'error',
        { paths: ['process', 'node:process'].map((name) => ({ name, message: readsEnvironment })) },
      ],
      'no-restricted-syntax': [
        'error',
        ...restrictedSyntax,
        {
          selector: 'MemberExpression[object.object.name="globalThis"][property.name="env"]',
          message: readsEnvironment,
        },
      ],
    },
  },
  {
    name: 'tests',
    files: ['test/**/*.ts', 'packages/*/test/**/*.ts'],
    rules: { 'max-lines': ['error', 600] },
  },
  {
    name: 'where the environment and the terminal are',
    files: ['src/config.ts', 'src/main.ts', 'packages/mcp/src/main.ts'],
    rules: {
      'no-console': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-imports': 'off',
      'no-restricted-syntax': ['error', ...restrictedSyntax],
    },
  },
  {
    name: 'settings files, whose tools want a default export',
    files: ['*.config.ts', '*.config.js', 'codegen.ts', 'dashboard/*.config.ts', 'test/setup/global-setup.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    name: 'scripts in plain JavaScript',
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    rules: { 'no-undef': 'error' },
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'Buffer',
          'fetch',
          'setTimeout',
          'clearTimeout',
          'performance',
          'WebAssembly',
          'TextDecoder',
          'TextEncoder',
          'globalThis',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
