import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { dropJob, findJobsAbout } from '../../platform/jobs/job-desk.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import type { MailTemplate } from './mail-templates.ts'
import { lockMail } from './queries.ts'

/** True for a code or a sign-in link: never send it again; its owner asks for a new one. */
export function isSecretMail(template: MailTemplate): boolean {
  return template.startsWith('code_') || template === 'staff_invited'
}

/** Sends a mail again that has been given up. A second press finds it queued or sent. */
export function sendMailAgain(ctx: Pick<Ctx, 'db' | 'now'>, mailId: string, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const mail = (await lockMail(tx.db, mailId)) ?? fail('object.unknown')
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
