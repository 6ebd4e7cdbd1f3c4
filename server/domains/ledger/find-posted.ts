import type { Queryable } from '../../platform/db.ts'
import { findPostings, loadTransactionId, type Posting } from './queries.ts'

/** What one transaction did, account by account. */
export function findPosted(ctx: { db: Queryable }, key: string): Promise<Posting[]> {
  return findPostings(ctx.db, key)
}

/** Also true of a transaction that moved nothing. */
export async function isPosted(ctx: { db: Queryable }, key: string): Promise<boolean> {
  return (await loadTransactionId(ctx.db, key)) !== null
}
