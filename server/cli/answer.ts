import { callerOf, ConfigError } from '../config.ts'
import { Refusal } from '../platform/errors.ts'
import { release } from '../platform/release.ts'
import { StartError } from '../platform/start-error.ts'
import { errorText } from '../platform/text/error-texts.ts'
import { nearest } from '../platform/text/nearest.ts'
import { UsageError, type Command } from './command.ts'
import { loadCommands } from './commands.ts'
import { overview, usage } from './help.ts'
import { refuseBeside } from './installed.ts'
import { runCommand, type Ran } from './run-command.ts'

export type Answer = { exitCode: number; out: string; err: string }

/** The operator's commands, on the server's own database and with its own use cases. */
export async function answer(argv: string[], installed?: string): Promise<Answer> {
  const wantsHelp = argv.includes('--help') || argv[0] === 'help'
  const isJson = argv.includes('--json')
  const args = argv.filter((arg, at) => arg !== '--help' && arg !== '--json' && (at > 0 || arg !== 'help'))
  if (args[0] === '--version' || args[0] === 'version') {
    return result(isJson, { lines: [`yuxian ${release}`], data: { version: release }, isDryRun: false })
  }
  const words = args.slice(0, 2).join(' ')
  // Only the doctor has a name of one word.
  const inGroup = await loadCommands(args[0] ?? '')
  const found = inGroup.find(({ name }) => name === words || name === args[0])
  if (!found) return unknown(words, inGroup, { wantsHelp, isJson })
  if (wantsHelp) return said(usage(found))
  try {
    refuseBeside(installed)
    return result(isJson, await runCommand(found, args.slice(found.name.split(' ').length)))
  } catch (error) {
    return refusal(isJson, error, usage(found), found.optionOf)
  }
}

/** A group's name alone lists the group. For a typing mistake, suggests the right name instead of a page of help. */
async function unknown(
  words: string,
  inGroup: readonly Command[],
  { wantsHelp, isJson }: { wantsHelp: boolean; isJson: boolean },
): Promise<Answer> {
  const all = inGroup.length > 0 ? inGroup : await loadCommands()
  if (wantsHelp) return said(overview(all))
  const names = [...all.map(({ name }) => name), ...(inGroup.length > 0 ? [] : groupsOf(all))]
  const meant = nearest(words, names)
  if (!meant) return refusal(isJson, new UsageError(`There is no command "${words}"`), overview(all))
  const says = `There is no command "${words}". Did you mean "${meant}"?`
  return refusal(isJson, new UsageError(says), `All of them: ${callerOf().types} help`)
}

const groupsOf = (all: readonly Command[]) => [...new Set(all.map(({ name }) => name.split(' ')[0]!))]
const asText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

function said(out: string, exitCode = 0): Answer {
  return { exitCode, out: `${out}\n`, err: '' }
}

function result(isJson: boolean, { lines, aside = [], data, isDryRun, hasProblems = false }: Ran): Answer {
  const state = hasProblems ? { success: false, code: 'problems.found' } : { success: true }
  const forPeople = isDryRun ? ['Nothing was changed. Without --dry-run it would be:', ...aside, ...lines] : lines
  const forPrograms = { ...state, ...(isDryRun ? { dryRun: true } : {}), data }
  const exitCode = hasProblems ? 1 : 0
  if (isJson) return said(JSON.stringify(forPrograms), exitCode)
  return { exitCode, out: asText(forPeople), err: isDryRun ? '' : asText(aside) }
}

function refusal(isJson: boolean, error: unknown, help: string, optionOf: Command['optionOf'] = {}): Answer {
  const { code, message, fields } = describe(error)
  const exitCode = error instanceof UsageError ? 2 : 1
  if (isJson) {
    return said(JSON.stringify({ success: false, code, message, ...(fields ? { data: { fields } } : {}) }), exitCode)
  }
  const named = (field: string) => (optionOf[field] ? `--${optionOf[field]}` : field)
  const lines = [message, ...Object.entries(fields ?? {}).map(([field, problem]) => `  ${named(field)}: ${problem}`)]
  if (error instanceof UsageError) lines.push('', help)
  return { exitCode, out: '', err: `${lines.join('\n')}\n` }
}

type Described = { code: string; message: string; fields?: Record<string, string> | undefined }

function describe(error: unknown): Described {
  if (error instanceof Refusal) {
    return { code: error.code, message: commandText(error), fields: error.extra.fields }
  }
  if (error instanceof UsageError) return { code: 'usage', message: error.message }
  const isOurs = error instanceof ConfigError || error instanceof StartError
  return { code: 'server.error', message: isOurs ? error.message : firstLine(error as Error) }
}

/** The portal's texts where they fit a command line too. */
function commandText({ code, extra }: Refusal): string {
  return code === 'request.invalid' ? 'Something in this command is not right:' : errorText(code, 'en', extra)
}

/** Leaves out the stack, which is for developers: LOG_LEVEL=debug shows it. */
function firstLine(error: Error): string {
  // A host with several addresses fails once per address, and the outer error says nothing.
  const { message } = error instanceof AggregateError ? (error.errors[0] as Error) : error
  return message.split('\n')[0] || error.name
}
