import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { sendMailAgain } from '../../mail/send-again.ts'
import { downloadBackup, runBackup, showBackups, verifyBackup } from './backups.ts'
import { runJobAgain, dropJob, showSwitch, setSwitch, listMails } from './calls.ts'
import { findJobs } from './jobs.ts'
import { askDoctor, showMachine } from './show-machine.ts'

const { jobs, mails, machine, backups } = consoleApi

export const machineRoutes = [
  bind(jobs.list, findJobs),
  bind(jobs.run, runJobAgain),
  bind(jobs.drop, dropJob),
  bind(mails.list, listMails),
  bind(mails.sendAgain, async (ctx, { mailId }) => {
    await sendMailAgain(ctx, mailId, staffActor(ctx))
    return {}
  }),
  bind(machine.show, (ctx) => showMachine(ctx)),
  bind(machine.doctor, (ctx) => askDoctor(ctx)),
  bind(machine.maintenance, showSwitch),
  bind(machine.setMaintenance, setSwitch),
  bind(backups.list, (ctx) => showBackups(ctx)),
  bind(backups.run, (ctx) => runBackup(ctx)),
  bind(backups.verify, verifyBackup),
  bind(backups.download, downloadBackup),
]
