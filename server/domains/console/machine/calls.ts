import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import type { Maintenance } from '../../../platform/http/maintenance-gate.ts'
import { auditLook, staffActor } from '../../audit/audit.ts'
import { loadMaintenance, setMaintenance } from '../../status/maintenance.ts'
import { filterWords } from '../lists/filter-words.ts'
import { changeJob } from './jobs.ts'
import { findMails } from './mails.ts'

const { jobs, mails, machine } = consoleApi

type Ctx = StaffCtx<'platform'>

export const runJobAgain: Handler<typeof jobs.run> = (ctx, { jobId }) => changed(ctx, jobId, 'run_again')

export const dropJob: Handler<typeof jobs.drop> = (ctx, { jobId }) => changed(ctx, jobId, 'dropped')

export const showSwitch: Handler<typeof machine.maintenance> = async (ctx) =>
  showMaintenance(await loadMaintenance(ctx.db))

export const setSwitch: Handler<typeof machine.setMaintenance> = async (ctx, { isOn, until, note }) => {
  const wish = { isOn, until: until === null ? null : new Date(until), note }
  return showMaintenance(await setMaintenance(ctx, wish, staffActor(ctx)))
}

export async function listMails(
  ctx: Ctx,
  input: Static<typeof mails.list.input>,
): Promise<Static<typeof mails.list.output>> {
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
