import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { bind } from '../../../platform/http/bind.ts'
import { auditLook, staffActor } from '../../audit/audit.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { sendMailAgain } from '../../mail/send-again.ts'
import { loadMaintenance, setMaintenance } from '../../status/maintenance.ts'
import { downloadBackup, runBackup, showBackups, verifyBackup } from './backups.ts'
import { changeJob, findJobs } from './jobs.ts'
import { findMails } from './mails.ts'
import { askDoctor, showMachine } from './show-machine.ts'

const { jobs, mails, machine, backups } = consoleApi

type Ctx = StaffCtx<'platform'>

async function listMails(ctx: Ctx, input: Static<typeof mails.list.input>): Promise<AnswerOf<typeof mails.list>> {
  const found = await findMails(ctx, input)
  if (input.cursor === undefined) await auditLook(ctx, 'mails.listed', null, filterWords(input, found.count))
  return found
}

export const machineRoutes = [
  bind(jobs.list, findJobs),
  bind(jobs.run, (ctx, { jobId }) => changeJob(ctx, { jobId, action: 'run_again' }, staffActor(ctx))),
  bind(jobs.drop, (ctx, { jobId }) => changeJob(ctx, { jobId, action: 'dropped' }, staffActor(ctx))),
  bind(mails.list, listMails),
  bind(mails.sendAgain, (ctx, { mailId }) => sendMailAgain(ctx, mailId, staffActor(ctx))),
  bind(machine.show, showMachine),
  bind(machine.doctor, askDoctor),
  bind(machine.maintenance, (ctx) => loadMaintenance(ctx.db)),
  bind(machine.setMaintenance, async (ctx, { isOn, until, note }) => {
    const wish = { isOn, until: until === null ? null : new Date(until), note }
    return setMaintenance(ctx, wish, staffActor(ctx))
  }),
  bind(backups.list, showBackups),
  bind(backups.run, runBackup),
  bind(backups.verify, verifyBackup),
  bind(backups.download, downloadBackup),
]
