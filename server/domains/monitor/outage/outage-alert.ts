import { hostname } from 'node:os'

import type { AlertRow } from '../../alerts/alert-store.ts'
import type { Outage } from './follow-outage.ts'

/** The alert as it will be stored once the database is back. Until then its number is 0. */
export function outageAlert({ reason, begin, beganMs, end }: Outage, now: { at: Date; ms: number }): AlertRow {
  const until = end ?? now
  return {
    id: 0,
    resellerId: null,
    kind: 'database.away',
    subject: 'database',
    detail: { reason, seconds: Math.round((until.ms - beganMs) / 1000), host: hostname().slice(0, 100) },
    severity: 'critical',
    isWatched: true,
    times: 1,
    createdAt: begin,
    lastSeenAt: until.at,
    wellSince: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: end?.at ?? null,
  }
}
