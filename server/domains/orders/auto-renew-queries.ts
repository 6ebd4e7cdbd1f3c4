import type { Language } from '../../../contract/languages.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Period } from '../packages/periods.ts'
import type { Owner } from './queries.ts'

export type Renewal = Owner & {
  packageId: number
  packageName: string
  period: Period
  expiresAt: Date
  renewToldFor: Date | null
  renewToldFen: number | null
  renewFailedFor: Date | null
  verifiedEmail: string | null
  language: Language
}

/** A paused package has no end to renew before; a suspended reseller sells nothing. */
export function findRenewals(db: Db, now: Date, until: Date): Promise<Renewal[]> {
  return db.query<Renewal>({
    name: 'orders.renewals',
    text: `select s.reseller_id, s.account_id, s.package_id, p.name as package_name, s.period, s.expires_at,
        s.renew_told_for, s.renew_told_fen, s.renew_failed_for, a.language,
        case when a.email_verified_at is not null then a.email end as verified_email
      from subscriptions s
      join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
      join resellers r on r.id = s.reseller_id
      join packages p on p.id = s.package_id
      where s.auto_renew and s.expires_at > $1 and s.expires_at <= $2
        and a.paused_at is null and a.deleted_at is null and r.suspended_at is null
      order by s.expires_at limit 1000`,
    values: [now, until],
  })
}

export async function markRenewTold(db: Tx, { resellerId, accountId, expiresAt }: Renewal, fen: number): Promise<void> {
  await db.query({
    name: 'orders.renew_told',
    text: `update subscriptions set renew_told_for = $3, renew_told_fen = $4 where reseller_id = $1 and account_id = $2`,
    values: [resellerId, accountId, expiresAt, fen],
  })
}

export async function markRenewFailed(db: Tx, { resellerId, accountId, expiresAt }: Renewal): Promise<void> {
  await db.query({
    name: 'orders.renew_failed',
    text: `update subscriptions set renew_failed_for = $3 where reseller_id = $1 and account_id = $2`,
    values: [resellerId, accountId, expiresAt],
  })
}
