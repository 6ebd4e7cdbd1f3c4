import { limits } from '../../../../contract/limits.ts'
import { unknownPlaceholder } from '../../../../contract/ticket-placeholders.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { randomHex } from '../../../platform/secrets/crypto.ts'
import { OTHER_LANGUAGES } from '../../../platform/text/by-language.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { cleanText } from '../ticket-text.ts'
import { DEFAULT_TEMPLATE_IDS, isDefaultTemplate } from './default-templates.ts'
import { findTemplates } from './find-templates.ts'
import { deleteTemplates, lockTemplates, saveTemplateRow, type Team, type TemplateTexts } from './queries.ts'
import { setPictures } from './template-pictures.ts'

/** How many a team may write beside ours: more would not be found by one tap. */
export const OWN_TEMPLATES_MAX = 40

type TemplateCtx = Pick<Ctx, 'db' | 'now'>
type Text = { title: string; body: string }
/** Without pictures, those that it has stay. */
type TemplateWish = Text & { templateId?: string; 'zh-TW'?: Text; en?: Text; pictures?: string[] }

/** Writes a new template, or changes one; returns its id. */
export function saveTemplate(
  ctx: TemplateCtx,
  team: Team,
  wish: TemplateWish,
  actor: AuditActor,
): Promise<{ templateId: string }> {
  const texts = checkedTexts(wish)
  return inTx(ctx, async (tx) => {
    await lockTemplates(tx.db, team)
    const present = await findTemplates(tx.db, team)
    if (wish.templateId !== undefined && !present.some(({ id }) => id === wish.templateId)) fail('object.unknown')
    const ownCount = present.filter(({ origin }) => origin === 'own').length
    if (wish.templateId === undefined && ownCount >= OWN_TEMPLATES_MAX) fail('template.too_many')
    const id = wish.templateId ?? `own-${randomHex(6)}`
    await saveTemplateRow(tx.db, { team, id }, texts, ctx.now)
    if (wish.pictures) await setPictures(tx.db, team, id, wish.pictures)
    await writeDown(tx, team, { action: 'template.saved', actor, id, bodyLength: [...texts.body].length })
    return { templateId: id }
  })
}

/** One of ours leaves a mark, so that it does not come back by itself. */
export function removeTemplate(ctx: TemplateCtx, team: Team, id: string, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    await lockTemplates(tx.db, team)
    if (!(await findTemplates(tx.db, team)).some((template) => template.id === id)) fail('object.unknown')
    // Its pictures go with the row.
    await deleteTemplates(tx.db, team, [id])
    if (isDefaultTemplate(id)) await saveTemplateRow(tx.db, { team, id }, null, ctx.now)
    await writeDown(tx, team, { action: 'template.removed', actor, id })
  })
}

/** Ours as they came with the release. */
export function restoreTemplates(ctx: TemplateCtx, team: Team, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    await lockTemplates(tx.db, team)
    await deleteTemplates(tx.db, team, DEFAULT_TEMPLATE_IDS)
    await writeAudit(tx.db, { resellerId: team, actor, action: 'templates.restored', subject: null }, ctx.now)
  })
}

type Entry = { action: string; actor: AuditActor; id: string; bodyLength?: number }

async function writeDown(tx: TemplateCtx & { db: Tx }, team: Team, entry: Entry): Promise<void> {
  const { action, actor, id, bodyLength } = entry
  const after = bodyLength === undefined ? {} : { after: { bodyLength } }
  await writeAudit(tx.db, { resellerId: team, actor, action, subject: `template:${id}`, ...after }, tx.now)
}

function checkedTexts(wish: TemplateWish): TemplateTexts {
  const others = OTHER_LANGUAGES.flatMap((language) => {
    const text = wish[language]
    return text ? [{ language, ...checkedText(text, `${language}.`) }] : []
  })
  const by = (part: keyof Text) => Object.fromEntries(others.map((text) => [text.language, text[part]]))
  return { ...checkedText(wish, ''), titles: by('title'), bodies: by('body') }
}

/** A placeholder is refused here, and not when a user waits for the answer. */
function checkedText(text: Text, at: string): Text {
  const title = cleanText(text.title, limits.noticeTitleMax, `${at}title`)
  if (title.includes('\n')) fail('request.invalid', { fields: { [`${at}title`]: 'one line' } })
  const body = cleanText(text.body, limits.ticketTemplateMax, `${at}body`)
  const unknown = unknownPlaceholder(body)
  if (unknown !== null) fail('request.invalid', { fields: { [`${at}body`]: `placeholder: ${unknown.slice(0, 60)}` } })
  return { title, body }
}
