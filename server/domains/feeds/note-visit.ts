import { systemOfAgent } from '../../../contract/systems.ts'
import type { Ctx } from '../../platform/context.ts'
import { nameClient } from './name-client.ts'
import { saveFetch, saveOpening, type LinkedAccount } from './queries.ts'

/** Clients ask all day: one visit in this time is written, unless another client or system comes. */
const AGAIN_MS = 60_000

/** Remembers that a client took the document, which is how its owner learns that the import worked. */
export async function noteFetch(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  account: LinkedAccount,
  userAgent: string,
): Promise<void> {
  const client = nameClient(userAgent)
  const { fetchedAt, fetchedBy } = account
  if (fetchedBy === client && isFresh(fetchedAt, now)) return
  await saveFetch(db, account, client, now)
}

/** Remembers that somebody opened the page, so that its owner sees the other device come along. */
export async function noteOpening(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  account: LinkedAccount,
  userAgent: string,
): Promise<void> {
  const system = systemOfAgent(userAgent)
  const { openedAt, openedOn } = account
  if (openedOn === system && isFresh(openedAt, now)) return
  await saveOpening(db, account, system, now)
}

function isFresh(at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < AGAIN_MS
}
