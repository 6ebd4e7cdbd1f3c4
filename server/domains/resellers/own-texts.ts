import type { OwnText } from '../../../contract/console/brand.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { inLanguage } from '../../platform/text/by-language.ts'

export type OwnTextKind = 'agreement' | 'help'
type Row = { kind: OwnTextKind; body: string; bodies: unknown }

/** The texts that a reseller wrote itself; null where our page is used. */
export async function loadOwnTexts(db: Queryable, resellerId: number): Promise<Record<OwnTextKind, OwnText | null>> {
  const rows = await db.query<Row>({
    name: 'resellers.own_texts',
    text: 'select kind, body, bodies from reseller_texts where reseller_id = $1',
    values: [resellerId],
  })
  const textOf = (kind: OwnTextKind): OwnText | null => {
    const row = rows.find((one) => one.kind === kind)
    return row ? { 'zh-CN': row.body, ...(row.bodies as object) } : null
  }
  return { agreement: textOf('agreement'), help: textOf('help') }
}

/** One of the texts, as its reader gets it. */
export async function loadOwnText(
  db: Queryable,
  resellerId: number,
  kind: OwnTextKind,
  language: Language,
): Promise<string | null> {
  const rows = await db.query<Row>({
    name: 'resellers.own_text',
    text: 'select kind, body, bodies from reseller_texts where reseller_id = $1 and kind = $2',
    values: [resellerId, kind],
  })
  return rows[0] ? inLanguage(rows[0].body, rows[0].bodies, language) : null
}

type Name = { resellerId: number; kind: OwnTextKind }

export async function saveOwnText(db: Tx, name: Name, text: OwnText | null, now: Date): Promise<void> {
  if (text === null) {
    const all = db.kysely.deleteFrom('resellerTexts')
    await all.where('resellerId', '=', name.resellerId).where('kind', '=', name.kind).execute()
    return
  }
  const { 'zh-CN': body, ...bodies } = text
  const values = { body, bodies: JSON.stringify(bodies), changedAt: now }
  await db.kysely
    .insertInto('resellerTexts')
    .values({ ...name, ...values })
    .onConflict((conflict) => conflict.columns(['resellerId', 'kind']).doUpdateSet(values))
    .execute()
}
