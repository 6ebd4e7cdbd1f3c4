import type { Queryable, Tx } from '../../../platform/db/db.ts'

export type WordAbout = { nodeId?: number; accountId?: number; name?: string }
type NewWord = { resellerId: number; member: string; text: string; about: WordAbout; createdAt: Date }

export async function insertWord(db: Tx, { about, ...word }: NewWord): Promise<void> {
  await db.kysely
    .insertInto('platformWords')
    .values({ ...word, about: JSON.stringify(about) })
    .execute()
}

export type WordRow = {
  id: number
  resellerId: number
  member: string
  text: string
  about: WordAbout
  createdAt: Date
  answer: string | null
  answeredBy: string | null
  answeredAt: Date | null
}

/** The newest of one reseller, or of all: then those without an answer come first. */
export function findWords(db: Queryable, resellerId: number | null, limit: number): Promise<WordRow[]> {
  return db.query<WordRow>({
    name: 'office.platform_words',
    text: `select id, reseller_id, member, text, about, created_at, answer, answered_by, answered_at
             from platform_words where reseller_id = coalesce($1, reseller_id)
            order by ($1::integer is null and answered_at is null) desc, id desc limit $2`,
    values: [resellerId, limit],
  })
}

/** Null: no such word, or it has its answer. */
export async function saveAnswer(
  db: Tx,
  { id, answer, by, now }: { id: number; answer: string; by: string; now: Date },
): Promise<Pick<WordRow, 'resellerId' | 'about'> | null> {
  const rows = await db.query<Pick<WordRow, 'resellerId' | 'about'>>({
    name: 'office.answer_word',
    text: `update platform_words set answer = $2, answered_by = $3, answered_at = $4
            where id = $1 and answered_at is null returning reseller_id, about`,
    values: [id, answer, by, now],
  })
  return rows[0] ?? null
}

export async function hasOpenWord(db: Queryable, resellerId: number): Promise<boolean> {
  const rows = await db.query({
    name: 'office.open_word',
    text: 'select from platform_words where reseller_id = $1 and answered_at is null limit 1',
    values: [resellerId],
  })
  return rows.length > 0
}
