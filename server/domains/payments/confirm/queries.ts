import type { Selectable } from 'kysely'

import type { PaymentConfirmations } from '../../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

export type Confirmation = Selectable<PaymentConfirmations>
export type NewConfirmation = Pick<
  Confirmation,
  | 'resellerId'
  | 'paymentId'
  | 'accountId'
  | 'merchantId'
  | 'merchantOwnerKey'
  | 'amountFen'
  | 'proof'
  | 'reason'
  | 'askedBy'
>

/** Null when the number was used before: the unique index decides, not an earlier query. */
export async function insertConfirmation(db: Tx, wish: NewConfirmation, now: Date): Promise<Confirmation | null> {
  const row = await db.kysely
    .insertInto('paymentConfirmations')
    .values({ ...wish, askedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function lockAsked(db: Tx, resellerId: number | null, id: number): Promise<Confirmation | null> {
  const rows = await db.query<Confirmation>({
    name: 'confirmations.lock',
    text: `select * from payment_confirmations where id = $1 and ($2::integer is null or reseller_id = $2) and state = 'asked'
      for update`,
    values: [id, resellerId],
  })
  return rows[0] ?? null
}

type End = { state: 'done' | 'dropped'; paymentId: string | null; by: string; now: Date }

/** Needs the lock, or to have made the row in this transaction. */
export async function endConfirmation(db: Tx, id: number, { state, paymentId, by, now }: End): Promise<void> {
  await db.query({
    name: 'confirmations.end',
    text: `update payment_confirmations set state = $2, payment_id = coalesce(payment_id, $3), settled_by = $4, settled_at = $5
      where id = $1 and state = 'asked'`,
    values: [id, state, paymentId, by, now],
  })
}

/** Whether this number already paid for something else. */
export async function isProofTold(
  db: Queryable,
  { proof, merchantId, paymentId }: Pick<Confirmation, 'proof' | 'merchantId' | 'paymentId'>,
): Promise<boolean> {
  const rows = await db.query({
    name: 'confirmations.told',
    text: `select 1 as told from payment_proofs where proof = $1 and payment_id is distinct from $4
      union all select 1 from payments where merchant_id = $2 and trade_no = $3 and id is distinct from $4 limit 1`,
    values: [proof, merchantId, proof.replace(/^(flow:[^:]+|hash):/, ''), paymentId],
  })
  return rows.length > 0
}

/**
 * Notes what a notify named. False when that transaction paid another payment or was confirmed for one by hand, and when
 * another transaction was confirmed for this one: then money came twice.
 */
export async function claimProof(
  db: Queryable,
  proof: string,
  { resellerId, id }: { resellerId: number; id: string },
  now: Date,
): Promise<boolean> {
  const rows = await db.query<{ isOurs: boolean }>({
    name: 'confirmations.claim_proof',
    text: `with told as (insert into payment_proofs (proof, payment_id, told_at, reseller_id) values ($1, $2, $3, $4)
        on conflict do nothing)
      select not exists (select 1 from payment_proofs where proof = $1 and payment_id <> $2)
        and not exists (select 1 from payment_confirmations
          where proof = $1 and state <> 'dropped' and payment_id is distinct from $2)
        and not exists (select 1 from payment_confirmations
          where payment_id = $2 and state = 'done' and proof <> $1 and proof like 'hash:%') as is_ours`,
    values: [proof, id, now, resellerId],
  })
  return rows[0]?.isOurs ?? false
}
