import type { MaintenanceWindow } from '../../../../contract/console/watch.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { findWindows, type WindowRow } from '../../nodes/windows.ts'

const KEPT_MS = 90 * 86_400_000
type Reader = Pick<Ctx, 'db' | 'now' | 'language'>

/** Planned maintenance, and that of the last 90 days. */
export async function showWindows(ctx: Reader): Promise<Answer<MaintenanceWindow>[]> {
  const rows = await findWindows(ctx.db, new Date(ctx.now.getTime() - KEPT_MS))
  return rows.map((row) => toWindow(ctx, row))
}

function toWindow({ language, now }: Reader, row: WindowRow): Answer<MaintenanceWindow> {
  const isOver = row.endedAt !== null || row.endsAt <= now
  return {
    windowId: row.id,
    nodeId: row.nodeId,
    nodeName: inLanguage(row.nodeName, row.nodeNames, language),
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    note: row.note,
    state: row.cancelledAt ? 'cancelled' : isOver ? 'over' : row.begunAt ? 'running' : 'planned',
  }
}
