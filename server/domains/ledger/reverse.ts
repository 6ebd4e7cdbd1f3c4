import type { Queryable } from '../../platform/db/db.ts'
import { post, type LedgerCtx, type Leg, type Posted } from './post.ts'
import { findPostings, type Posting, loadTransactionId } from './queries.ts'

/** Undoes a whole transaction by posting its opposite. Refused if the user has already spent the money. */
export async function reverse(ctx: LedgerCtx, original: { key: string; newKey: string }): Promise<Posted> {
  const postings = await findPostings(ctx.db, original.key)
  const resellerId = postings[0]?.ofResellerId
  if (resellerId === undefined) throw new Error(`Nothing was posted as ${original.key}`)
  return post(ctx, {
    key: original.newKey,
    kind: 'reversal',
    resellerId,
    legs: postings.map(oppositeLeg),
    memo: { reverses: original.key },
  })
}

/** Undo a debt through the reseller's balance: a post to it repays or adds debt by itself. */
function oppositeLeg({ kind, resellerId, accountId, amountFen }: Posting): Leg {
  const owner = { resellerId, ...(accountId === null ? {} : { accountId }), amountFen: -amountFen }
  if (kind !== 'reseller' && kind !== 'receivable') return { kind, ...owner }
  return { kind: 'reseller', ...owner, mayOwe: 'beyond_limit' }
}

/** Lists what one transaction posted, by account. */
export function findPosted(ctx: { db: Queryable }, key: string): Promise<Posting[]> {
  return findPostings(ctx.db, key)
}

/** Also true for a transaction that moved nothing. */
export async function isPosted(ctx: { db: Queryable }, key: string): Promise<boolean> {
  return (await loadTransactionId(ctx.db, key)) !== null
}
