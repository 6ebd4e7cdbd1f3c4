import type { UserInfo } from '../../../contract/accounts.ts'
import type { Config } from '../../config.ts'
import type { Owner } from '../../platform/context.ts'
import { partOfRow } from '../../platform/db/db-rows.ts'
import { readQuickly, type Asker } from '../../platform/db/db.ts'
import type { Period } from '../catalogue/period.ts'
import { OFFERS, SELLS, WHOLESALE } from '../catalogue/prices/offer-sql.ts'
import { LIMITS } from '../resellers/limit-row.ts'
import { isStopped, type LimitRow } from '../resellers/limits.ts'
import { HELD_WHOLESALE, isStepDown } from './step-down.ts'
import { isSameKind, type ServiceState } from './subscription.ts'

/** Wider than what the portal warns of (90 %, 7 days): a page that stays open comes to that without asking again. */
const LOW_SHARE = 0.8
const SOON_MS = 8 * 86_400_000

type Held = { packageId: number | null; period: Period | null; expiresAt: Date | null; state: ServiceState }
type Use = { usedBytes: number; totalBytes: number }
type Sold = { id: number; kind: 'plan' | 'pack'; period: Period; stock: number | null; wholesaleFen: number }
const limit = partOfRow<LimitRow>('limit', 'l', `${LIMITS}, month`)

type Clock = { now: Date; config: Pick<Config, 'businessTz'> }

/**
 * What the server would sell to this user now, so that no text proposes what nobody sells. Asks only where a text may
 * propose something: most users have time and traffic left, and their information costs nothing more.
 */
export async function loadBuyable(
  ctx: Clock & { db: Asker },
  owner: Owner,
  held: Held & Use,
): Promise<UserInfo['buyable']> {
  if (held.packageId === null || !mayNeedMore(held, ctx.now)) return null
  const { sold, heldWholesaleFen, limits } = await loadSold(ctx.db, owner)
  const own = { packageId: held.packageId, period: held.period }
  const isOwn = ({ id, period }: Sold) => isSameKind(own, { packageId: id, period })
  const isRunning = held.state === 'active' || held.state === 'paused'
  const takesNew = isRunning && !isStopped(ctx, limits)
  const fresh = sold.filter(({ stock }) => takesNew && stock !== 0)
  return {
    pack: fresh.some(({ kind }) => kind === 'pack'),
    renew: sold.some(isOwn),
    upgrade: fresh.some(
      (one) => one.kind === 'plan' && !isOwn(one) && !isStepDown({ period: held.period, heldWholesaleFen }, one),
    ),
  }
}

function mayNeedMore({ state, expiresAt, usedBytes, totalBytes }: Held & Use, now: Date): boolean {
  const isEnding = expiresAt !== null && expiresAt.getTime() - now.getTime() <= SOON_MS
  return state === 'expired' || isEnding || usedBytes >= totalBytes * LOW_SHARE
}

/** One statement: the page's first card waits for it. A suspended reseller sells nothing. */
async function loadSold(db: Asker, { resellerId, accountId }: Owner) {
  const [row] = await readQuickly<{ sold: Sold[]; heldWholesaleFen: number | null }>(db, {
    name: 'packages.buyable',
    text: `select ${HELD_WHOLESALE} as held_wholesale_fen, ${limit.sql},
        (select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'period', o.period, 'stock', p.stock,
            'wholesaleFen', ${WHOLESALE})), '[]') ${OFFERS}
          where o.reseller_id = $1 and r.suspended_at is null and p.is_listed and ${SELLS}) as sold
      from subscriptions s join resellers r on r.id = s.reseller_id
      left join lateral (select ${LIMITS}, l.month::text as month from reseller_limits l where l.reseller_id = $1) l on true
      where s.reseller_id = $1 and s.account_id = $2`,
    values: [resellerId, accountId],
  })
  return row ? { ...row, limits: limit.of(row) } : { sold: [], heldWholesaleFen: null, limits: null }
}
