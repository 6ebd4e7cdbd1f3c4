import { inTx, type Ctx } from '../context.ts'
import type { Queryable, Tx } from '../db/db.ts'
import { fail } from '../errors.ts'
import { equalBytes, sha256 } from '../secrets/crypto.ts'

type KeyCtx = Pick<Ctx, 'db' | 'now' | 'resellerId' | 'actor'>
type KeyRow = { bodyHash: Buffer; answer: unknown }

/**
 * Runs `work` in one transaction with its key. The same key and body get the first answer; another body is refused with
 * 409 `request.key_reused`. Refused or failed work leaves its key unused. Make no outside calls in `work`: a second
 * request with the same key waits for this transaction. `read` is asked before anything else without an extra wait;
 * `work` gets its answer.
 */
export async function once<C extends KeyCtx, T extends object, R = undefined>(
  ctx: C,
  call: string,
  key: string,
  body: unknown,
  work: (ctx: C & { db: Tx }, found: R) => Promise<T>,
  read?: (ctx: C & { db: Tx }) => Promise<R>,
): Promise<T> {
  const accountId = ctx.actor.kind === 'user' ? ctx.actor.accountId : null
  const place = [ownerOf(ctx), call, key]
  const hash = sha256(canonicalJson(body))
  const values = [ctx.resellerId, accountId, call, key, hash, ctx.now]
  return inTx(
    ctx,
    async (tx, found: R) => {
      const [taken] = await tx.db.query({ name: 'idempotency.take', text: TAKE, values })
      if (!taken) return firstAnswer<T>(tx.db, place, hash)
      const answer = await work(tx, found)
      tx.db.send({ name: 'idempotency.keep', text: KEEP, values: [...place, JSON.stringify(answer)] })
      return answer
    },
    read,
  )
}

/**
 * The answer that this key and body got before. For callers that check something before `once` which a repeated call
 * cannot prove again.
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

/** Ignores the order in which a client wrote its fields. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

// Waits for an unfinished twin: if the twin commits, this inserts nothing; if the twin fails, this goes on.
const TAKE = `insert into idempotency_keys (reseller_id, account_id, call, key, body_hash, created_at)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1 as taken`
const KEEP = `update idempotency_keys set answer = $4 where owner = $1 and call = $2 and key = $3`
const FIRST = `select body_hash, answer from idempotency_keys where owner = $1 and call = $2 and key = $3`
