import { defineConfig } from 'oxlint'

/** Domains by row: a domain may use smaller rows only. docs/architecture.md tells why. */
export const rows = [
  ['ledger', 'resellers'],
  ['mail', 'packages'],
  ['accounts', 'nodes'],
  ['sessions', 'messages', 'lines'],
  ['invites'],
  ['orders', 'cards', 'traffic'],
  ['payments', 'uniproxy'],
  ['monitor', 'status'],
]

type Pattern = { regex?: string; group?: string[]; message: string }
const no = (...patterns: Pattern[]) => ({ 'no-restricted-imports': ['error', { patterns }] as ['error', object] })

// A later override replaces the options of an earlier one, so the general patterns are repeated in each. A regex with
// a lookahead is silently ignored by the linter: none is used, and scripts/lint-rules.test.ts proves every rule.
const notWeb: Pattern = {
  regex: '(^|/)(?:portal|agent)/',
  message: 'The server imports neither the portal nor the agent.',
}
const notServer: Pattern = {
  regex: '(^|/)(?:server|agent)/',
  message: 'The portal imports neither the server nor the agent.',
}

function domainRules() {
  return rows.flatMap((row, at) =>
    row.map((domain) => {
      const above = rows
        .slice(at)
        .flat()
        .filter((other) => other !== domain)
      const others = rows.flat().filter((other) => other !== domain)
      return {
        files: [`server/domains/${domain}/**`],
        rules: no(
          notWeb,
          {
            regex: `\\.\\./(?:${above.join('|')})/`,
            message: 'A domain uses smaller rows only; to cause something above, enqueue a job.',
          },
          {
            regex: `\\.\\./(?:${others.join('|')})/(?:queries|routes|jobs)\\.ts$`,
            message: "Another domain's queries, routes and jobs are its own.",
          },
          { regex: '/pages/|/process/|/cli/|\\.\\./app\\.ts$', message: 'Domains do not know what is built on them.' },
        ),
      }
    }),
  )
}

export default defineConfig({
  plugins: ['import', 'typescript', 'unicorn', 'oxc', 'react'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'import/no-cycle': 'error',
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    'typescript/no-explicit-any': 'error',
    // Every unsafe assertion here is a boundary with a library's types and says so.
    'typescript/no-unsafe-type-assertion': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/jsx-filename-extension': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    // Not Express: Fastify and Vite await their handlers.
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
    { files: ['contract/**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: ['agent/**'],
      rules: no({
        regex: '(^|/)(?:server|portal|cashier|scripts|e2e)/',
        message: 'The agent runs on other machines: it knows the contract alone.',
      }),
    },
    { files: ['server/**'], rules: no(notWeb) },
    {
      files: ['server/platform/**'],
      rules: no(notWeb, {
        regex: '/(?:domains|pages|process|sandbox|cli)/',
        message: 'The platform knows no domain.',
      }),
    },
    ...domainRules(),
    { files: ['portal/**'], rules: no(notServer) },
    {
      files: ['portal/components/**'],
      rules: no(notServer, {
        regex: '/(?:http|session|screens|app)/',
        message: 'Components take props; they never fetch.',
      }),
    },
    {
      files: ['portal/screens/**'],
      rules: no(notServer, {
        regex: '/screens/|^\\.\\./[a-z]|/app/',
        message: 'A screen never imports another screen or the app around it.',
      }),
    },
    {
      files: [
        'portal/http/**',
        'portal/session/**',
        'portal/state/**',
        'portal/brand/**',
        'portal/forms/**',
        'portal/paying/**',
      ],
      rules: no(notServer, { regex: '/(?:screens|app|components)/', message: 'The core knows no screen.' }),
    },
  ],
  ignorePatterns: ['dist', 'data', 'node_modules', 'server/platform/db-types.ts'],
})
