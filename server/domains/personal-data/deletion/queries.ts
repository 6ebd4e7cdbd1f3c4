import type { Db, Tx } from '../../../platform/db.ts'

export type Owner = { resellerId: number; accountId: number }

/** Keeps the first date when one is set: asking again neither hurries nor delays it. A waiver can be added later. */
export async function markForDeletion(
  db: Tx,
  { resellerId, accountId }: Owner,
  asked: { deleteAfter: Date; waivesBalance: boolean },
): Promise<{ deleteAfter: Date; isNew: boolean } | null> {
  const rows = await db.query<{ deleteAfter: Date; isNew: boolean }>({
    name: 'deletion.mark',
    text: `update accounts a set delete_after = coalesce(a.delete_after, $3), waives_balance = a.waives_balance or $4
             from (select id, delete_after is null as is_new from accounts
                    where reseller_id = $1 and id = $2 and deleted_at is null for no key update) before
            where a.reseller_id = $1 and a.id = before.id
        returning a.delete_after, before.is_new`,
    values: [resellerId, accountId, asked.deleteAfter, asked.waivesBalance],
  })
  return rows[0] ?? null
}

export async function unmarkDeletion(db: Tx, { resellerId, accountId }: Owner): Promise<boolean> {
  const rows = await db.query({
    name: 'deletion.unmark',
    text: `update accounts set delete_after = null, waives_balance = false, waived_fen = null
            where reseller_id = $1 and id = $2 and delete_after is not null and deleted_at is null returning id`,
    values: [resellerId, accountId],
  })
  return rows.length === 1
}

/** A payment that may still be paid, or a withdrawal that may still come back. */
export async function hasMoneyUnderWay(db: Tx, { resellerId, accountId }: Owner): Promise<boolean> {
  const rows = await db.query({
    name: 'deletion.under_way',
    text: `select 1 as found where exists (
             select from payments where reseller_id = $1 and account_id = $2 and state = 'pending'
           ) or exists (
             select from withdrawals where reseller_id = $1 and account_id = $2 and state = 'pending'
           )`,
    values: [resellerId, accountId],
  })
  return rows.length === 1
}

export async function keepWaived(db: Tx, { resellerId, accountId }: Owner, heldFen: number): Promise<void> {
  await db.query({
    name: 'deletion.waived',
    text: `update accounts set waived_fen = $3 where reseller_id = $1 and id = $2`,
    values: [resellerId, accountId, heldFen],
  })
}

export async function clearWaiver(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'deletion.clear_waiver',
    text: `update accounts set waives_balance = false, waived_fen = null where reseller_id = $1 and id = $2`,
    values: [resellerId, accountId],
  })
}

export async function loadDeleteAfter(db: Db | Tx, { resellerId, accountId }: Owner): Promise<Date | null> {
  const rows = await db.query<{ deleteAfter: Date | null }>({
    name: 'deletion.load',
    text: 'select delete_after from accounts where reseller_id = $1 and id = $2',
    values: [resellerId, accountId],
  })
  return rows[0]?.deleteAfter ?? null
}

/** `waivedFen`: what there was to give up; null for a waiver from before that was written down. */
export type DueDeletion = Owner & { waivesBalance: boolean; waivedFen: number | null }

export async function findDueDeletions(db: Db | Tx, now: Date): Promise<DueDeletion[]> {
  return db.query<DueDeletion>({
    name: 'deletion.due',
    text: `select reseller_id, id as account_id, waives_balance, waived_fen from accounts
            where delete_after <= $1 and deleted_at is null order by delete_after, id`,
    values: [now],
  })
}

/**
 * Takes the person out of the row; what points to it (the ledger) keeps pointing. False when the owner took the
 * deletion back meanwhile. Somebody may have registered under the very name we would give: then it gets a tail.
 */
export async function pseudonymise(
  db: Tx,
  { resellerId, accountId }: Owner,
  given: { passwordHash: string; tail: string; now: Date },
): Promise<boolean> {
  const rows = await db.query({
    name: 'deletion.pseudonymise',
    text: `update accounts a
              set user_name = n.name, invite_code = n.name, password_hash = $3, email = null, email_verified_at = null,
                  totp_secret = null, totp_confirmed_at = null, locked_at = null, paused_at = null,
                  language = default, speed_mode = default, deleted_at = $5
             from (select 'deleted-' || $2::bigint || case when exists (
                            select from accounts o
                             where o.reseller_id = $1 and o.id <> $2
                               and (lower(o.user_name) = 'deleted-' || $2::bigint or o.invite_code = 'deleted-' || $2::bigint)
                          ) then '-' || $4::text else '' end as name) n
            where a.reseller_id = $1 and a.id = $2 and a.delete_after <= $5 and a.deleted_at is null returning a.id`,
    values: [resellerId, accountId, given.passwordHash, given.tail, given.now],
  })
  return rows.length === 1
}

/** Rows that are about the person and about nothing else, in the order of the foreign keys. */
const PERSONAL = [
  'sessions',
  'deviceFamilies',
  'recoveryCodes',
  'passkeys',
  'passkeyChallenges',
  'mails',
  'mailCodes',
  'pauses',
  'noticeReads',
  'subscriptions',
  'subscriptionLinks',
  'lineAddresses',
] as const

export async function deletePersonalRows(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  for (const table of PERSONAL) {
    await db.kysely.deleteFrom(table).where('resellerId', '=', resellerId).where('accountId', '=', accountId).execute()
  }
}

/** What was paid out stays in the books; where to is the person's. What still waits is paid first. */
export async function findSettledPayouts(db: Tx, { resellerId, accountId }: Owner): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'deletion.payouts',
    text: `select id from withdrawals where reseller_id = $1 and account_id = $2 and state <> 'pending'`,
    values: [resellerId, accountId],
  })
  return rows.map(({ id }) => id)
}

export async function setPayoutAccount(db: Tx, id: string, sealedAccount: Buffer): Promise<void> {
  await db.query({
    name: 'deletion.payout_account',
    text: 'update withdrawals set sealed_account = $2 where id = $1',
    values: [id, sealedAccount],
  })
}

/** Name and contact that somebody gave for an agency. */
export async function clearOrderDetails(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'deletion.order_details',
    text: `update orders set detail = '{}' where reseller_id = $1 and account_id = $2 and detail <> '{}'`,
    values: [resellerId, accountId],
  })
}
