import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import { auditLook, staffActor, writeAudit } from '../../../platform/audit.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { dropJob, loadJob, plainError, runJobAgain } from '../../../platform/job-desk.ts'
import { plainSubject } from '../../mail/plain-subject.ts'
import { isSecretMail, sendMailAgain } from '../../mail/send-again.ts'
import { filterWords } from '../lists/filter-words.ts'
import { loadPage } from '../lists/list-page.ts'
import { downloadBackup, runBackup, showBackups, verifyBackup } from './backups.ts'
import { jobList, mailList, type ListedJob, type ListedMail } from './queries.ts'
import { askDoctor, showMachine } from './show-machine.ts'

const { jobs, mails, machine, backups } = consoleApi
type Ctx = StaffCtx<'platform'>

async function findJobs(ctx: Ctx, input: Static<typeof jobs.list.input>): Promise<Static<typeof jobs.list.output>> {
  const { rows, ...page } = await loadPage<ListedJob, 'runAt'>(ctx, jobList(input), input)
  const shown = rows.map(({ jobId, name, state, attempts, maxAttempts, createdAt, runAt, lockedAt, lastError }) => ({
    jobId,
    name,
    state,
    attempts,
    maxAttempts,
    createdAt: createdAt.toISOString(),
    runAt: runAt.toISOString(),
    lockedAt: lockedAt?.toISOString() ?? null,
    error: plainError(lastError),
  }))
  return { rows: shown, ...page }
}

/** Both end what is there: what somebody works on at the moment is left alone. */
function changeJob(ctx: Ctx, jobId: string, action: 'run_again' | 'dropped'): Promise<object> {
  return inTx(ctx, async (tx) => {
    const job = (await loadJob(tx.db, jobId)) ?? fail('object.unknown')
    const isDone = await (action === 'dropped' ? dropJob : runJobAgain)(tx.db, jobId)
    if (!isDone) fail('job.running')
    const entry = { resellerId: null, actor: staffActor(ctx), action: `job.${action}`, subject: `job:${jobId}` }
    await writeAudit(tx.db, { ...entry, detail: { name: job.name } }, ctx.now)
    return {}
  })
}

async function findMails(ctx: Ctx, input: Static<typeof mails.list.input>): Promise<Static<typeof mails.list.output>> {
  const { rows, ...page } = await loadPage<ListedMail, 'createdAt'>(ctx, mailList(input), input)
  if (input.cursor === undefined) await auditLook(ctx, 'mails.listed', null, filterWords(input, page.count))
  const shown = rows.map(({ mailId, resellerId, toAddress, template, state, createdAt, sentAt, lastError }) => ({
    mailId,
    resellerId,
    template,
    state,
    to: maskAddress(toAddress),
    subject: plainSubject(template, ctx.language),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    error: state === 'sent' ? null : plainError(lastError),
    canSend: state === 'failed' && !isSecretMail(template),
  }))
  return { rows: shown, ...page }
}

export const machineRoutes = [
  bind(jobs.list, findJobs),
  bind(jobs.run, (ctx, { jobId }) => changeJob(ctx, jobId, 'run_again')),
  bind(jobs.drop, (ctx, { jobId }) => changeJob(ctx, jobId, 'dropped')),
  bind(mails.list, findMails),
  bind(mails.sendAgain, async (ctx, { mailId }) => {
    await sendMailAgain(ctx, mailId, staffActor(ctx))
    return {}
  }),
  bind(machine.show, (ctx) => showMachine(ctx)),
  bind(machine.doctor, (ctx) => askDoctor(ctx)),
  bind(backups.list, (ctx) => showBackups(ctx)),
  bind(backups.run, (ctx) => runBackup(ctx)),
  bind(backups.verify, verifyBackup),
  bind(backups.download, downloadBackup),
]
