/** Which folder may import which. Each entry sees only those before it. docs/architecture.md tells why. */

/** Domains by row: a domain may use smaller rows only. */
export const rows = [
  ['audit', 'events', 'sign-in'],
  ['alerts'],
  ['ledger', 'resellers', 'backups', 'webhooks'],
  ['catalogue', 'clients', 'mail'],
  ['accounts', 'nodes', 'staff'],
  ['api-keys', 'lists', 'subscriptions'],
  ['notices'],
  ['articles', 'lines'],
  ['sessions', 'traffic'],
  ['feeds', 'invites', 'gifts', 'telegram'],
  ['orders', 'cards'],
  ['payments', 'payouts', 'uniproxy'],
  ['books', 'tickets'],
  ['monitor', 'personal-data', 'telling'],
  ['status'],
  ['doctor', 'imports'],
  ['users'],
  ['bulk', 'exports'],
  ['console'],
]

/** Folders that both front ends build on, the lowest first. `build` and `test` are not part of a page. */
export const uiFolders = ['device', 'http', 'words', 'components', 'theme', 'forms', 'qr', 'plot']

/** The portal's folders, the lowest first. The console has the same order. */
export const appFolders = ['state', 'words', 'session', 'features', 'screens', 'app', 'demo', 'preview', 'prerender']

/** Features of each front end by row: a feature may use the features of smaller rows. */
export const featureRows: Record<'portal' | 'console', readonly (readonly string[])[]> = {
  portal: [
    ['account', 'help', 'monitor', 'notices', 'paying', 'sign-in'],
    ['buying', 'lines', 'tickets'],
  ],
  console: [
    ['form'],
    ['icon', 'tags'],
    ['devices', 'reseller', 'role', 'screen', 'show', 'sign-in', 'user-state'],
    [
      'audit',
      'bot',
      'card',
      'factor',
      'invite',
      'keys',
      'merchants',
      'plot',
      'poster',
      'statement',
      'tell',
      'timeline',
      'top-up',
      'waiting',
      'webhooks',
    ],
    ['user'],
    ['table'],
    ['sale', 'user-filter'],
    ['bulk', 'stuck'],
  ],
}

type Pattern = { regex?: string; group?: string[]; message: string }
type Override = { files: string[]; rules: ReturnType<typeof no> }

export const no = (...patterns: Pattern[]) => ({
  'no-restricted-imports': ['error', { patterns }] as ['error', object],
})

// A later override replaces the options of an earlier one, so the general patterns are repeated in each. Use no regex
// with a lookahead: the linter silently ignores it. scripts/lint-rules.test.ts proves every rule.
const outside = (names: string, message: string): Pattern => ({
  regex: `^(?:\\.\\.?/)*(?:${names})/`,
  message,
})
const above = (names: readonly string[], message: string): Pattern => ({
  regex: `^(?:\\.\\./)+(?:${names.join('|')})/`,
  message,
})

const serverAlone = outside(
  'portal|console|ui|agent|scripts|e2e',
  'The server imports neither a front end nor the agent, nor what is made for tests.',
)
/** For a domain: the front end is three folders up or more, the domain `console` is beside it. */
const domainAlone: Pattern = {
  regex: '^(?:\\.\\./){3,}(?:portal|console|ui|agent|scripts|e2e)/',
  message: serverAlone.message,
}
const noCashier = outside('cashier', 'The cashier stands for the world outside: only the sandbox and tests start it.')
const uiAlone = outside('portal|console|server|agent|cashier', 'ui knows no app: both front ends stand on it.')
const appAlone = (other: string) =>
  outside(`${other}|server|agent|cashier`, 'A front end imports neither the server nor the other front end.')

export function serverZones(): Override[] {
  return [
    { files: ['server/**'], rules: no(serverAlone) },
    { files: ['server/process/**', 'server/pages/**', 'server/cli/**'], rules: no(serverAlone, noCashier) },
    {
      files: ['server/platform/**'],
      rules: no(serverAlone, noCashier, {
        regex: '/(?:domains|pages|process|sandbox|cli)/',
        message: 'The platform knows no domain.',
      }),
    },
    ...rows.flatMap((row, at) => row.map((domain) => domainZone(domain, at))),
  ]
}

function domainZone(domain: string, at: number): Override {
  const isOther = (other: string) => other !== domain
  const higher = rows.slice(at).flat().filter(isOther)
  return {
    files: [`server/domains/${domain}/**`],
    rules: no(
      domainAlone,
      noCashier,
      {
        regex: `\\.\\./(?:${higher.join('|')})/`,
        message: 'A domain uses smaller rows only; to cause something above, enqueue a job.',
      },
      { regex: '/pages/|/process/|/cli/|\\.\\./app\\.ts$', message: 'Domains do not know what is built on them.' },
    ),
  }
}

export function uiZones(): Override[] {
  return [
    { files: ['ui/**'], rules: no(uiAlone) },
    ...uiFolders.map((folder, at) => ({
      files: [`ui/${folder}/**`],
      rules: no(uiAlone, ...ifAny(uiFolders.slice(at + 1), `ui/${folder} comes before what it asks for here.`)),
    })),
  ]
}

export function appZones(app: keyof typeof featureRows, other: string): Override[] {
  const alone = appAlone(other)
  return [
    { files: [`${app}/**`], rules: no(alone) },
    ...appFolders.map((folder, at) => ({
      files: [`${app}/${folder}/**`],
      rules: no(
        alone,
        ...ifAny(appFolders.slice(at + 1), `${folder} comes before what it asks for here.`),
        ...(folder === 'screens'
          ? [{ regex: '^\\.\\./[a-z]', message: 'A screen never imports another screen.' }]
          : []),
      ),
    })),
    ...featureRows[app].flatMap((row, at) =>
      row.map((feature) => {
        const others = featureRows[app]
          .slice(at)
          .flat()
          .filter((name) => name !== feature)
        return {
          files: [`${app}/features/${feature}/**`],
          rules: no(
            alone,
            above(['screens', 'app', 'demo', 'preview', 'prerender'], 'A feature knows no screen.'),
            above(others, 'A feature uses features of smaller rows only.'),
          ),
        }
      }),
    ),
  ]
}

function ifAny(names: readonly string[], message: string): Pattern[] {
  return names.length > 0 ? [above(names, message)] : []
}
