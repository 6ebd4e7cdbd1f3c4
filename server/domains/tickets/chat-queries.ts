import type { Queryable, Tx } from '../../platform/db/db.ts'

type Named = { resellerId: number; ticketId: number }

export async function insertChat(db: Tx, messageId: number, { resellerId, ticketId }: Named): Promise<void> {
  await db.query({
    name: 'tickets.insert_chat',
    text: 'insert into ticket_chats (message_id, reseller_id, ticket_id) values ($1, $2, $3)',
    values: [messageId, resellerId, ticketId],
  })
}

/** The ticket that a message in Telegram is about; of a merged one the ticket that has its messages. */
export async function loadChatTicket(db: Queryable, messageId: number): Promise<Named | null> {
  const rows = await db.query<Named>({
    name: 'tickets.of_chat',
    text: `select c.reseller_id, coalesce(t.merged_into, t.id) as ticket_id from ticket_chats c
             join tickets t on t.reseller_id = c.reseller_id and t.id = c.ticket_id
            where c.message_id = $1`,
    values: [messageId],
  })
  return rows[0] ?? null
}

/** Messages in Telegram about the tickets of one user. */
export async function findChats(
  db: Queryable,
  { resellerId, accountId }: { resellerId: number; accountId: number },
): Promise<number[]> {
  const rows = await db.query<{ messageId: number }>({
    name: 'tickets.chats_of_user',
    text: `select c.message_id from ticket_chats c
             join tickets t on t.reseller_id = c.reseller_id and t.id = c.ticket_id
            where t.reseller_id = $1 and t.account_id = $2`,
    values: [resellerId, accountId],
  })
  return rows.map(({ messageId }) => messageId)
}

export type ToldMessage = { id: number; body: string; pictures: number }

/** The user's message that staff are told of: the named one, or the last. */
export async function loadToldMessage(
  db: Queryable,
  { resellerId, ticketId }: Named,
  messageId: number | null,
): Promise<ToldMessage | null> {
  const rows = await db.query<ToldMessage>({
    name: 'tickets.told_message',
    text: `select m.id, m.body, (select count(*)::integer from ticket_pictures p
                                  where p.reseller_id = m.reseller_id and p.message_id = m.id) as pictures
             from ticket_messages m
            where m.reseller_id = $1 and m.ticket_id = $2 and m.author = 'user' and ($3::bigint is null or m.id = $3)
            order by m.id desc limit 1`,
    values: [resellerId, ticketId, messageId],
  })
  return rows[0] ?? null
}

export async function loadAsker(db: Queryable, resellerId: number, accountId: number): Promise<string | null> {
  const rows = await db.query<{ userName: string }>({
    name: 'tickets.asker',
    text: 'select user_name from accounts where reseller_id = $1 and id = $2 and deleted_at is null',
    values: [resellerId, accountId],
  })
  return rows[0]?.userName ?? null
}
