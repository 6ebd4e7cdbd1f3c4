import { limits } from '../../../../contract/limits.ts'
import type { Config } from '../../../config.ts'
import type { MonitorActor } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { admitsDemo, DEMO_MONITOR } from '../../../platform/secrets/demo-door.ts'
import { loadMonitorSession, touchMonitorSession } from './queries.ts'

/** A wall screen calls rarely: writing "seen" once a minute is enough for an idle limit of hours. */
const TOUCH_MS = 60_000

/**
 * Finds the owner of a monitor token. Monitor and user sessions have separate tables, so neither is mistaken for the
 * other.
 */
export function makeAuthenticateMonitor(
  db: Db,
  config: Pick<Config, 'mode'>,
): (token: string, now: Date) => Promise<MonitorActor | null> {
  return async (token, now) => {
    const seenAfter = new Date(now.getTime() - limits.monitorIdleMs)
    const session = await loadMonitorSession(db, sha256(token), { now, seenAfter })
    if (!session || !admitsDemo(config, session.userName === DEMO_MONITOR)) return null
    const { sessionId, monitorId, userName, resellerId, seenAt } = session
    if (now.getTime() - seenAt.getTime() >= TOUCH_MS) await touchMonitorSession(db, sessionId, now)
    return { kind: 'monitor', sessionId, monitorId, userName, resellerId }
  }
}
