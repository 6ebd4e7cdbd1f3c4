import { callerOf } from '../config.ts'
import { optionsOf, type Command } from './command.ts'

const COMMON = { json: 'one JSON envelope on standard output', help: 'this text' }

const VALUES = { flag: '', number: ' N', text: ' TEXT', path: ' FILE' }

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    `Usage: ${callerOf().types} <command> [options]`,
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'help NAME explains one of them or a group; version names the release.',
    'call NAME makes any call of the console; help call lists them.',
    'Each command has --help and --json, those that move money also --dry-run.',
    'Exit codes: 0 done, 1 refused, failed or problems found, 2 wrong usage.',
    'Settings are those of the server: DATABASE_URL, else the embedded database of DATA_DIR.',
  ].join('\n')
}

export function usage(command: Command): string {
  const { name, summary, bare } = command
  const rows = Object.entries(optionsOf(command)).map(([option, { kind, help, isRequired }]) => {
    return [`--${option}${VALUES[kind]}`, isRequired ? `${help} (required)` : help] as const
  })
  const all = [...rows, ...Object.entries(COMMON).map(([option, help]) => [`--${option}`, help] as const)]
  const width = Math.max(...all.map(([left]) => left.length))
  return [
    `Usage: ${callerOf().types} ${name}${bare ? ` [${bare.toUpperCase()}]` : ''} [options]`,
    '',
    summary,
    '',
    ...all.map((row) => `  ${row[0].padEnd(width)}  ${row[1]}`),
  ].join('\n')
}
