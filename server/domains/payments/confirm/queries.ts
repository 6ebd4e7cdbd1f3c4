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

/**
 * One at a time decides what a transaction paid, a person or a gateway, and holds this until it has. First of all
 * locks: what holds a payment may not wait for it.
 */
export async function lockProofs(db: Tx): Promise<void> {
  await db.query({
    name: 'confirmations.lock_proofs',
    text: `select pg_advisory_xact_lock(hashtext('payments.proofs'))`,
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
    values: [proof, merchantId, numberIn(proof), paymentId],
  })
  return rows.length > 0
}

/** What this person credited since then with nobody else looking. Needs `lockProofs`. */
export async function sumAlone(db: Tx, by: string, since: Date): Promise<number> {
  const rows = await db.query<{ fen: number }>({
    name: 'confirmations.alone',
    text: `select coalesce(sum(amount_fen), 0)::bigint as fen from payment_confirmations
      where state = 'done' and asked_by = $1 and settled_by = $1 and asked_at > $2`,
    values: [by, since],
  })
  return rows[0]!.fen
}

/** The number alone, without what it is unique in. */
export function numberIn(proof: string): string {
  return proof.replace(/^(flow:[^:]+|hash):/, '')
}

type Payment = { resellerId: number; id: string }

/**
 * Notes which transaction a gateway named. False when that one paid another payment or was confirmed for one by hand, and
 * when another transaction was confirmed for this one: then money came twice. Needs `lockProofs`.
 */
export async function claimProof(db: Tx, proof: string, { resellerId, id }: Payment, now: Date): Promise<boolean> {
  const rows = await db.query<{ isOurs: boolean }>({
    name: 'confirmations.claim_proof',
    text: `with judged as (select not exists (select 1 from payment_proofs where proof = $1 and payment_id <> $2)
        and not exists (select 1 from payment_confirmations
          where proof = $1 and state <> 'dropped' and payment_id is distinct from $2)
        and not exists (select 1 from payment_confirmations
          where payment_id = $2 and state = 'done' and proof <> $1 and proof like 'hash:%') as is_ours),
      told as (insert into payment_proofs (proof, payment_id, told_at, reseller_id)
        select $1, $2, $3, $4 from judged where is_ours on conflict do nothing)
      select is_ours from judged`,
    values: [proof, id, now, resellerId],
  })
  return rows[0]?.isOurs ?? false
}

/**
 * Whether a transaction that a person confirmed for something else could be the one that paid this, because nobody said
 * which paid this. What was confirmed before this payment began cannot be it. Needs `lockProofs`.
 */
export async function mayBeConfirmed(db: Tx, { id }: Pick<Payment, 'id'>): Promise<boolean> {
  const rows = await db.query({
    name: 'confirmations.may_be',
    text: `select 1 as found from payments p join payment_confirmations c on c.merchant_id = p.merchant_id
      where p.id = $1 and c.proof like 'hash:%' and c.state <> 'dropped' and c.asked_at >= p.created_at - interval '10 minutes'
        and c.payment_id is distinct from p.id
        and not exists (select 1 from payment_proofs t where t.proof = c.proof or t.payment_id = p.id) limit 1`,
    values: [id],
  })
  return rows.length > 0
}

/**
 * A payment in coins of this merchant that was credited without anybody saying by which transaction: it could be this
 * one. Needs `lockProofs`.
 */
export async function findUnclear(
  db: Tx,
  { merchantId, paymentId, proof }: Pick<Confirmation, 'merchantId' | 'paymentId' | 'proof'>,
): Promise<(Payment & { outTradeNo: string }) | null> {
  const rows = await db.query<Payment & { outTradeNo: string }>({
    name: 'confirmations.unclear',
    text: `select p.id, p.reseller_id, p.out_trade_no from payments p
      where p.merchant_id = $1 and p.paid_at is not null and p.quote_address is not null and p.id is distinct from $2
        and not exists (select 1 from payment_proofs t where t.reseller_id = p.reseller_id and t.payment_id = p.id)
        and not exists (select 1 from payment_confirmations c
          where c.payment_id = p.id and c.state = 'done' and c.proof like 'hash:%')
        and not exists (select 1 from payment_proofs t where t.proof = $3)
      order by p.paid_at desc limit 1`,
    values: [merchantId, paymentId, proof],
  })
  return rows[0] ?? null
}
