import type { FastifyInstance } from 'fastify'

import { clock } from '../clock.ts'
import { fail } from '../errors.ts'
import type { Maintenance, MaintenanceView } from '../maintenance.ts'

/**
 * What goes on: the console, agents of both kinds, monitors, what gateways tell, and what the status page and the monitor's
 * pages need to come up at all.
 */
const GOES_ON =
  /^\/api\/(console|node|monitor|status|pay\/notify|v1\/server\/UniProxy|docs|openapi\.json|daili\/dailiConfig|daili\/notCheck)(\/|$)/
const SHORTEST_S = 5
const LONGEST_S = 3600
const UNKNOWN_S = 60

/** Whether a path belongs to users: their calls, and what their client programs fetch. */
function isOfUsers(path: string): boolean {
  return path.startsWith('/sub/') || (path.startsWith('/api/') && !GOES_ON.test(path))
}

export function retryAfterS({ until }: Maintenance, now: Date): number {
  if (!until) return UNKNOWN_S
  const leftS = Math.ceil((until.getTime() - now.getTime()) / 1000)
  // Late already: it may be over any moment.
  return leftS <= 0 ? UNKNOWN_S : Math.min(LONGEST_S, Math.max(SHORTEST_S, leftS))
}

/** Before anything of a call is looked at: while the switch is on, a user's call asks the database nothing. */
export function refuseInMaintenance(app: FastifyInstance, view: MaintenanceView): void {
  app.addHook('onRequest', async (request) => {
    const now = view()
    if (!now.isOn || !isOfUsers(request.url.split('?', 1)[0] ?? '')) return
    const data = { until: now.until?.toISOString() ?? null, note: now.note }
    fail('server.maintenance', { retryAfterS: retryAfterS(now, clock.now()), data })
  })
}
