import type { Queryable } from '../../../platform/db/db.ts'
import { DEFAULT_TEMPLATE_IDS, defaultTemplates, isDefaultTemplate } from './default-templates.ts'
import { findTemplateRows, type Team, type TemplateRow, type TemplateTexts } from './queries.ts'

export type Template = TemplateTexts & { id: string; origin: 'default' | 'changed' | 'own' }

/** Ours first, in our order, then the team's by age; without those that the team removed. */
export async function findTemplates(db: Queryable, team: Team): Promise<Template[]> {
  return mergeTemplates(await findTemplateRows(db, team))
}

/** Without rows it is what a new team has. */
export function mergeTemplates(rows: readonly TemplateRow[]): Template[] {
  const changed = new Map(rows.map((row) => [row.id, row]))
  const ours = DEFAULT_TEMPLATE_IDS.flatMap((id): Template[] => {
    const row = changed.get(id)
    if (!row) return [{ id, origin: 'default', ...ourTexts(id) }]
    return isWritten(row) ? [{ ...row, origin: 'changed' }] : []
  })
  const own = rows.filter((row) => !isDefaultTemplate(row.id)).filter(isWritten)
  return [...ours, ...own.map((row): Template => ({ ...row, origin: 'own' }))]
}

function isWritten(row: TemplateRow): row is TemplateRow & TemplateTexts {
  return row.title !== null && row.body !== null
}

function ourTexts(id: (typeof DEFAULT_TEMPLATE_IDS)[number]): TemplateTexts {
  const [first, tw, en] = [defaultTemplates['zh-CN'][id], defaultTemplates['zh-TW'][id], defaultTemplates.en[id]]
  return { ...first, titles: { 'zh-TW': tw.title, en: en.title }, bodies: { 'zh-TW': tw.body, en: en.body } }
}
