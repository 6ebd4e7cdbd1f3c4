import type { Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import type { Owner } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Period } from '../catalogue/period.ts'
import { userOf } from '../events/emit.ts'

export type Renewal = Owner & {
  /** What is bought: the user's wish for the next period, else the package held. */
  packageId: number
  isChange: boolean
  packageName: string
  packageNames: unknown
  period: Period
  expiresAt: Date
  renewToldFor: Date | null
  renewToldFen: number | null
  renewFailedFor: Date | null
  language: Language
}

/** What is said of a renewal. */
export function aboutRenewal(renewal: Renewal | EarlyRenewal, amountFen: number) {
  const { packageName: name, packageNames: names } = renewal
  return { ...userOf(renewal), amountFen, aside: { name, names } }
}

/** A change of package waits for the end, so it is due for a day after it; a renewal only before. */
const DUE = `s.auto_renew and s.expires_at > case when s.next_package_id is null then $1::timestamptz else $1::timestamptz - interval '1 day' end
  and a.paused_at is null and a.deleted_at is null and r.suspended_at is null`
export const RENEWALS_AT_ONCE = 500

/** Leaves out paused packages, which have no end, and suspended resellers, which sell nothing. */
export function findRenewals(db: Db, now: Date, until: Date, after: Renewal | null): Promise<Renewal[]> {
  return db.query<Renewal>({
    name: 'orders.renewals',
    text: `select s.reseller_id, s.account_id, p.id as package_id, s.next_package_id is not null as is_change,
        p.name as package_name, p.names as package_names, coalesce(s.next_period, s.period) as period, s.expires_at,
        s.renew_told_for, s.renew_told_fen, s.renew_failed_for, a.language
      from subscriptions s
      join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
      join resellers r on r.id = s.reseller_id
      join packages p on p.id = coalesce(s.next_package_id, s.package_id)
      where ${DUE} and s.expires_at <= $2 and s.period is not null and p.trial_days is null
        and ($3::timestamptz is null or (s.expires_at, s.reseller_id, s.account_id) > ($3, $4, $5))
      order by s.expires_at, s.reseller_id, s.account_id limit ${RENEWALS_AT_ONCE}`,
    values: [now, until, after?.expiresAt ?? null, after?.resellerId ?? null, after?.accountId ?? null],
  })
}

/** Checks again: since the list was read the user may have renewed, paused or switched it off. */
export async function isStillDue(db: Tx, now: Date, renewal: Renewal): Promise<boolean> {
  const { resellerId, accountId, packageId } = renewal
  const rows = await db.query<{ expiresAt: Date }>({
    name: 'orders.renewal_now',
    text: `select s.expires_at
      from subscriptions s
      join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
      join resellers r on r.id = s.reseller_id
      where ${DUE} and s.reseller_id = $2 and s.account_id = $3 and coalesce(s.next_package_id, s.package_id) = $4`,
    values: [now, resellerId, accountId, packageId],
  })
  return rows[0]?.expiresAt.getTime() === renewal.expiresAt.getTime()
}

export type EarlyRenewal = Owner & {
  packageId: number
  packageName: string
  packageNames: unknown
  /** The most that may be charged. */
  agreedFen: number
  nextResetAt: Date | null
  language: Language
}

/** Used up, wanted, and nothing in the way: not paused, blocked, locked or leaving, and not renewed early today. */
const USED_UP = `s.early_renew_fen is not null and s.auto_renew and s.period = 'month' and s.next_package_id is null
  and s.total_bytes > 0 and s.used_bytes >= s.total_bytes and s.expires_at > $1
  and (s.early_renewed_at is null or s.early_renewed_at <= $1::timestamptz - $2 * interval '1 millisecond')
  and p.trial_days is null and a.paused_at is null and a.blocked_at is null and a.locked_at is null
  and a.deleted_at is null and a.delete_after is null and r.suspended_at is null`

/** With an owner only that one. */
export function findUsedUp(db: Db | Tx, now: Date, owner: Owner | null): Promise<EarlyRenewal[]> {
  return db.query<EarlyRenewal>({
    name: 'orders.used_up',
    text: `select s.reseller_id, s.account_id, p.id as package_id, p.name as package_name, p.names as package_names,
        coalesce(s.early_renew_fen, 0) as agreed_fen, s.next_reset_at, a.language
      from subscriptions s
      join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
      join resellers r on r.id = s.reseller_id
      join packages p on p.id = s.package_id
      where ${USED_UP} and ($3::integer is null or (s.reseller_id = $3 and s.account_id = $4::bigint))
      order by s.reseller_id, s.account_id limit 1000`,
    values: [now, limits.renewEarlyEveryMs, owner?.resellerId ?? null, owner?.accountId ?? null],
  })
}

export type StoppedOffer = { resellerId: number; packageId: number; period: Period }
export type Renewer = Owner & { expiresAt: Date }

/** Users whose package would have renewed with this offer. */
export function findRenewers(db: Tx, offer: StoppedOffer, now: Date): Promise<Renewer[]> {
  return db.query<Renewer>({
    name: 'orders.renewers',
    text: `select s.reseller_id, s.account_id, s.expires_at
      from subscriptions s
      join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
      join resellers r on r.id = s.reseller_id
      where ${DUE} and s.reseller_id = $2 and coalesce(s.next_package_id, s.package_id) = $3 and coalesce(s.next_period, s.period) = $4`,
    values: [now, offer.resellerId, offer.packageId, offer.period],
  })
}
