import type { Logger } from 'pino'

import type { Config } from '../config.ts'

/** A setting with a slip in its name does nothing, and nobody would notice. */
export function warnOfNames({ misspelt }: Pick<Config, 'misspelt'>, log: Logger): void {
  for (const { name, meant } of misspelt) log.warn(`nobody reads ${name}: do you mean the setting ${meant}?`)
}
