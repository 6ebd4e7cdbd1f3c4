import type { Owner } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import { PACKAGE, type Package } from '../../catalogue/get-package.ts'
import { PRICED, WHOLESALE } from '../../catalogue/prices/offer-sql.ts'

export type TrialOffer = Package & {
  trialDays: number
  trialPaidBy: 'reseller' | 'platform'
  /** Its wholesale price, for all its days. */
  costFen: number
}

/** The trials that a reseller gives away, in the order of the shop. A trial needs a wholesale price. */
export function findTrialOffers(db: Queryable, resellerId: number): Promise<TrialOffer[]> {
  return db.query<TrialOffer>({
    name: 'trials.offers',
    text: `select ${PACKAGE}, coalesce(p.trial_paid_by, 'reseller') as trial_paid_by, ${WHOLESALE} as cost_fen
      from (select reseller_id, package_id, 'once' as period from trial_offers where reseller_id = $1) o ${PRICED}
      where p.trial_days is not null and p.is_listed and ${WHOLESALE} is not null order by p.place, p.id`,
    values: [resellerId],
  })
}

type Asker = { blockedReason: string | null; verifiedEmail: string | null; hasClaimed: boolean }

/** The account that wants a trial, and whether it had one. */
export async function loadAsker(db: Queryable, { resellerId, accountId }: Owner): Promise<Asker> {
  const rows = await db.query<Asker>({
    name: 'trials.asker',
    text: `select a.blocked_reason, case when a.email_verified_at is not null then a.email end as verified_email,
        exists (select from trial_claims c where c.reseller_id = a.reseller_id and c.account_id = a.id) as has_claimed
      from accounts a where a.reseller_id = $1 and a.id = $2`,
    values: [resellerId, accountId],
  })
  return rows[0]!
}

export async function isMailboxUsed(db: Queryable, resellerId: number, mailHash: Buffer): Promise<boolean> {
  const rows = await db.query({
    name: 'trials.mailbox',
    text: `select 1 as one from trial_claims where reseller_id = $1 and mail_hash = $2`,
    values: [resellerId, mailHash],
  })
  return rows.length > 0
}

type Claim = Owner & { giftId: number; mailHash: Buffer; createdAt: Date }

/** False when this account or this mailbox had a trial before. */
export async function insertClaim(
  db: Tx,
  { resellerId, accountId, giftId, mailHash, createdAt }: Claim,
): Promise<boolean> {
  const rows = await db.query({
    name: 'trials.claim',
    text: `insert into trial_claims (reseller_id, account_id, gift_id, mail_hash, created_at) values ($1, $2, $3, $4, $5)
      on conflict do nothing returning 1 as done`,
    values: [resellerId, accountId, giftId, mailHash, createdAt],
  })
  return rows.length === 1
}
