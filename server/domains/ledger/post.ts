import pg from 'pg'

import type { ErrorCode } from '../../../contract/errors.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { accountSubject } from '../audit/audit.ts'
import type { EntryKind, LedgerKind } from './ledger-kinds.ts'

export type Leg = {
  /** Never post to a debt directly: it follows from posts to `reseller`. */
  kind: Exclude<LedgerKind, 'receivable'>
  /** Null for `platform` and `outside`. */
  resellerId: number | null
  /** For `user`, `commission_pending`, `commission`, `hold`, `order_hold` and `gift_hold`. */
  accountId?: number
  amountFen: number
  /** On `reseller`: allows debt up to the reseller's credit limit, or without a limit (corrections only). */
  mayOwe?: boolean | 'beyond_limit'
  /** On a credit of `liability`: takes at most its amount; the rest goes to the reseller. */
  upToOwed?: boolean
}
export type LedgerCtx = { db: Tx; now: Date }
export type Entry = {
  /** A natural key such as `order:<id>:sale`. The same key with the same input returns the first transaction. */
  key: string
  kind: EntryKind
  resellerId: number
  legs: readonly Leg[]
  /** `about` is shown to the user beside the amount; ids are for support. Never put a secret here. */
  memo?: Record<string, string | number>
}
export type Posted = { transactionId: number; repeated: boolean }

type Answer = {
  transactionId: number | null
  repeated: boolean
  refused: string | null
  /** Deleted accounts: their money is booked as unclaimed. */
  unclaimedAccounts: number[]
}

const REFUSALS: Record<string, ErrorCode> = {
  key_reused: 'request.key_reused',
  reseller_short: 'reseller.short',
  commission_short: 'commission.short',
}

/**
 * Moves money, all or nothing. A refusal leaves the caller's transaction usable. Post at most once per database
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
 * Like `post`, but sent right before the commit and only for a key that is new by construction. Accounts are then
 * locked only for the commit, so sales of one reseller hardly wait for each other. A refusal rolls the whole
 * transaction back and becomes its error.
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
  // Drop legs of 0: they would only lock an account.
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

/** Alerts that money came in for a deleted account: a person has to give it back. */
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

/** Catches our own mistakes. The database would catch most of them too, but only at commit and without the key. */
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
