import { setTimeout as delay } from 'node:timers/promises'

import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { listen } from '../../platform/db/listen.ts'
import { makePatience, withPatience } from '../../platform/db/patience.ts'
import { fail } from '../../platform/errors.ts'
import type { Maintenance, MaintenanceView } from '../../platform/http/maintenance-gate.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'

type Row = Maintenance & { changedAt: Date | null }

export const NO_MAINTENANCE: Maintenance = { isOn: false, until: null, note: '' }
/** Changes are announced at once; this look finds those that were missed. */
const LOOK_MS = 5_000
const PATIENCE_MS = 2_000
const LONGEST_MS = 7 * 86_400_000

export async function loadMaintenance(db: Queryable): Promise<Row> {
  const rows = await db.query<Row>({
    name: 'maintenance.load',
    text: 'select is_on, until, note, changed_at from maintenance_switch',
  })
  return rows[0] ?? { ...NO_MAINTENANCE, changedAt: null }
}

export function setMaintenance(
  ctx: Pick<Ctx, 'db' | 'now'>,
  wish: Maintenance,
  actor: AuditActor,
): Promise<Maintenance> {
  const { now } = ctx
  const after = wish.isOn ? { ...wish, note: wish.note.trim() } : NO_MAINTENANCE
  if (after.until && (after.until <= now || after.until.getTime() > now.getTime() + LONGEST_MS)) {
    fail('request.invalid', { fields: { until: 'within the next seven days' } })
  }
  if (after.note.length > limits.maintenanceNoteMax) {
    fail('request.invalid', { fields: { note: `at most ${limits.maintenanceNoteMax} characters` } })
  }
  return inTx(ctx, async (tx) => {
    const before = await loadMaintenance(tx.db)
    await tx.db.query({
      name: 'maintenance.set',
      text: 'update maintenance_switch set is_on = $1, until = $2, note = $3, changed_at = $4',
      values: [after.isOn, after.until, after.note, now],
    })
    const action = after.isOn ? 'maintenance.on' : 'maintenance.off'
    const entry = { resellerId: null, actor, action, subject: 'portal' }
    await writeAudit(tx.db, { ...entry, before: toWords(before), after: toWords(after) }, now)
    return after
  })
}

function toWords({ isOn, until, note }: Maintenance) {
  return { isOn, until: until?.toISOString() ?? null, note }
}

/**
 * Keeps the switch in memory: no call queries the database for it, and it works while the database is away, which is
 * when it is needed most.
 */
export async function followMaintenance(db: Db): Promise<{ view: MaintenanceView; stop(): Promise<void> }> {
  const stopping = new AbortController()
  let known: Maintenance = NO_MAINTENANCE
  let asked = 0
  async function look(): Promise<void> {
    const mine = (asked += 1)
    const patience = makePatience({ silentMs: PATIENCE_MS, inAllMs: PATIENCE_MS })
    const found = await withPatience(patience, () => loadMaintenance(db)).catch(() => null)
    // Ignore an answer if a later question was asked meanwhile.
    if (found && mine === asked) known = found
  }
  const stopHearing = listen(
    db,
    'maintenance_changed',
    () => void look(),
    () => void look(),
  )
  await look()
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) await look()
    }
  }
  const ended = run()
  return {
    view: () => known,
    async stop() {
      stopping.abort()
      stopHearing()
      await ended
    },
  }
}
