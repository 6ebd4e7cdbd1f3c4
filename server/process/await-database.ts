import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

import { isWorthWaiting, tellDatabaseTrouble } from '../platform/db/database-trouble.ts'
import { createDb } from '../platform/db/db.ts'
import { StartError } from '../platform/start-error.ts'
import type { ClaimedPort } from './claim-port.ts'
import { onceSignalled } from './signals.ts'

const PAUSE_MS = 1_000

/** Waits until the database accepts connections; /readyz says so meanwhile. Returns false when a signal came first. */
export async function awaitDatabase(url: string, port: Pick<ClaimedPort, 'say'>, log: Logger): Promise<boolean> {
  let isSignalled = false
  void onceSignalled().then(() => (isSignalled = true))
  let told = ''
  for (;;) {
    const trouble = await tryConnection(url)
    if (trouble === null) break
    if (trouble !== told) log.warn(`${trouble} Waiting for it.`)
    told = trouble
    port.say('database unavailable')
    await Promise.race([delay(PAUSE_MS), onceSignalled()])
    if (isSignalled) return false
  }
  port.say('starting')
  if (told !== '') log.warn('The database is there.')
  return true
}

/** Returns null, or the reason to wait. Throws when waiting cannot help, which ends the start. */
async function tryConnection(url: string): Promise<string | null> {
  const db = createDb({ url, poolSize: 1, applicationName: 'yuxian-start' })
  try {
    await db.query({ name: 'start.try', text: 'select 1' })
    return null
  } catch (error) {
    const says = tellDatabaseTrouble(error, url)
    if (says === null) throw error
    if (!isWorthWaiting(error)) throw new StartError(says)
    return says
  } finally {
    await db.close()
  }
}
