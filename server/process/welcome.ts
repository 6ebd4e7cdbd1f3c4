import { outboxDir, type Config } from '../config.ts'
import type { DemoAccount } from '../sandbox/seed.ts'

/** Prints the links on standard output, so that the log stays machine-readable. */
export function printWelcome(config: Config, demo: readonly DemoAccount[]): void {
  // Since the process began.
  const seconds = (performance.now() / 1000).toFixed(1)
  const head = `鱼线 Yuxian is ready after ${seconds} s (${config.mode})`
  console.log(['', head, '', ...welcomeLines(config, demo), '', 'Ctrl-C stops it.', ''].map(indent).join('\n'))
}

const indent = (line: string) => (line === '' ? '' : `  ${line}`)

type Place = [name: string, address: string, account: string]

/** Lists every place with the account that opens it; the place that needs no account comes first. */
export function welcomeLines(config: Config, demo: readonly DemoAccount[]): string[] {
  const places = config.mode === 'sandbox' ? sandboxPlaces(config, demo) : productionPlaces(config)
  const width = (column: 0 | 1) => Math.max(...places.map((place) => place[column].length))
  const [names, addresses] = [width(0), width(1)]
  return places.map(([name, address, account]) => `${name.padEnd(names)}  ${address.padEnd(addresses)}  ${account}`)
}

const ANYBODY = 'no account needed'

function sandboxPlaces({ publicUrl: at, ...config }: Config, demo: readonly DemoAccount[]): Place[] {
  const accountOf = (resellerId: number | null) => {
    const made = demo.find((account) => account.resellerId === resellerId && !account.isStaff)
    return made ? `${made.userName} / ${made.password}` : 'demo, password as on the first start'
  }
  const staff = demo.filter(({ isStaff }) => isStaff)
  const staffNames = staff.map(({ userName }) => userName).join(', ')
  const atConsole = staff[0]
    ? `${staffNames} / ${staff[0].password}`
    : 'operator, boss260, password as on the first start'
  const mails: Place =
    config.smtpUrl === null
      ? ['Mail outbox', outboxDir(config), 'a file for each mail']
      : ['Mail outbox', 'none', 'mails go to SMTP_URL']
  return [
    ['Demo', `${at}/demo`, ANYBODY],
    ['Portal', `${at}/login`, accountOf(0)],
    ['Second brand', `${at}/login?app_key=yx_260`, accountOf(260)],
    ['Any other brand', `${at}/login?app_key=yx_7`, accountOf(7)],
    ['Console', `${at}/console`, atConsole],
    ['Monitor', `${at}/loginMonitor`, accountOf(null)],
    mails,
    ['API docs', `${at}/api/docs`, ANYBODY],
  ]
}

function productionPlaces({ publicUrl: at }: Config): Place[] {
  return [
    ['Demo', `${at}/demo`, ANYBODY],
    ['Portal', `${at}/login`, "users' own"],
    ['Console', `${at}/console`, 'invited by: yx staff invite'],
    ['Monitor', `${at}/loginMonitor`, 'made by: yx monitors add'],
    ['API docs', `${at}/api/docs`, ANYBODY],
  ]
}
