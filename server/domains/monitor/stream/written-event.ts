import type { Language } from '../../../../contract/languages.ts'
import type { MonitorEvents } from '../../../../contract/monitor-figures.ts'
import { SHARED_KINDS, type AlertRow } from '../../alerts/alert-store.ts'
import { toMonitorAlert } from '../../alerts/shown-alert.ts'
import type { View } from '../figures/get-overview.ts'
import type { EventRow } from './event-queries.ts'

/** Serialised once for each language and written to every stream that may see it. */
export type WrittenEvent = { id: number; resellerId: number | null; isShared: boolean; bytes: Record<Language, Buffer> }

export function writeEvent(row: EventRow): WrittenEvent {
  const { id, resellerId, kind } = row
  if (kind === 'maintenance') {
    const data = { ...row.data, at: row.createdAt.toISOString() } as MonitorEvents['maintenance']
    const bytes = eventBytes('maintenance', data, id)
    return { id, resellerId, isShared: true, bytes: inEach(() => bytes) }
  }
  const { change, alert } = row.data as { change: MonitorEvents['alert']['change']; alert: StoredAlert }
  const stored = readStored(alert)
  return {
    id,
    resellerId,
    isShared: SHARED_KINDS.includes(stored.kind),
    bytes: inEach((language) => eventBytes('alert', { change, alert: toMonitorAlert(stored, language) }, id)),
  }
}

function inEach<T>(make: (language: Language) => T): Record<Language, T> {
  return { 'zh-CN': make('zh-CN'), 'zh-TW': make('zh-TW'), en: make('en') }
}

export function eventBytes<N extends keyof MonitorEvents>(name: N, data: MonitorEvents[N], id?: number): Buffer {
  const head = id === undefined ? '' : `id: ${id}\n`
  return Buffer.from(`${head}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

export function isInView(view: View, event: WrittenEvent): boolean {
  if (view.resellerId === null || event.resellerId === view.resellerId) return true
  return event.resellerId === null && (view.hasPlatform || event.isShared)
}

/** The row as the trigger stored it: with column names and times as text. */
type StoredAlert = Pick<AlertRow, 'id' | 'kind' | 'subject' | 'detail' | 'severity' | 'times'> & {
  reseller_id: number | null
  created_at: string
  last_seen_at: string
  acknowledged_at: string | null
  acknowledged_by: string | null
  resolved_at: string | null
}

function readStored(stored: StoredAlert) {
  const at = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...stored,
    resellerId: stored.reseller_id,
    createdAt: new Date(stored.created_at),
    lastSeenAt: new Date(stored.last_seen_at),
    acknowledgedAt: at(stored.acknowledged_at),
    acknowledgedBy: stored.acknowledged_by,
    resolvedAt: at(stored.resolved_at),
  }
}
