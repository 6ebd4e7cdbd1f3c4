import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { ByLanguage } from '../../../platform/text/by-language.ts'

/** Whose templates: a reseller's team, or the platform's. */
export type Team = number | null

/** Without a title: one of ours that the team removed. */
export type TemplateRow = {
  id: string
  title: string | null
  titles: ByLanguage
  body: string | null
  bodies: ByLanguage
}

/** All of a team: there are few, because their number is limited. */
export function findTemplateRows(db: Queryable, team: Team): Promise<TemplateRow[]> {
  return db.query<TemplateRow>({
    name: 'ticket_templates.all',
    text: `select id, title, titles, body, bodies from ticket_templates
            where owner_key = coalesce($1::integer, -1) order by created_at, id`,
    values: [team],
  })
}

/** Two members who write at once must not pass the limit together. */
export async function lockTemplates(db: Tx, team: Team): Promise<void> {
  await db.query({
    name: 'ticket_templates.lock',
    text: `select pg_advisory_xact_lock(hashtextextended('ticket_templates:' || coalesce($1::integer, -1), 0))`,
    values: [team],
  })
}

export type TemplateTexts = { title: string; body: string; titles: ByLanguage; bodies: ByLanguage }

/** Without texts, a mark that one of ours was removed. */
export async function saveTemplateRow(
  db: Tx,
  { team, id }: { team: Team; id: string },
  texts: TemplateTexts | null,
  now: Date,
): Promise<void> {
  const { title, body, titles, bodies } = texts ?? { title: null, body: null, titles: {}, bodies: {} }
  await db.query({
    name: 'ticket_templates.save',
    text: `insert into ticket_templates (reseller_id, id, title, titles, body, bodies, created_at, changed_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7)
           on conflict (owner_key, id) do update set title = excluded.title, titles = excluded.titles,
             body = excluded.body, bodies = excluded.bodies, changed_at = excluded.changed_at`,
    values: [team, id, title, JSON.stringify(titles), body, JSON.stringify(bodies), now],
  })
}

export async function deleteTemplates(db: Tx, team: Team, ids: readonly string[]): Promise<void> {
  await db.query({
    name: 'ticket_templates.delete',
    text: 'delete from ticket_templates where owner_key = coalesce($1::integer, -1) and id = any($2::text[])',
    values: [team, ids],
  })
}
