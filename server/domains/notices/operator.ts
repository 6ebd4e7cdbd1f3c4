import { limits } from '../../../contract/limits.ts'
import { type Ctx, inTx, type Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import type { ByLanguage } from '../../platform/text/by-language.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { getReseller } from '../resellers/reseller-config.ts'
import { markdownBlocks, summaryOf } from './markdown-blocks.ts'
import { addRecipient, insertNotice, loadNotice, markWithdrawn } from './operator-queries.ts'
import { addRecipients, noticeSubject, type NoticeRule } from './waiting-notices.ts'

export type NoticeText = {
  title: string
  body: string
  /** Texts in the languages other than the first; a language has both or neither. */
  titles: ByLanguage
  bodies: ByLanguage
  /** Null: now. A later time: the notice waits until then. */
  publishedAt: Date | null
  expiresAt: Date | null
}
type NoticeDraft = NoticeText & {
  /** Null: for all resellers. */
  resellerId: number | null
  isPinned: boolean
  /** Hidden until it is released, then shown to the users that the rule matches. */
  waiting?: NoticeRule
  /** Only for these accounts, whatever the rule. */
  to?: readonly number[]
}
type NoticeTx = Pick<Ctx, 'now'> & { db: Tx }
type Checked = NoticeText & { publishedAt: Date }
type Published = { noticeId: number; title: string; summary: string; publishedAt: Date }

export function publishNotice(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { waiting, to, ...wish }: NoticeDraft,
  actor: AuditActor,
): Promise<Published> {
  return inTx(ctx, async (tx) => {
    if (wish.resellerId !== null) await getReseller(tx, wish.resellerId)
    const notice = { ...wish, publishedAt: wish.publishedAt ?? ctx.now, body: wish.body.trim() }
    const summary = checkNotice(notice, ctx.now)
    const { title, publishedAt, resellerId } = notice
    const hidden = waiting
      ? { ...waiting, isHeld: true, isAddressed: to !== undefined || waiting.audience !== 'all' }
      : {}
    const noticeId = await insertNotice(tx.db, { ...notice, ...hidden })
    if (to && resellerId !== null) await addRecipients(tx.db, { resellerId, noticeId }, to)
    const entry = { resellerId, actor, action: 'notice.published', subject: noticeSubject(noticeId) }
    const after = waiting && { audience: waiting.audience, at: publishedAt.toISOString() }
    const detail = { bodyLength: [...notice.body].length }
    await writeAudit(tx.db, { ...entry, detail, ...(after ? { after } : {}) }, ctx.now)
    return { noticeId, title, summary, publishedAt }
  })
}

type ToSome = { resellerId: number; title: string; body: string }

/** A notice whose readers are added one by one; until then nobody sees it. */
export async function publishAddressed(ctx: NoticeTx, wish: ToSome, actor: AuditActor): Promise<number> {
  const { resellerId, title } = wish
  const whole = { titles: {}, bodies: {}, isPinned: false, publishedAt: ctx.now, expiresAt: null }
  const notice = { ...whole, resellerId, title: title.trim(), body: wish.body.trim() }
  checkNotice(notice, ctx.now)
  const noticeId = await insertNotice(ctx.db, { ...notice, isAddressed: true })
  const entry = { resellerId, actor, action: 'notice.published', subject: noticeSubject(noticeId) }
  await writeAudit(ctx.db, { ...entry, detail: { bodyLength: [...notice.body].length } }, ctx.now)
  return noticeId
}

export async function sendNoticeTo(ctx: NoticeTx, owner: Owner, noticeId: number): Promise<void> {
  await addRecipient(ctx.db, owner, noticeId)
}

/** Returns the summary of a valid notice, so that the operator sees what readers will see first. */
export function checkNotice({ title, titles, body, bodies, publishedAt, expiresAt }: Checked, now: Date): string {
  const fields: Record<string, string> = {}
  if (![title, ...Object.values(titles)].every(isTitle))
    fields['title'] = `1 to ${limits.noticeTitleMax} plain characters`
  if (![body, ...Object.values(bodies)].every(isBody))
    fields['body'] = `Markdown with words in it, up to ${limits.noticeBodyMax} characters`
  if (Object.keys(titles).toSorted().join() !== Object.keys(bodies).toSorted().join())
    fields['languages'] = 'a language needs title and text, or neither'
  if (expiresAt && expiresAt <= (publishedAt > now ? publishedAt : now))
    fields['expires'] = 'later than the publication'
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
  return summaryOf(markdownBlocks(body))
}

function isTitle(text: string): boolean {
  const length = [...text].length
  return text.trim() === text && !/[\p{Cc}\p{Cf}]/u.test(text) && length > 0 && length <= limits.noticeTitleMax
}

function isBody(text: string): boolean {
  const isStorable = !text.includes('\0') && [...text].length <= limits.noticeBodyMax
  return isStorable && markdownBlocks(text).length > 0
}

/** Hides a notice from everybody; the row stays. `changed` is false when it was already withdrawn. */
export function withdrawNotice(
  ctx: Pick<Ctx, 'db' | 'now'>,
  /** `resellerId` null: any reseller's notice, for operators. */
  { noticeId, resellerId: asking }: { noticeId: number; resellerId: number | null },
  actor: AuditActor,
): Promise<{ title: string; changed: boolean }> {
  return inTx(ctx, async (tx) => {
    const { title, resellerId, isKept } = (await loadNotice(tx.db, noticeId)) ?? fail('object.unknown')
    if (asking !== null && resellerId !== asking) fail('object.unknown')
    // A kept notice warns the user about what staff did to the account: that staff must not take the warning back.
    if (isKept) fail('notice.kept')
    const changed = await markWithdrawn(tx.db, noticeId, ctx.now)
    const entry = { resellerId, actor, action: 'notice.withdrawn', subject: noticeSubject(noticeId) }
    await writeAudit(tx.db, { ...entry, detail: { changed } }, ctx.now)
    return { title, changed }
  })
}
