import { userInfo } from 'node:os'

import { ConfigError, readConfig } from '../config.ts'
import { clock } from '../platform/clock.ts'
import { errorText } from '../platform/error-texts.ts'
import { Refusal } from '../platform/errors.ts'
import { StartError } from '../platform/start-error.ts'
import { readValues, UsageError, type Command, type Outcome } from './command.ts'
import { cardCommands } from './cards.ts'
import { domainCommands } from './domains.ts'
import { overview, usage } from './help.ts'
import { merchantCommands } from './merchants.ts'
import { withDatabase } from './open-database.ts'
import { refundCommands } from './refunds.ts'
import { resellerCommands } from './resellers.ts'
import { userCommands } from './users.ts'
import { withdrawalCommands } from './withdrawals.ts'

const commands: Command[] = [
  ...userCommands,
  ...resellerCommands,
  ...domainCommands,
  ...cardCommands,
  ...withdrawalCommands,
  ...merchantCommands,
  ...refundCommands,
]

/** The operator's side of the server, on its own database and with its own use cases. */
async function main(argv: string[]): Promise<number> {
  const wantsHelp = argv.includes('--help')
  const isJson = argv.includes('--json')
  const args = argv.filter((arg) => arg !== '--help' && arg !== '--json')
  const found = commands.find(({ name }) => name === args.slice(0, 2).join(' '))
  if (!found) {
    const inGroup = commands.filter(({ name }) => name.startsWith(`${args[0]} `))
    const text = overview(inGroup.length > 0 ? inGroup : commands)
    if (wantsHelp) console.log(text)
    else report(isJson, new UsageError(`There is no command "${args.slice(0, 2).join(' ')}"`), text)
    return wantsHelp ? 0 : 2
  }
  if (wantsHelp) {
    console.log(usage(found))
    return 0
  }
  try {
    const { lines, data } = await run(found, args.slice(2))
    console.log(isJson ? JSON.stringify({ success: true, data }) : lines.join('\n'))
    return 0
  } catch (error) {
    report(isJson, error, usage(found))
    return error instanceof UsageError ? 2 : 1
  }
}

function run(command: Command, args: string[]): Promise<Outcome> {
  const values = readValues(command.options, args)
  const config = readConfig()
  return withDatabase(config, (db) => command.run({ db, config, now: clock.now(), actor: operatorName() }, values))
}

function operatorName(): string {
  try {
    return `operator:${userInfo().username}`
  } catch {
    // A container's user may have no name.
    return `operator:${process.getuid?.() ?? 'unknown'}`
  }
}

/** A refusal is a sentence; only a fault of ours shows its stack. */
function report(isJson: boolean, error: unknown, help: string): void {
  const { code, message, fields } = describe(error)
  if (isJson) {
    console.log(JSON.stringify({ success: false, code, message, ...(fields ? { data: { fields } } : {}) }))
    return
  }
  console.error(message)
  for (const [field, problem] of Object.entries(fields ?? {})) console.error(`  ${field}: ${problem}`)
  if (error instanceof UsageError) console.error(`\n${help}`)
}

type Described = { code: string; message: string; fields?: Record<string, string> | undefined }

function describe(error: unknown): Described {
  if (error instanceof Refusal) {
    return { code: error.code, message: errorText(error.code, 'en'), fields: error.extra.fields }
  }
  if (error instanceof UsageError) return { code: 'usage', message: error.message }
  const isPlain = error instanceof ConfigError || error instanceof StartError
  const { message, stack = message } = error as Error
  return { code: 'server.error', message: isPlain ? message : stack }
}

process.exitCode = await main(process.argv.slice(2))
