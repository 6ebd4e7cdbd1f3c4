import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'

type Account = { id: number; resellerId: number; userName: string }

/** An open ticket with one message, which names the user. */
export async function buildTicket(db: Db, { id: accountId, resellerId, userName }: Account): Promise<string> {
  const now = clock.now()
  const times = { createdAt: now, waitsSince: now, lastAt: now }
  const { id } = await db.kysely
    .insertInto('tickets')
    .values({ resellerId, accountId, category: 'other', title: `Question of ${userName}`, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.kysely
    .insertInto('ticketMessages')
    .values({ resellerId, ticketId: id, author: 'user', body: `Question of ${userName}`, createdAt: now })
    .execute()
  return String(id)
}
