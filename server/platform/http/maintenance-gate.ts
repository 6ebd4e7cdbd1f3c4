import type { FastifyInstance } from 'fastify'

import { clock } from '../clock.ts'
import { fail } from '../errors.ts'

/** The portal is closed for users, until `until` if that is known. */
export type Maintenance = { isOn: boolean; until: Date | null; note: string }
export type MaintenanceView = () => Maintenance

/**
 * Calls that still work: the console, both kinds of agents, monitors, gateway notifies, and what the status page and
 * the monitor's pages need to load at all.
 */
const GOES_ON =
  /^\/api\/(console|node|monitor|status|pay\/notify|v1\/server\/UniProxy|v2\/server|docs|openapi\.json|daili\/dailiConfig|daili\/notCheck)(\/|$)/
const SHORTEST_S = 5
const LONGEST_S = 3600
const UNKNOWN_S = 60

/** Whether a path is for users: their calls, and what their clients fetch. */
function isOfUsers(path: string): boolean {
  return /^\/(sub|s)\//.test(path) || (path.startsWith('/api/') && !GOES_ON.test(path))
}

export function retryAfterS({ until }: Maintenance, now: Date): number {
  if (!until) return UNKNOWN_S
  const leftS = Math.ceil((until.getTime() - now.getTime()) / 1000)
  // The announced end has passed: maintenance may be over any moment.
  return leftS <= 0 ? UNKNOWN_S : Math.min(LONGEST_S, Math.max(SHORTEST_S, leftS))
}

/** Runs before anything else of a call: while the switch is on, a user's call makes no database query. */
export function refuseInMaintenance(app: FastifyInstance, view: MaintenanceView): void {
  app.addHook('onRequest', async (request) => {
    const now = view()
    if (now.isOn && isOfUsers(request.url.split('?', 1)[0] ?? '')) refuseFor(now)
  })
}

export function refuseFor(maintenance: Maintenance): never {
  const data = { until: maintenance.until?.toISOString() ?? null, note: maintenance.note }
  return fail('server.maintenance', { retryAfterS: retryAfterS(maintenance, clock.now()), data })
}
