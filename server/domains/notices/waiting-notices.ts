import type { TxCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'

export type NoticeName = { resellerId: number; noticeId: number }
/** Who gets a notice. The rule is evaluated when the notice goes out. */
export type NoticeRule = {
  audience: 'all' | 'package' | 'ending' | 'expired'
  audiencePackage: number | null
  audienceDays: number | null
}

export function noticeSubject(noticeId: number): string {
  return `notice:${noticeId}`
}

/**
 * Locks the notice until the transaction ends, so that it goes out once. Null: not waiting, withdrawn, or another
 * reseller's.
 */
export async function lockWaiting(db: Tx, { resellerId, noticeId }: NoticeName): Promise<NoticeRule | null> {
  const rows = await db.query<NoticeRule>({
    name: 'notices.lock_waiting',
    text: `select audience, audience_package, audience_days from notices
            where id = $1 and reseller_id = $2 and is_held and withdrawn_at is null for update`,
    values: [noticeId, resellerId],
  })
  return rows[0] ?? null
}

/** The notice's time is now, but it stays hidden: a member may still send it. */
export async function endWaiting(
  { db, now }: Pick<TxCtx, 'db' | 'now'>,
  { resellerId, noticeId }: NoticeName,
): Promise<void> {
  await db.query({
    name: 'notices.end_waiting',
    text: 'update notices set published_at = least(published_at, $3) where id = $1 and reseller_id = $2',
    values: [noticeId, resellerId, now],
  })
}

/**
 * Shows the notice from now on to these accounts, or with null to those it was addressed to before, else to all users
 * of its reseller. It is dated now, so that
 * it never counts as older than it is.
 */
export async function releaseNotice(
  { db, now }: Pick<TxCtx, 'db' | 'now'>,
  { resellerId, noticeId }: NoticeName,
  to: readonly number[] | null,
): Promise<void> {
  await db.query({
    name: 'notices.release',
    text: `update notices set is_held = false, published_at = $3 where id = $1 and reseller_id = $2`,
    values: [noticeId, resellerId, now],
  })
  if (to !== null) await addRecipients(db, { resellerId, noticeId }, to)
}

export async function addRecipients(
  db: Tx,
  { resellerId, noticeId }: NoticeName,
  to: readonly number[],
): Promise<void> {
  await db.query({
    name: 'notices.add_recipients',
    text: `insert into notice_recipients (reseller_id, account_id, notice_id)
           select $1, account_id, $2 from unnest($3::bigint[]) account_id on conflict do nothing`,
    values: [resellerId, noticeId, to],
  })
}
