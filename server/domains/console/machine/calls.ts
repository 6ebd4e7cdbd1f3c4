import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/bind.ts'
import type { Maintenance } from '../../../platform/http/maintenance-gate.ts'
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

async function listMails(ctx: Ctx, input: Static<typeof mails.list.input>): Promise<Static<typeof mails.list.output>> {
  const found = await findMails(ctx, input)
  if (input.cursor === undefined) await auditLook(ctx, 'mails.listed', null, filterWords(input, found.count))
  return found
}

async function changed(ctx: Ctx, jobId: string, action: 'run_again' | 'dropped'): Promise<object> {
  await changeJob(ctx, { jobId, action }, staffActor(ctx))
  return {}
}

function showMaintenance({ isOn, until, note }: Maintenance): Static<typeof machine.maintenance.output> {
  return { isOn, until: until?.toISOString() ?? null, note }
}

export const machineRoutes = [
  bind(jobs.list, findJobs),
  bind(jobs.run, (ctx, { jobId }) => changed(ctx, jobId, 'run_again')),
  bind(jobs.drop, (ctx, { jobId }) => changed(ctx, jobId, 'dropped')),
  bind(mails.list, listMails),
  bind(mails.sendAgain, async (ctx, { mailId }) => {
    await sendMailAgain(ctx, mailId, staffActor(ctx))
    return {}
  }),
  bind(machine.show, (ctx) => showMachine(ctx)),
  bind(machine.doctor, (ctx) => askDoctor(ctx)),
  bind(machine.maintenance, async (ctx) => showMaintenance(await loadMaintenance(ctx.db))),
  bind(machine.setMaintenance, async (ctx, { isOn, until, note }) => {
    const wish = { isOn, until: until === null ? null : new Date(until), note }
    return showMaintenance(await setMaintenance(ctx, wish, staffActor(ctx)))
  }),
  bind(backups.list, (ctx) => showBackups(ctx)),
  bind(backups.run, (ctx) => runBackup(ctx)),
  bind(backups.verify, verifyBackup),
  bind(backups.download, downloadBackup),
]
