import { findAllAlerts } from '../../monitor/alerts/find-alerts.ts'
import {
  findFailingJobs,
  findProcesses,
  findStuckJobs,
  loadJobFigures,
} from '../../monitor/figures/platform-queries.ts'
import { findNodes } from '../../nodes/load-node.ts'
import { watchedState } from '../../nodes/watched-state.ts'
import { note, ok, problem, type CheckCtx, type Finding } from './finding.ts'

const QUEUE_WAIT_S = 300
const ALERTS_LOOKED_AT = 100

export async function checkProcesses({ db, now }: CheckCtx): Promise<Finding[]> {
  const processes = await findProcesses(db, now)
  if (processes.length === 0) return [note('servers', 'none runs', 'Start it: npm start, or the service')]
  const versions = [...new Set(processes.map(({ version }) => version))]
  if (versions.length > 1) {
    return [problem('servers', `different releases run: ${versions.join(', ')}`, 'Restart the older ones')]
  }
  return [ok('servers', `${processes.length} processes of ${versions[0]}`)]
}

export async function checkJobs(ctx: CheckCtx): Promise<Finding[]> {
  const failing = await findFailingJobs(ctx.db)
  const { waiting, running, oldestWaitS } = await loadJobFigures(ctx.db)
  const findings = failing.map(({ name, count }) => {
    return problem('jobs', `${name} fails, ${count} times`, "Its error is in the server's log")
  })
  for (const { name, count, longestS } of await findStuckJobs(ctx.db)) {
    const says = `${name} is under way for too long, ${count} times, the longest for ${longestS} s`
    findings.push(problem('jobs', says, 'Lost ones are freed within a minute; if it stays, restart the servers'))
  }
  if ((oldestWaitS ?? 0) > QUEUE_WAIT_S) {
    const says = `${waiting} wait, the oldest for ${oldestWaitS} s`
    findings.push(problem('jobs', says, 'No server works on them: start or restart one'))
  }
  return findings.length > 0 ? findings : [ok('jobs', `${running} under way, ${waiting} wait`)]
}

/** Nodes report to servers: while none runs, nothing is known of them. */
export async function checkNodes(ctx: CheckCtx): Promise<Finding[]> {
  const nodes = (await findNodes(ctx)).filter(({ isDemo }) => !isDemo)
  if (nodes.length === 0) return [note('nodes', 'there is none yet', 'nodes add, then nodes enrol')]
  const isWatched = (await findProcesses(ctx.db, ctx.now)).length > 0
  const findings = nodes.flatMap((node): Finding[] => {
    const name = `${node.id} (${node.name})`
    const state = watchedState(node, ctx.now, ctx.config.alerts)
    if (state === 'new') return [note('nodes', `${name} was never heard of`, `nodes enrol --node ${node.id}`)]
    if (!isWatched || node.inMaintenance || state === 'up' || state === 'starting') return []
    const todo = 'Look at its machine and the log of its agent; nodes maintenance while you work'
    return [problem('nodes', `${name} ${state === 'silent' ? 'is silent' : 'runs without its engine'}`, todo)]
  })
  return findings.length > 0 ? findings : [ok('nodes', `${nodes.length}, none in trouble`)]
}

export async function checkAlerts(ctx: CheckCtx): Promise<Finding[]> {
  const open = await findAllAlerts(ctx, { isOpenOnly: true, limit: ALERTS_LOOKED_AT })
  const unseen = open.filter(({ acknowledgedBy }) => acknowledgedBy === null).length
  if (unseen === 0) return [ok('alerts', `${open.length} open, all looked after`)]
  return [problem('alerts', `${unseen} that nobody looks after`, 'alerts list, then alerts ack')]
}
