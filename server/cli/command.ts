import path from 'node:path'
import { parseArgs } from 'node:util'

import { callerOf, type Config } from '../config.ts'
import { writeAudit } from '../domains/audit/audit.ts'
import type { Db, Tx } from '../platform/db/db.ts'

export type CliCtx = {
  db: Db | Tx
  now: Date
  config: Config
  /** The person who runs the command, as named in the audit log. */
  actor: string
  /** Everything is rolled back: touch nothing beyond the database, and show no secret that will not exist. */
  isDryRun: boolean
}

/** `path`: of a file or folder of the caller. deploy/yx, which changes the folder and the user, knows these by name. */
type Option = { kind: 'text' | 'path' | 'number' | 'flag'; help: string; isRequired?: boolean }
export type Options = Record<string, Option>
type ValueOf<O extends Option> = O['kind'] extends 'flag' ? boolean : O['kind'] extends 'number' ? number : string
export type Values<O extends Options> = {
  [K in keyof O]: O[K] extends { isRequired: true } | { kind: 'flag' } ? ValueOf<O[K]> : ValueOf<O[K]> | null
}

/** What a command prints: lines for people, data for programs. */
export type Outcome = {
  lines: string[]
  /** Printed separately, so that the lines alone can go into a file. */
  aside?: string[]
  data: unknown
  /** The command ran and found something that needs a person: exit code 1. */
  hasProblems?: boolean
}

type About<O extends Options> = {
  name: string
  summary: string
  options: O
  /** For fields that the use case names differently: the option they came from. */
  optionOf?: Readonly<Record<string, keyof O & string>>
  /** The option that a word without a name is for. */
  bare?: keyof O & string
}
type OnDatabase<V> = {
  /** Every command that moves money has it. */
  hasDryRun?: boolean
  run(ctx: CliCtx, values: V): Promise<Outcome>
}
/** Opens the database itself: it may be missing, empty or of another release. */
type Alone<V> = { runAlone(values: V, actor: string): Promise<Outcome> }
type AnyValues = Record<string, unknown>
export type Command = About<Options> & (OnDatabase<AnyValues> | Alone<AnyValues>)

/** Keeps the option names and the command's values in step. */
export function command<const O extends Options>(
  given: About<O> & (OnDatabase<Values<O>> | Alone<Values<O>>),
): Command {
  return given as unknown as Command
}

const DRY_RUN: Options = { 'dry-run': { kind: 'flag', help: 'show what would happen and change nothing' } }

export function optionsOf(command: Command): Options {
  return 'run' in command && command.hasDryRun ? { ...command.options, ...DRY_RUN } : command.options
}

/** A command line that cannot be meant; answered with the usage and exit code 2. */
export class UsageError extends Error {}

export function readValues(options: Options, args: string[], bare?: string): AnyValues {
  const shape = Object.entries(options).map(([name, { kind }]) => [
    name,
    { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
  ])
  const given = parse(args, Object.fromEntries(shape), bare)
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, read(name, option, given[name])]))
}

function parse(args: string[], options: Record<string, { type: 'boolean' | 'string' }>, bare?: string): AnyValues {
  const { values, positionals } = parsed(args, options, bare !== undefined)
  const [word, more] = positionals
  if (bare === undefined || word === undefined) return values
  if (more !== undefined || values[bare] !== undefined) throw new UsageError(`--${bare} is there more than once`)
  return { ...values, [bare]: word }
}

function parsed(args: string[], options: Record<string, { type: 'boolean' | 'string' }>, allowPositionals: boolean) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function read(name: string, option: Option, value: unknown): unknown {
  if (option.kind === 'flag') return value === true
  if (value === undefined) {
    if (option.isRequired) throw new UsageError(`--${name} is missing`)
    return null
  }
  if (option.kind === 'text') return value
  if (option.kind === 'path') return callersPath(String(value))
  if (!/^\d{1,9}$/.test(String(value))) throw new UsageError(`--${name} must be a number from 0 to 999999999`)
  return Number(value)
}

/** Relative to where the caller stands. Standard input, addresses and data stay as they are. */
export function callersPath(given: string): string {
  return /^$|^-$|:\/\/|^data:/.test(given) ? given : path.resolve(callerOf().folder, given)
}

/** Use cases log changes; this logs looking at people's data. */
export async function auditRead(ctx: CliCtx, action: string, resellerId: number | null, found: number): Promise<void> {
  await writeAudit(ctx.db, { resellerId, actor: ctx.actor, action, subject: null, detail: { found } }, ctx.now)
}
