import type { Queryable } from '../../platform/db/db.ts'

/** So many messages with a word are looked up by it. */
const FOUND_MAX = 2000
/** A word that more messages have is looked for in this many of the newest tickets: it is found there soon. */
const NEWEST = 5000

type Search = { resellerId: number; text: string }

/** Tickets of one reseller by a part of what was written in them, by their number, or by how the user's name begins. */
export async function searchTickets(db: Queryable, { resellerId, text }: Search): Promise<number[]> {
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  const ids = [
    ...(number === undefined ? [] : [Number(number)]),
    ...(await findByUser(db, { resellerId, text })),
    ...(await findByWords(db, { resellerId, text })),
  ]
  return [...new Set(ids)]
}

async function findByUser(db: Queryable, { resellerId, text }: Search): Promise<number[]> {
  const begin = text.toLowerCase()
  const rows = await db.query<{ id: number }>({
    name: 'tickets.by_user',
    text: `select t.id from (select id from accounts where reseller_id = $1 and lower(user_name) >= $2
                              and lower(user_name) < $3 limit 200) a
             join tickets t on t.reseller_id = $1 and t.account_id = a.id order by t.id desc limit $4`,
    // Sorts after every character of a user name.
    values: [resellerId, begin, `${begin}~`, FOUND_MAX],
  })
  return rows.map(({ id }) => id)
}

/** One character would be everywhere: the index holds pairs. */
async function findByWords(db: Queryable, { resellerId, text }: Search): Promise<number[]> {
  if ([...text].length < 2) return []
  const like = `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const found = await db.query<{ id: number }>({
    name: 'tickets.by_words',
    text: `select ticket_id as id from ticket_messages
            where reseller_id = $1 and ticket_pairs(reseller_id, body) @> ticket_pairs($1, $2) and lower(body) like $3
            limit $4`,
    values: [resellerId, text, like, FOUND_MAX + 1],
  })
  const rows = found.length <= FOUND_MAX ? found : await findCommon(db, resellerId, like)
  return rows.map(({ id }) => id)
}

function findCommon(db: Queryable, resellerId: number, like: string): Promise<{ id: number }[]> {
  return db.query<{ id: number }>({
    name: 'tickets.by_common_words',
    text: `select t.id from (select id from tickets where reseller_id = $1 order by id desc limit $3) t
            where exists (select from ticket_messages m
                           where m.reseller_id = $1 and m.ticket_id = t.id and lower(m.body) like $2)
            order by t.id desc limit $4`,
    values: [resellerId, like, NEWEST, FOUND_MAX],
  })
}
