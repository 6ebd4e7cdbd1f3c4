import { inTx, type Ctx } from '../context.ts'
import { together, type Queryable, type Tx } from '../db/db.ts'
import { fail } from '../errors.ts'
import { equalBytes, sha256 } from '../secrets/crypto.ts'

type KeyCtx = Pick<Ctx, 'db' | 'now' | 'resellerId' | 'actor'>
type KeyRow = { bodyHash: Buffer; answer: unknown }

/**
 * Runs `work` in one transaction with its key. The same key and body get the first answer; another body is refused with
 * 409 `request.key_reused`. Refused or failed work leaves its key unused. Make no outside calls in `work`: a second
 * request with the same key waits for this transaction. `read` is asked behind that wait, without another one; `work`
 * gets its answer.
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
  return inTx(
    ctx,
    async (tx, [, first, found]: [unknown, KeyRow | undefined, R]) => {
      if (first) return isSame(first, hash) ? (first.answer as T) : fail('request.key_reused')
      const answer = await work(tx, found)
      const values = [ctx.resellerId, accountId, call, key, hash, JSON.stringify(answer), ctx.now]
      tx.db.send({ name: 'idempotency.keep', text: KEEP, values })
      return answer
    },
    (tx) =>
      together([
        tx.db.query({ name: 'idempotency.wait', text: WAIT, values: place }),
        loadRow(tx.db, place),
        read?.(tx) as Promise<R>,
      ]),
  )
}

/**
 * `once` for what keeps its key on its own row, for good: a gift or a batch is paid once, however late it is asked for
 * again. `make` gives null where the unique key of the row shows that a twin was quicker, and has written nothing then.
 */
export async function onceByRow<F, T>(made: {
  load: () => Promise<F | null>
  isSame: (first: F) => boolean
  repeat: (first: F) => T | Promise<T>
  make: () => Promise<T | null>
}): Promise<T> {
  const again = async () => {
    const first = await made.load()
    if (first === null) return null
    return made.isSame(first) ? made.repeat(first) : fail('request.key_reused')
  }
  return (await again()) ?? (await made.make()) ?? (await again()) ?? fail('request.key_reused')
}

/**
 * The answer that this key and body got before. For callers that check something before `once` which a repeated call
 * cannot prove again.
 */
export async function loadFirst<T>(ctx: KeyCtx, call: string, key: string, body: unknown): Promise<T | null> {
  const row = await loadRow(ctx.db, [ownerOf(ctx), call, key])
  return row && isSame(row, sha256(canonicalJson(body))) ? (row.answer as T) : null
}

async function loadRow(db: Queryable, values: unknown[]): Promise<KeyRow | undefined> {
  return (await db.query<KeyRow>({ name: 'idempotency.first', text: FIRST, values }))[0]
}

function ownerOf({ resellerId, actor }: KeyCtx): string {
  return `${resellerId ?? ''}:${actor.kind === 'user' ? actor.accountId : ''}`
}

function isSame({ bodyHash, answer }: KeyRow, hash: Buffer): boolean {
  return answer !== null && equalBytes(bodyHash, hash)
}

/** Ignores the order in which a client wrote its fields. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/**
 * Waits until an unfinished twin has committed or failed. A row inserted at once would make it wait as well, but would
 * be written, with its indexes and foreign keys, a second time with the answer.
 */
const WAIT = `select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'once', $1::text, $2::text, $3::text), 0))`
/** The primary key stays the last guard: a second twin is rolled back here. */
const KEEP = `insert into idempotency_keys (reseller_id, account_id, call, key, body_hash, answer, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`
const FIRST = `select body_hash, answer from idempotency_keys where owner = $1 and call = $2 and key = $3`
