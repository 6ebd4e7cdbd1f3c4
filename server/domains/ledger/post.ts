import pg from 'pg'

import type { ErrorCode } from '../../../contract/errors.ts'
import { raiseAlert } from '../../platform/alerts.ts'
import { accountSubject } from '../../platform/audit.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import type { EntryKind, LedgerKind } from './ledger-kinds.ts'

export type Leg = {
  /** A debt is never posted to by itself: it follows from what is posted to `reseller`. */
  kind: Exclude<LedgerKind, 'receivable'>
  /** Null for `platform` and `outside`. */
  resellerId: number | null
  /** For `user`, `commission_pending`, `commission` and `hold`. */
  accountId?: number
  amountFen: number
  /** On `reseller`: may go into debt up to the reseller's credit limit, or without a limit (corrections only). */
  mayOwe?: boolean | 'beyond_limit'
  /** On a credit of `liability`: as much as it amounts to; the rest is the reseller's. */
  upToOwed?: boolean
}
export type LedgerCtx = { db: Tx; now: Date }
export type Entry = {
  /** Natural: `order:<id>:sale`. The same key with the same input answers the first transaction. */
  key: string
  kind: EntryKind
  resellerId: number
  legs: readonly Leg[]
  /** `about` is what the user reads beside the amount; ids for support. Never a secret. */
  memo?: Record<string, string | number>
}
export type Posted = { transactionId: number; repeated: boolean }

type Answer = {
  transactionId: number | null
  repeated: boolean
  refused: string | null
  /** Deleted accounts: what is meant for them is booked as unclaimed. */
  unclaimedAccounts: number[]
}

const REFUSALS: Record<string, ErrorCode> = {
  key_reused: 'request.key_reused',
  reseller_short: 'reseller.short',
  commission_short: 'commission.short',
}

/**
 * Moves money, whole or not at all. A refusal leaves the caller's transaction usable. At most one post per database
 * transaction: accounts are locked in the order of their ids, and a second post would break that order.
 */
export async function post(ctx: LedgerCtx, entry: Entry): Promise<Posted> {
  const answers = await ctx.db.query<Answer>({
    name: 'ledger.post',
    text: `select transaction_id, repeated, refused, unclaimed_accounts from ledger_post(${PLACES})`,
    values: valuesOf(ctx, entry),
  })
  const { transactionId, repeated, refused, unclaimedAccounts } = answers[0]!
  if (refused !== null) fail(refusalOf(refused))
  if (!repeated) for (const accountId of new Set(unclaimedAccounts)) await alertUnclaimed(ctx, entry, accountId)
  return { transactionId: transactionId!, repeated }
}

/**
 * The same as the last thing of a transaction, for a key that is new by its making. It goes right before the commit, so the
 * accounts are locked for no longer than that takes: sales of one reseller hardly wait for each other. A refusal undoes the
 * whole transaction and is its error.
 */
export function postLast(ctx: LedgerCtx, entry: Entry): void {
  const text = `select ledger_post_or_fail(${PLACES})`
  const explain = (error: unknown) =>
    error instanceof pg.DatabaseError && error.code === REFUSED ? new Refusal(refusalOf(error.message)) : error
  ctx.db.sendLast({ name: 'ledger.post_last', text, values: valuesOf(ctx, entry) }, explain)
}

const PLACES = '$1, $2, $3, $4, $5, $6, $7::text[], $8::integer[], $9::bigint[], $10::bigint[], $11::text[]'
/** The code that `ledger_post_or_fail` raises. */
const REFUSED = 'YX001'

function refusalOf(reason: string): ErrorCode {
  return REFUSALS[reason] ?? 'balance.short'
}

function valuesOf(ctx: LedgerCtx, entry: Entry): unknown[] {
  // A leg of 0 says nothing and would only lock an account.
  const legs = entry.legs.filter((leg) => leg.amountFen !== 0)
  refuseBadLegs(legs)
  return [
    entry.key,
    sha256(JSON.stringify([entry.kind, entry.resellerId, legs.map(legParts)])),
    entry.kind,
    entry.resellerId,
    JSON.stringify(entry.memo ?? {}),
    ctx.now,
    legs.map((leg) => leg.kind),
    legs.map((leg) => leg.resellerId),
    legs.map((leg) => leg.accountId ?? null),
    legs.map((leg) => leg.amountFen),
    legs.map(modeOf),
  ]
}

/** Money for a deleted account: a person gives it back. */
export async function alertUnclaimed(
  ctx: LedgerCtx,
  { resellerId, kind }: Pick<Entry, 'resellerId' | 'kind'>,
  accountId: number,
): Promise<void> {
  const alert = {
    resellerId,
    kind: 'money.unclaimed' as const,
    subject: accountSubject(accountId),
    detail: { came: kind },
  }
  await raiseAlert(ctx.db, alert, ctx.now)
}

function legParts(leg: Leg): (string | number | null)[] {
  return [leg.kind, leg.resellerId, leg.accountId ?? null, leg.amountFen, modeOf(leg)]
}

function modeOf(leg: Leg): '' | 'release' | 'owe' | 'owe_beyond' {
  if (leg.upToOwed) return 'release'
  if (leg.mayOwe === 'beyond_limit') return 'owe_beyond'
  return leg.mayOwe ? 'owe' : ''
}

/** Mistakes of ours, not of a caller: the database would catch most of them, but at commit and without the key. */
function refuseBadLegs(legs: readonly Leg[]): void {
  let sum = 0
  for (const { kind, amountFen, mayOwe, upToOwed } of legs) {
    if (!Number.isSafeInteger(amountFen)) throw new RangeError(`${amountFen} is not an amount in whole fen`)
    if (mayOwe && kind !== 'reseller') throw new Error(`${kind} never owes`)
    if (upToOwed && (kind !== 'liability' || amountFen < 0)) throw new Error('Only a credit of liability is released')
    sum += amountFen
  }
  if (sum !== 0) throw new Error(`Legs sum to ${sum} fen instead of 0`)
}
