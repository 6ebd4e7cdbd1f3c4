import { writeAudit, type AuditActor } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { dropJob, findJobsAbout } from '../../platform/job-desk.ts'
import { addJob } from '../../platform/jobs.ts'
import type { MailTemplate } from './mail-templates.ts'
import { holdMail } from './queries.ts'

/** A code or a link that signs in: who wants it asks for a new one, and nobody else does. */
export function isSecretMail(template: MailTemplate): boolean {
  return template.startsWith('code_') || template === 'staff_invited'
}

/** A mail that nobody tries to send any more goes out once more. Pressed twice: the second finds it under way, or sent. */
export function sendMailAgain(ctx: Pick<Ctx, 'db' | 'now'>, mailId: string, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const mail = (await holdMail(tx.db, mailId)) ?? fail('object.unknown')
    if (mail.sentAt) fail('mail.sent')
    if (isSecretMail(mail.template)) fail('mail.over')
    const jobs = await findJobsAbout(tx.db, 'mail.send', 'mailId', mailId)
    if (jobs.some(({ isOver, isLocked }) => !isOver || isLocked)) fail('mail.waiting')
    for (const { id } of jobs) await dropJob(tx.db, id)
    await addJob(tx.db, 'mail.send', { mailId })
    const entry = { resellerId: mail.resellerId, actor, action: 'mail.sent_again', subject: `mail:${mailId}` }
    await writeAudit(tx.db, { ...entry, detail: { template: mail.template } }, ctx.now)
  })
}
