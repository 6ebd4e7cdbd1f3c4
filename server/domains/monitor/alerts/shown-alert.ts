import type { MonitorAlert } from '../../../../contract/monitor-figures.ts'
import type { AlertRow } from './queries.ts'

export function toMonitorAlert(row: Omit<AlertRow, 'isWatched' | 'wellSince'>): MonitorAlert {
  return {
    id: row.id,
    resellerId: row.resellerId,
    kind: row.kind,
    subject: row.subject,
    detail: row.detail,
    severity: row.severity,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    times: row.times,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: row.acknowledgedBy,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  }
}
