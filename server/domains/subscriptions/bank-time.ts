import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'

type Banked = { bankedSeconds: number; expiresAt: Date }

/** Null when there is no time left to bank. A started second counts for the user. `expiresAt` is the previous end. */
export async function bankTime(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<Banked | null> {
  const rows = await db.query<Banked>({
    name: 'packages.bank',
    text: `with old as (
             select expires_at from subscriptions
              where reseller_id = $1 and account_id = $2 and expires_at > $3 for update
           )
           update subscriptions s
              set banked_seconds = s.banked_seconds + ceil(extract(epoch from old.expires_at - $3::timestamptz)),
                  expires_at = null
             from old where s.reseller_id = $1 and s.account_id = $2 returning s.banked_seconds, old.expires_at`,
    values: [resellerId, accountId, now],
  })
  return rows[0] ?? null
}

type UndonePause = { startedAt: Date; hadEnd: Date }

/** Restores the previous end to the millisecond, moved by what was bought or taken back meanwhile. The reset stays. */
export async function restoreEnd(
  db: Tx,
  { resellerId, accountId }: Owner,
  { startedAt, hadEnd }: UndonePause,
): Promise<void> {
  await db.query({
    name: 'packages.restore_end',
    text: `update subscriptions
              set expires_at = $4::timestamptz
                    + (banked_seconds - ceil(extract(epoch from $4::timestamptz - $3::timestamptz))) * interval '1 second',
                  banked_seconds = 0
            where reseller_id = $1 and account_id = $2 and banked_seconds > 0`,
    values: [resellerId, accountId, startedAt, hadEnd],
  })
}

type Spending = { pausedAt: Date; now: Date }

/** The month's traffic and the wait for the first byte waited as long as the time did. */
export async function spendBank(db: Tx, { resellerId, accountId }: Owner, { pausedAt, now }: Spending): Promise<void> {
  await db.query({
    name: 'packages.spend_bank',
    text: `update subscriptions
              set expires_at = $3::timestamptz + banked_seconds * interval '1 second', banked_seconds = 0,
                  next_reset_at = next_reset_at + ($3::timestamptz - $4::timestamptz),
                  starts_by = starts_by + ($3::timestamptz - $4::timestamptz)
            where reseller_id = $1 and account_id = $2 and banked_seconds > 0`,
    values: [resellerId, accountId, now, pausedAt],
  })
}
