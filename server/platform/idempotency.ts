import { inTx, type Ctx } from './context.ts'
import { equalBytes, sha256 } from './crypto.ts'
import type { Queryable, Tx } from './db.ts'
import { fail } from './errors.ts'
import { NOT_AS_SEEN, unlessAsSeen } from './as-seen.ts'

type KeyCtx = Pick<Ctx, 'db' | 'now' | 'resellerId' | 'actor'>
type KeyRow = { bodyHash: Buffer; answer: unknown }

/** What is left to do when the answer is known already: `write` sends, and waits for nothing. */
export type AtOnce<T> = { answer: T; write(): void }

type Along<C, T, R> = {
  /** Asked before anything else, at the cost of no wait; `work` gets its answer. */
  read?: (ctx: C & { db: Tx }) => Promise<R>
  /** Null: by `work`. */
  atOnce?: (ctx: C & { db: Tx }, found: R) => AtOnce<T> | null
}

/**
 * Runs `work` in one transaction with its key. The same key and body answer the first answer; another body is refused
 * with 409 `request.key_reused`. A refused or failed work leaves its key unused. Keep calls to others out of `work`:
 * a second request with the same key waits for this transaction.
 *
 * With `atOnce` the key, its answer and all that is written travel with the commit. Each of them holds only while things are
 * as they were read (`unlessAsSeen`): if they are not, all is undone and `work` begins anew.
 */
export async function once<C extends KeyCtx, T extends object, R = undefined>(
  ctx: C,
  call: string,
  key: string,
  body: unknown,
  work: (ctx: C & { db: Tx }, found: R) => Promise<T>,
  { read, atOnce }: Along<C, T, R> = {},
): Promise<T> {
  const accountId = ctx.actor.kind === 'user' ? ctx.actor.accountId : null
  const place = [ownerOf(ctx), call, key]
  const hash = sha256(canonicalJson(body))
  const values = [ctx.resellerId, accountId, call, key, hash, ctx.now]
  const run = async (tx: C & { db: Tx }, found: R) => {
    const [taken] = await tx.db.query({ name: 'idempotency.take', text: TAKE, values })
    if (!taken) return firstAnswer<T>(tx.db, place, hash)
    const answer = await work(tx, found)
    tx.db.send({ name: 'idempotency.keep', text: KEEP, values: [...place, JSON.stringify(answer)] })
    return answer
  }
  const tryAtOnce = async (tx: C & { db: Tx }, found: R) => {
    const quick = atOnce?.(tx, found)
    if (!quick) return run(tx, found)
    const taken = [...values, JSON.stringify(quick.answer)]
    tx.db.send({ name: 'idempotency.take_answered', text: TAKE_ANSWERED, values: taken }, unlessAsSeen)
    quick.write()
    return quick.answer
  }
  try {
    return await inTx(ctx, tryAtOnce, read)
  } catch (error) {
    return error === NOT_AS_SEEN ? inTx(ctx, run, read) : Promise.reject(error)
  }
}

/**
 * The answer that this key and body got before. For callers that check something before `once` which a repeat cannot
 * show again.
 */
export async function loadFirst<T>(ctx: KeyCtx, call: string, key: string, body: unknown): Promise<T | null> {
  const row = await loadRow(ctx.db, [ownerOf(ctx), call, key])
  return row && row.answer !== null && equalBytes(row.bodyHash, sha256(canonicalJson(body))) ? (row.answer as T) : null
}

async function loadRow(db: Queryable, values: unknown[]): Promise<KeyRow | undefined> {
  return (await db.query<KeyRow>({ name: 'idempotency.first', text: FIRST, values }))[0]
}

function ownerOf({ resellerId, actor }: KeyCtx): string {
  return `${resellerId ?? ''}:${actor.kind === 'user' ? actor.accountId : ''}`
}

async function firstAnswer<T>(db: Tx, place: unknown[], hash: Buffer): Promise<T> {
  const row = await loadRow(db, place)
  if (!row || !equalBytes(row.bodyHash, hash)) fail('request.key_reused')
  return row.answer as T
}

/** The order in which a client wrote its fields is no difference. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

// Waits for an unfinished twin: either that one commits and this inserts nothing, or it fails and this goes on.
const TAKE = `insert into idempotency_keys (reseller_id, account_id, call, key, body_hash, created_at)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1 as taken`
const TAKE_ANSWERED = `insert into idempotency_keys (reseller_id, account_id, call, key, body_hash, created_at, answer)
  values ($1, $2, $3, $4, $5, $6, $7)`
const KEEP = `update idempotency_keys set answer = $4 where owner = $1 and call = $2 and key = $3`
const FIRST = `select body_hash, answer from idempotency_keys where owner = $1 and call = $2 and key = $3`
