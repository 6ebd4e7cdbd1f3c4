import { sql, type RawBuilder } from 'kysely'

import { FIGURE_MAX } from '../../../contract/console/list.ts'
import type { Tx } from '../../platform/db/db.ts'

type Sql = RawBuilder<unknown>
type Searching = {
  resellerId: number
  /** Whether a part of an e-mail address finds its user. Where addresses are masked, that would spell them out. */
  seesMails: boolean
}

/** The most users that some letters may find; a vaguer search is cut there, and its count says that there are more. */
const FOUND_MAX = FIGURE_MAX + 1
/** What most of the newest users have is looked for by walking through users; its trigrams would name nearly all. */
const NEWEST = 1000
/** Trigrams need this many Latin letters or digits in a row; fewer are looked for at the beginning of names. */
const INSIDE = /[a-z0-9]{3}/
const OTHER_SCRIPT = /[^\p{ASCII}]/u

/** The texts that the indexes of migration 0064 hold. */
const textOf = (column: string) => sql.raw(`('r' || f.reseller_id::text || ' ' || lower(f.${column}))`)
const CHARACTERS = sql.raw(`(string_to_array(lower(f.body), null) || ('r' || f.reseller_id::text))`)

/** The users that the text finds; null without a text. Asked once for a page and its count. */
export async function findSearched(db: Tx, asked: Searching, search = ''): Promise<number[] | null> {
  const text = search.trim()
  if (text === '') return null
  const { rows } = await waysOf(asked, text, await findCommon(db, asked, text)).execute(db.kysely)
  return rows.map(({ id }) => id)
}

type Common = { inNames: boolean; inMails: boolean }

/** Whether names or addresses of more than half of the newest users contain the text. */
async function findCommon(db: Tx, { resellerId, seesMails }: Searching, text: string): Promise<Common> {
  const small = text.toLowerCase()
  if (OTHER_SCRIPT.test(small) || !INSIDE.test(small)) return { inNames: false, inMails: false }
  const { rows } = await sql<Common>`select
      count(*) filter (where strpos(lower(n.user_name), ${small}) > 0) * 2 > count(*) as in_names,
      count(*) filter (where strpos(lower(n.email), ${small}) > 0) * 2 > count(*) as in_mails
    from (select f.user_name, f.email from accounts f where f.reseller_id = ${resellerId} and f.deleted_at is null
           order by f.created_at desc limit ${NEWEST}) n`.execute(db.kysely)
  const { inNames, inMails } = rows[0]!
  return { inNames, inMails: inMails && seesMails }
}

/** By name, e-mail, note, id, invite code, line number and number at another panel, each way with its own index. */
function waysOf({ resellerId, seesMails }: Searching, text: string, common: Common): RawBuilder<{ id: number }> {
  const small = text.toLowerCase()
  const number = /^\d{1,15}$/.test(text) ? Number(text) : null
  const own = sql`f.reseller_id = ${resellerId} and f.deleted_at is null`
  const ways = [
    ...namedWays({ resellerId, seesMails, own }, small, common),
    ...noteWays(resellerId, small),
    sql`(select f.id from accounts f where f.reseller_id = ${resellerId} and f.invite_code in (${text}, ${text.toUpperCase()}))`,
    ...(number === null
      ? []
      : [
          sql`(select f.id from accounts f where f.reseller_id = ${resellerId} and f.id = ${number})`,
          sql`(select l.account_id as id from lines l where l.reseller_id = ${resellerId} and l.number = ${number})`,
          sql`(select t.our_key::bigint as id from imports m
            join import_things t on t.reseller_id = m.reseller_id and t.import_id = m.id and t.kind = 'user' and t.old_key = ${text}
            where m.reseller_id = ${resellerId} and m.undone_at is null)`,
        ]),
  ]
  return sql<{ id: number }>`${sql.join(ways, sql` union `)}`
}

const escaped = (small: string) => small.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
const inside = (resellerId: number, small: string) => `r${resellerId} %${escaped(small)}%`

function namedWays({ resellerId, seesMails, own }: Searching & { own: Sql }, small: string, common: Common): Sql[] {
  // Names and addresses are Latin.
  if (OTHER_SCRIPT.test(small)) return []
  const isInside = INSIDE.test(small)
  const name = isInside
    ? sql`${textOf('user_name')} like ${inside(resellerId, small)}`
    : sql`lower(f.user_name) like ${`${escaped(small)}%`}`
  const beginning = seesMails ? `${escaped(small)}%` : escaped(small)
  const mail =
    isInside && seesMails
      ? sql`${textOf('email')} like ${inside(resellerId, small)}`
      : sql`lower(f.email) like ${beginning}`
  const cut = sql`limit ${FOUND_MAX}`
  // No index holds these expressions, so that the newest users are read until enough are found.
  const walked = (column: string) =>
    sql`strpos(lower(${sql.raw(`f.${column}`)}), ${small}) > 0 order by f.created_at desc ${cut}`
  return [
    sql`(select f.id from accounts f where ${own} and ${common.inNames ? walked('user_name') : sql`${name} ${cut}`})`,
    sql`(select f.id from accounts f where ${own} and f.email is not null
      and ${common.inMails ? walked('email') : sql`${mail} ${cut}`})`,
  ]
}

function noteWays(resellerId: number, small: string): Sql[] {
  const isOther = OTHER_SCRIPT.test(small)
  if (!isOther && !INSIDE.test(small)) return []
  const found = isOther
    ? sql`${CHARACTERS} @> ${[...new Set(small), `r${resellerId}`]}::text[] and lower(f.body) like ${`%${escaped(small)}%`}`
    : sql`${textOf('body')} like ${inside(resellerId, small)}`
  return [
    sql`(select f.account_id as id from account_notes f where f.reseller_id = ${resellerId} and ${found} limit ${FOUND_MAX})`,
  ]
}
