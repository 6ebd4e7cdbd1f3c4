import { randomBytes, randomUUID } from 'node:crypto'

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

/** A picture of the ticket's first message, or without a ticket one that waits for a message. */
export async function buildTicketPicture(
  db: Db,
  { id: accountId, resellerId }: Omit<Account, 'userName'>,
  ticketId?: string,
): Promise<string> {
  const id = randomUUID()
  const message = await db.kysely
    .selectFrom('ticketMessages')
    .select('id')
    .where('resellerId', '=', resellerId)
    .where('ticketId', '=', Number(ticketId ?? 0))
    .executeTakeFirst()
  const picture = { id, resellerId, accountId, messageId: message?.id ?? null, width: 1, height: 1 }
  await db.kysely
    .insertInto('ticketPictures')
    .values({ ...picture, bytes: randomBytes(20), createdAt: clock.now() })
    .execute()
  return id
}
