import type { TicketState } from '../../../contract/ticket-choices.ts'
import type { Queryable } from '../../platform/db/db.ts'

/** Of the messages that have a word, at most this many are looked up. */
const FOUND_MAX = 2000
/** A word that many messages have is looked for in this many tickets, newest wait first: it is found there soon. */
const NEWEST = 2000
/** How many messages are read to learn how common a word is: the newest, and some at equal distances. */
const PROBE = { places: 8, each: 150 }
/** As many of the probed messages make a word common: its index entries would be read for a second, among a million. */
const COMMON = 12

type Search = { resellerId: number; text: string; state?: TicketState | undefined }

/** Tickets of one reseller by a part of what was written in them, by their number, or by how the user's name begins. */
export async function searchTickets(db: Queryable, search: Search): Promise<number[]> {
  const number = /^#?(\d{1,15})$/.exec(search.text)?.[1]
  const ids = [
    ...(number === undefined ? [] : [Number(number)]),
    ...(await findByUser(db, search)),
    ...(await findByWords(db, search)),
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

/** One character would be everywhere: the indexes hold two and three. */
async function findByWords(db: Queryable, search: Search): Promise<number[]> {
  const length = [...search.text].length
  if (length < 2) return []
  const like = `%${search.text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const probed = await probe(db, search.resellerId, like)
  const findRare = length === 2 ? findByPairs : findByTriples
  const found = probed.length < COMMON ? await findRare(db, search, like) : []
  const isCommon = probed.length >= COMMON || found.length > FOUND_MAX
  const { state } = search
  const newest = () => (state ? findCommonInState(db, { ...search, state }, like) : findCommon(db, search, like))
  const rows = isCommon ? [...(await newest()), ...probed] : found
  return rows.map(({ id }) => id)
}

/** The tickets of those probed messages that have the word. */
function probe(db: Queryable, resellerId: number, like: string): Promise<{ id: number }[]> {
  return db.query<{ id: number }>({
    name: 'tickets.probe_words',
    // Places may lie close together, so a message could be read twice.
    text: `select distinct on (m.id) m.ticket_id as id
             from (select min(id) as first, max(id) as last from ticket_messages where reseller_id = $1) ends
               cross join generate_series(0, $3::integer - 1) place
               cross join lateral (
                 select id, ticket_id, body from ticket_messages
                  where reseller_id = $1 and id <= ends.last - (ends.last - ends.first) / $3 * place
                  order by id desc limit $4) m
            where lower(m.body) like $2`,
    values: [resellerId, like, PROBE.places, PROBE.each],
  })
}

function findByPairs(db: Queryable, { resellerId, text }: Search, like: string): Promise<{ id: number }[]> {
  return db.query<{ id: number }>({
    name: 'tickets.by_pairs',
    text: `select ticket_id as id from ticket_messages
            where reseller_id = $1 and ticket_pairs(reseller_id, body) @> ticket_pairs($1, $2) and lower(body) like $3
            limit $4`,
    values: [resellerId, text, like, FOUND_MAX + 1],
  })
}

function findByTriples(db: Queryable, { resellerId, text }: Search, like: string): Promise<{ id: number }[]> {
  return db.query<{ id: number }>({
    name: 'tickets.by_triples',
    text: `select ticket_id as id from ticket_messages
            where reseller_id = $1 and ticket_triples(reseller_id, body) @> ticket_triples($1, $2)
              and lower(body) like $3
            limit $4`,
    values: [resellerId, text, like, FOUND_MAX + 1],
  })
}

function findCommon(db: Queryable, { resellerId }: Search, like: string): Promise<{ id: number }[]> {
  return db.query<{ id: number }>({
    name: 'tickets.by_common_words',
    text: `select t.id from (select id from tickets where reseller_id = $1
                              order by waits_since desc, id desc limit $3) t
            where exists (select from ticket_messages m
                           where m.reseller_id = $1 and m.ticket_id = t.id and lower(m.body) like $2)`,
    values: [resellerId, like, NEWEST],
  })
}

/** In the state that is asked for: what waits now is found even when it has waited long. */
function findCommonInState(
  db: Queryable,
  { resellerId, state }: Search & { state: TicketState },
  like: string,
): Promise<{ id: number }[]> {
  return db.query<{ id: number }>({
    name: 'tickets.by_common_words_in_state',
    text: `select t.id from (select id from tickets where reseller_id = $1 and state = $4
                              order by waits_since desc, id desc limit $3) t
            where exists (select from ticket_messages m
                           where m.reseller_id = $1 and m.ticket_id = t.id and lower(m.body) like $2)`,
    values: [resellerId, like, NEWEST, state],
  })
}
