import type { Ctx } from '../../../platform/context.ts'
import { nameClient } from './name-client.ts'
import { saveFetch, type LinkedAccount } from './queries.ts'

/** Clients ask all day: one fetch in this time is written, unless another client asks. */
const AGAIN_MS = 60_000

/** Remembers that a client took the document, which is how its owner learns that the import worked. */
export async function noteFetch(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  account: LinkedAccount,
  userAgent: string,
): Promise<void> {
  const client = nameClient(userAgent)
  const { fetchedAt, fetchedBy } = account
  if (fetchedAt && fetchedBy === client && now.getTime() - fetchedAt.getTime() < AGAIN_MS) return
  await saveFetch(db, account, client, now)
}
