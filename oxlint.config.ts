import { defineConfig } from 'oxlint'

import { appZones, no, serverZones, uiZones } from './lint-zones.ts'

const STORES = ['localStorage', 'sessionStorage']
const ONE_STORE = 'A frame may be denied it, and then its mere name throws: use ui/device/storage.ts.'

export default defineConfig({
  plugins: ['import', 'typescript', 'unicorn', 'oxc', 'react'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    // A circle through a type alone counts too: the type belongs to the lower of the two.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    'typescript/no-explicit-any': 'error',
    // Every unsafe assertion here is at a boundary with a library's types, and says so.
    'typescript/no-unsafe-type-assertion': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/jsx-filename-extension': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    // We do not use Express: Fastify and Vite await their handlers.
    'oxc/no-async-endpoint-handlers': 'off',
    // `then` is a JSON Schema keyword and a rule of ours, not a promise.
    'unicorn/no-thenable': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    { files: ['**/*.test.ts', '**/*.spec.ts'], rules: { 'max-lines-per-function': 'off' } },
    {
      files: ['contract/**'],
      rules: no({ group: ['*', '!./*', '!typebox', '!typebox/*'], message: 'The contract imports typebox alone.' }),
    },
    {
      files: ['contract/words/**'],
      rules: no({ group: ['*', '!../zh-cn/*'], message: 'Words know the source language alone.' }),
    },
    {
      files: ['contract/console/**'],
      rules: no({
        group: ['*', '!./*', '!../*.ts', '!typebox', '!typebox/*'],
        message: 'The contract imports typebox alone.',
      }),
    },
    { files: ['contract/**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: ['agent/**'],
      rules: no({
        regex: '(^|/)(?:server|portal|console|ui|cashier|scripts|e2e)/',
        message: 'The agent runs on other machines: it knows the contract alone.',
      }),
    },
    ...serverZones(),
    ...uiZones(),
    ...appZones('portal', 'console'),
    ...appZones('console', 'portal'),
    {
      files: ['ui/**', 'portal/**', 'console/**'],
      rules: {
        'no-restricted-globals': ['error', ...STORES.map((name) => ({ name, message: ONE_STORE }))],
        'no-restricted-properties': ['error', ...STORES.map((property) => ({ property, message: ONE_STORE }))],
      },
    },
    {
      files: ['ui/device/storage.ts', 'portal/prerender/early-info.js', '**/*.test.ts'],
      rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
    },
    // Tests may import anything.
    { files: ['portal/**/*.test.ts', 'ui/**/*.test.ts', 'ui/build/**'], rules: { 'no-restricted-imports': 'off' } },
  ],
  ignorePatterns: ['dist', 'data', 'node_modules', 'server/platform/db/db-types.ts'],
})
