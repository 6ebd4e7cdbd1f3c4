import { readFileSync, statSync } from 'node:fs'

import type { ByLanguage } from '../platform/text/by-language.ts'
import { UsageError } from './command.ts'

const KEY_FILE_MAX_BYTES = 16 * 1024

/** Keys come in files: every user of the machine could read them on the command line. */
export function readKeyFile(option: string, file: string): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new UsageError(`--${option}: there is no file ${file}`)
  if (size > KEY_FILE_MAX_BYTES) throw new UsageError(`--${option}: that is no key`)
  return readFileSync(file, 'utf8')
}

/** The first line of the file; null when no file is named. Never taken from an argument. */
export function readPassphrase(file: string | null): string | null {
  if (file === null) return null
  const text = file === '-' ? readFileSync(0, 'utf8') : readKeyFile('passphrase-file', file)
  const [line = ''] = text.split(/\r?\n/)
  if (line === '') throw new UsageError('--passphrase-file: the first line is empty')
  return line
}

export function oneOf<T extends string>(option: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === text)
  if (!found) throw new UsageError(`--${option} must be one of ${allowed.join(', ')}`)
  return found
}

export function someOf<T extends string>(option: string, text: string, allowed: readonly T[]): T[] {
  return [...new Set(text.split(',').map((part) => oneOf(option, part, allowed)))]
}

/** The options for a text's other languages, such as --name-en. */
export const languageOptions = <Name extends string>(name: Name, kind: 'text' | 'path' = 'text') =>
  ({
    [`${name}-zh-tw`]: { kind, help: 'the same in Traditional Chinese; empty takes it away' },
    [`${name}-en`]: { kind, help: 'the same in English; empty takes it away' },
  }) as Record<`${Name}-zh-tw` | `${Name}-en`, { kind: 'text'; help: string }>

/** The texts that were given. */
export function readLanguages(zhTw: string | null, en: string | null): ByLanguage {
  return { ...(zhTw === null ? {} : { 'zh-TW': zhTw }), ...(en === null ? {} : { en }) }
}

/** Requires the time zone: an operator in another zone must not be eight hours late. */
export function readMoment(name: string, text: string | null): Date | null {
  if (text === null) return null
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const moment = new Date(text)
  if (!isWhole || Number.isNaN(moment.getTime()))
    throw new UsageError(`--${name} must look like 2026-11-14T09:00:00+08:00`)
  return moment
}
