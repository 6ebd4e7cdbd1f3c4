import path from 'node:path'

import { settings } from './settings.ts'

/** A program that is started after each backup. */
export type BackupHook = {
  program: string
  /** `{}` stands for the backup file. */
  args: readonly string[]
  /** The environment the program gets: all variables except our settings, which hold keys and passwords. */
  env: Readonly<Record<string, string>>
}

const OURS = new Set(Object.values(settings).flatMap(Object.keys))

/** Splits at spaces and uses no shell: nothing is quoted, expanded or chained to another command. */
export function readBackupHook(env: { readonly BACKUP_HOOK?: string | undefined }, wrong: string[]): BackupHook | null {
  const [program = '', ...given] = (env.BACKUP_HOOK ?? '').trim().split(/\s+/)
  if (program === '') return null
  if (!path.isAbsolute(program)) wrong.push(`BACKUP_HOOK must begin with the whole path of a program, not "${program}"`)
  const args = given.includes('{}') ? given : [...given, '{}']
  const others = Object.entries(env).filter(([name, value]) => !OURS.has(name) && typeof value === 'string')
  return { program, args, env: Object.fromEntries(others) as Record<string, string> }
}
