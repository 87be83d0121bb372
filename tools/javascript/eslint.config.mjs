import js from '@eslint/js';
import globals from 'globals';

const shared = {
  rules: {
    ...js.configs.recommended.rules,
    'no-shadow': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'all', ignoreRestSiblings: true }],
    'no-var': 'error',
    'prefer-const': ['error', { destructuring: 'all' }],
    eqeqeq: 'error',
    semi: 'error', // games/bundle/strip.py joins lines after a brace
  },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
};

export default [
  { ...shared, files: ['static/worker/*.js'], languageOptions: { globals: globals.serviceworker } },
  { ...shared, files: ['static/page/*.js'], languageOptions: { globals: { ...globals.browser, htmx: 'readonly' } } },
];
