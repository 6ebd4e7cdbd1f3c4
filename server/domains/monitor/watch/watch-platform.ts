import { agentVersion } from '../../../../contract/agent-release.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { BACKUP_MAX_AGE_H, loadBackupAgeH } from '../../backups/runs.ts'
import { findFleet } from '../../nodes/agents/fleet.ts'
import { nodeSubject } from '../../nodes/node-subject.ts'
import { freePercent } from '../figures/platform-figures.ts'
import {
  findFailingJobs,
  findProcesses,
  findStuckJobs,
  loadJobFigures,
  loadLastBookCheck,
} from '../figures/platform-health.ts'
import { findMerchantSuccess, findUnsettled } from './payment-health.ts'
import { reconcileAlerts, type Trouble } from './reconcile-alerts.ts'

type WatchCtx = Pick<Ctx, 'db' | 'now'> & { config: Config }

/** Alert after this wait: a queue without a worker has no failing job. */
const QUEUE_WAIT_S = 300

export async function watchPlatform(ctx: WatchCtx): Promise<void> {
  const troubles = [
    ...(await findPaymentTroubles(ctx)),
    ...(await findJobTroubles(ctx)),
    ...(await findBookTroubles(ctx)),
    ...(await findDiskTroubles(ctx)),
    ...(await findBackupTroubles(ctx)),
    ...(await findUpdateTroubles(ctx)),
  ]
  const kinds = [
    'payment.success_low',
    'payment.unsettled',
    'job.failing',
    'job.stuck',
    'books.unclean',
    'disk.full',
    'backup.old',
    'node.update_failed',
  ] as const
  await reconcileAlerts(ctx, kinds, troubles)
}

async function findPaymentTroubles({ db, now, config: { alerts } }: WatchCtx): Promise<Trouble[]> {
  const low = (await findMerchantSuccess(db, now, alerts.paymentSuccessMin)).flatMap((merchant): Trouble[] => {
    const percent = Math.round((merchant.paid / merchant.decided) * 1000) / 10
    if (percent >= alerts.paymentSuccessPercent) return []
    const { merchantId, name, resellerId, decided } = merchant
    const detail = { merchantName: name, percent, count: decided }
    return [
      { kind: 'payment.success_low', subject: `merchant:${merchantId}`, resellerId, severity: 'critical', detail },
    ]
  })
  const before = new Date(now.getTime() - alerts.paymentUnsettledS * 1000)
  const late = (await findUnsettled(db, before)).map(({ resellerId, count, outTradeNo, createdAt }): Trouble => {
    const detail = { count, outTradeNo, since: createdAt.toISOString() }
    return { kind: 'payment.unsettled', subject: `reseller:${resellerId}`, resellerId, detail }
  })
  return [...low, ...late]
}

/** A node that says why it does not run the release that it was offered. */
async function findUpdateTroubles({ db }: WatchCtx): Promise<Trouble[]> {
  return (await findFleet(db)).flatMap(({ id, name, region, agentVersion: runs, wantedAgent, updateFault }) => {
    if (wantedAgent === null || updateFault === null || runs === agentVersion(wantedAgent)) return []
    const detail = { nodeName: name, region, number: wantedAgent, reason: updateFault }
    return [{ kind: 'node.update_failed', subject: nodeSubject(id), resellerId: null, detail }]
  })
}

async function findJobTroubles({ db }: WatchCtx): Promise<Trouble[]> {
  const failing = (await findFailingJobs(db)).map(({ name, count }): Trouble => {
    return { kind: 'job.failing', subject: `job:${name}`, resellerId: null, detail: { name, count } }
  })
  const stuck = (await findStuckJobs(db)).map(({ name, count, longestS }): Trouble => {
    return { kind: 'job.stuck', subject: `job:${name}`, resellerId: null, detail: { name, count, longestS } }
  })
  const { waiting, oldestWaitS } = await loadJobFigures(db)
  if ((oldestWaitS ?? 0) < QUEUE_WAIT_S) return [...failing, ...stuck]
  const detail = { name: 'queue', count: waiting, waitS: oldestWaitS }
  const queue = { kind: 'job.failing', subject: 'job:queue', resellerId: null, severity: 'critical', detail } as const
  return [...failing, ...stuck, queue]
}

async function findBookTroubles({ db }: WatchCtx): Promise<Trouble[]> {
  const check = await loadLastBookCheck(db)
  if (!check || check.problems === 0) return []
  const detail = { count: check.problems, checkedAt: check.checkedAt.toISOString() }
  return [{ kind: 'books.unclean', subject: 'books', resellerId: null, severity: 'critical', detail }]
}

async function findBackupTroubles({ db, now, config }: WatchCtx): Promise<Trouble[]> {
  if (!config.backup.isNightly) return []
  const hours = await loadBackupAgeH(db, now)
  if (hours < BACKUP_MAX_AGE_H) return []
  return [{ kind: 'backup.old', subject: 'backup', resellerId: null, severity: 'critical', detail: { hours } }]
}

/** Uses the fullest disk of a host's processes: their folders may be on different disks. */
async function findDiskTroubles({ db, now, config: { alerts } }: WatchCtx): Promise<Trouble[]> {
  const least = new Map<string, number>()
  for (const { host, diskFreeBytes, diskTotalBytes } of await findProcesses(db, now)) {
    const percent = freePercent(diskFreeBytes, diskTotalBytes)
    if (percent !== null) least.set(host, Math.min(percent, least.get(host) ?? 100))
  }
  const full = [...least].filter(([, percent]) => percent < alerts.diskFreePercent)
  return full.map(([host, percent]) => {
    const detail = { host, percent }
    return { kind: 'disk.full', subject: `host:${host.slice(0, 180)}`, resellerId: null, severity: 'critical', detail }
  })
}
