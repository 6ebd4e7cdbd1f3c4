import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { actorName, writeAudit, type AuditActor } from '../../audit/audit.ts'
import { checkNotice, type NoticeText } from '../operator.ts'
import { insertOfficeNotice, withdrawOfficeNotice } from './queries.ts'

type TellCtx = Pick<Ctx, 'db' | 'now'>
const subjectOf = (id: number) => `office_notice:${id}`

/** Tells the staff of every reseller, in their console. */
export function tellResellers(ctx: TellCtx, text: NoticeText, actor: AuditActor): Promise<number> {
  return inTx(ctx, async (tx) => {
    const notice = { ...text, publishedAt: text.publishedAt ?? ctx.now, body: text.body.trim() }
    checkNotice(notice, ctx.now)
    const id = await insertOfficeNotice(tx.db, { ...notice, madeBy: actorName(actor) })
    const detail = { bodyLength: [...notice.body].length }
    await writeAudit(
      tx.db,
      { resellerId: null, actor, action: 'resellers.told', subject: subjectOf(id), detail },
      ctx.now,
    )
    return id
  })
}

export function withdrawTold(ctx: TellCtx, id: number, actor: AuditActor): Promise<string> {
  return inTx(ctx, async (tx) => {
    const title = (await withdrawOfficeNotice(tx.db, id, ctx.now)) ?? fail('object.unknown')
    const entry = { resellerId: null, actor, action: 'resellers.told_withdrawn', subject: subjectOf(id) }
    await writeAudit(tx.db, entry, ctx.now)
    return title
  })
}
