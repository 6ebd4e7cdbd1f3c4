import type { WatchedKind } from '../../../../contract/monitor-figures.ts'
import type { AlertSettings } from '../../../config.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { findWatchedAlerts, markWell, resolve } from '../../alerts/alert-store.ts'
import { announceAlert, raiseAlert, type Alert } from '../../alerts/alerts.ts'

export type Trouble = Omit<Alert, 'kind' | 'isWatched'> & { kind: WatchedKind }
type WatchCtx = Pick<Ctx, 'db' | 'now'> & { config: { alerts: AlertSettings } }

type TxCtx = { db: Tx; now: Date }
/** Subjects whose trouble began or is over. */
export type Changes = { begun: string[]; over: string[] }

const SEEN_MS = 60_000

/**
 * Matches the open alerts of these kinds to the troubles found. Raises new ones. Resolves an alert only after its
 * trouble has stayed away for a while, so that a node that comes and goes makes one alert and not twenty.
 */
export function reconcileAlerts(
  ctx: WatchCtx,
  kinds: readonly WatchedKind[],
  troubles: readonly Trouble[],
  tell: (tx: TxCtx, changes: Changes) => Promise<void> = async () => {},
): Promise<void> {
  return inTx(ctx, async (tx) => {
    const { now } = ctx
    const open = await findWatchedAlerts(tx.db, kinds)
    const keyOf = ({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`
    const byKey = new Map(open.map((alert) => [keyOf(alert), alert]))
    for (const trouble of troubles) {
      const known = byKey.get(keyOf(trouble))
      const isCurrent = known && !known.wellSince && now.getTime() - known.lastSeenAt.getTime() < SEEN_MS
      if (!isCurrent) await raiseAlert(tx.db, { ...trouble, isWatched: true }, now)
    }
    const found = new Set(troubles.map(keyOf))
    const gone = open.filter((alert) => !found.has(keyOf(alert)))
    const recoveredBefore = now.getTime() - ctx.config.alerts.recoveryS * 1000
    const over = gone.filter(({ wellSince }) => (wellSince ?? now).getTime() <= recoveredBefore)
    const fresh = gone.filter((alert) => !alert.wellSince && !over.includes(alert))
    if (fresh.length > 0) await markWell(tx.db, idsOf(fresh), now)
    const begun = troubles.filter((trouble) => !byKey.has(keyOf(trouble)))
    if (begun.length + over.length > 0) await tell(tx, { begun: subjectsOf(begun), over: subjectsOf(over) })
    if (over.length === 0) return
    for (const id of await resolve(tx.db, idsOf(over), now)) await announceAlert(tx.db, id, 'resolved')
  })
}

function subjectsOf(alerts: readonly { subject: string }[]): string[] {
  return alerts.map(({ subject }) => subject)
}

function idsOf(alerts: readonly { id: number }[]): number[] {
  return alerts.map(({ id }) => id)
}
