import type { Language } from '../../../contract/languages.ts'
import type { MonitorAlert } from '../../../contract/monitor-figures.ts'
import type { AlertRow } from './alert-store.ts'
import { sentenceOf } from './texts/sentence-of.ts'

export function toMonitorAlert(row: Omit<AlertRow, 'isWatched' | 'wellSince'>, language: Language): MonitorAlert {
  return {
    id: row.id,
    resellerId: row.resellerId,
    kind: row.kind,
    subject: row.subject,
    detail: row.detail,
    text: sentenceOf(row, language),
    severity: row.severity,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    times: row.times,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: row.acknowledgedBy,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  }
}
