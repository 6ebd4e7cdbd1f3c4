import { existsSync, readFileSync } from 'node:fs'

import { unnamedSandbox } from '../config.ts'
import { StartError } from '../platform/start-error.ts'

/** The settings of deploy/yuxian.service. */
const SETTINGS = '/etc/yuxian.env'

/**
 * A command that is told of no installation would make itself a sandbox. Beside an installed one that is a mistake,
 * whose answers look real.
 */
export function refuseBeside(settings = SETTINGS): void {
  const sandbox = unnamedSandbox()
  if (sandbox === null || !existsSync(settings)) return
  throw new StartError(
    `Here ${nameOf(settings)} is installed, and neither MODE nor DATABASE_URL is set: this command would have talked ` +
      `to a sandbox in ${sandbox}. Nothing was written. For the installed one type: yx …; for the sandbox set MODE=sandbox.`,
  )
}

/** Its settings are readable for root alone. */
function nameOf(settings: string): string {
  try {
    const [, url] = /^PUBLIC_URL=["']?([^"'\n]+)/m.exec(readFileSync(settings, 'utf8')) ?? []
    return url ? `${url} (${settings})` : settings
  } catch {
    return settings
  }
}
