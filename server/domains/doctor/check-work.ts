import { findFailingJobs, findProcesses, findStuckJobs, loadJobFigures } from '../monitor/figures/platform-health.ts'
import { findAllAlerts } from '../monitor/find-alerts.ts'
import { findFleet } from '../nodes/agents/fleet.ts'
import { keyLine, lacksKey } from '../nodes/agents/releases.ts'
import { findNodes, type Node, type NodeReport } from '../nodes/load-node.ts'
import { unpinnedOf } from '../nodes/shown-certificate.ts'
import { watchedState } from '../nodes/watched-state.ts'
import { note, ok, problem, told, type CheckCtx, type Finding } from './finding.ts'

const QUEUE_WAIT_S = 300
const ALERTS_LOOKED_AT = 100

export async function checkProcesses({ db, now }: CheckCtx): Promise<Finding[]> {
  const processes = await findProcesses(db, now)
  if (processes.length === 0)
    return [note('servers', 'none runs', 'Start it: npm start, or the service', told('servers_none'))]
  const versions = [...new Set(processes.map(({ version }) => version))]
  if (versions.length > 1) {
    const all = versions.join(', ')
    const what = told('servers_mixed', { versions: all })
    return [problem('servers', `different releases run: ${all}`, 'Restart the older ones', what)]
  }
  const what = told('servers_ok', { count: processes.length, version: versions[0]! })
  return [ok('servers', `${processes.length} processes of ${versions[0]}`, what)]
}

export async function checkJobs(ctx: CheckCtx): Promise<Finding[]> {
  const failing = await findFailingJobs(ctx.db)
  const { waiting, running, oldestWaitS } = await loadJobFigures(ctx.db)
  const findings = failing.map(({ name, count }) => {
    const what = told('jobs_failing', { name, count })
    return problem('jobs', `${name} fails, ${count} times`, "Its error is in the server's log", what)
  })
  for (const { name, count, longestS } of await findStuckJobs(ctx.db)) {
    const says = `${name} is under way for too long, ${count} times, the longest for ${longestS} s`
    const todo = 'Lost ones are freed within a minute; if it stays, restart the servers'
    findings.push(problem('jobs', says, todo, told('jobs_stuck', { name, count, seconds: longestS })))
  }
  if ((oldestWaitS ?? 0) > QUEUE_WAIT_S) {
    const says = `${waiting} wait, the oldest for ${oldestWaitS} s`
    const what = told('jobs_waiting', { count: waiting, seconds: oldestWaitS ?? 0 })
    findings.push(problem('jobs', says, 'No server works on them: start or restart one', what))
  }
  if (findings.length > 0) return findings
  return [ok('jobs', `${running} under way, ${waiting} wait`, told('jobs_ok', { running, waiting }))]
}

/** Nodes report to servers: while no server runs, nothing is known about nodes. */
export async function checkNodes(ctx: CheckCtx): Promise<Finding[]> {
  const nodes = (await findNodes(ctx)).filter(({ isDemo }) => !isDemo)
  if (nodes.length === 0) return [note('nodes', 'there is none yet', 'nodes add, then nodes enrol', told('nodes_none'))]
  const isWatched = (await findProcesses(ctx.db, ctx.now)).length > 0
  const stateOf = (node: (typeof nodes)[number]) => watchedState(node, ctx.now, ctx.config.alerts)
  const unheard = nodes.filter((node) => node.connection === 'uniproxy' && stateOf(node) === 'new')
  const findings = nodes.flatMap((node): Finding[] => {
    const name = `${node.id} (${node.name})`
    const state = stateOf(node)
    if (unheard.includes(node)) return []
    if (state === 'new') {
      const what = told('nodes_new', { node: node.name })
      return [note('nodes', `${name} was never heard of`, `nodes enrol --node ${node.id}`, what)]
    }
    if (!isWatched || node.inMaintenance || state === 'up' || state === 'starting') return []
    const todo = 'Look at its machine and the log of its agent; call nodes.maintenance while you work'
    const isSilent = state === 'silent'
    const what = told(isSilent ? 'nodes_silent' : 'nodes_engine', { node: node.name })
    return [problem('nodes', `${name} ${isSilent ? 'is silent' : 'runs without its engine'}`, todo, what)]
  })
  findings.push(...unpinnedNodes(nodes), ...(await nodesWithoutKey(ctx)))
  if (unheard.length > 0) findings.push(foreignNodes(unheard.map(({ id }) => id)))
  if (findings.length > 0) return findings
  return [ok('nodes', `${nodes.length}, none in trouble`, told('nodes_ok', { count: nodes.length }))]
}

/** After a move there may be many, and one thing to do for all of them. */
function foreignNodes(ids: readonly number[]): Finding {
  const says = `${ids.length} of foreign agents were never heard of: ${ids.join(', ')}`
  const todo =
    'Change the address of the panel in their agents, or nodes uniproxy-token; what leads to another agent has none'
  return note('nodes', says, todo, told('nodes_foreign', { count: ids.length }))
}

/** They take no release of the agent from here, and nobody would know before one is offered. */
async function nodesWithoutKey({ db }: CheckCtx): Promise<Finding[]> {
  const ids = (await findFleet(db)).filter(lacksKey).map(({ id }) => id)
  if (ids.length === 0) return []
  const line = await keyLine({ db })
  const says = `${ids.length} lack the key that signs the agent's releases, so they take none: ${ids.join(', ')}`
  const facts = { count: ids.length, nodes: ids.join(', '), line: line ?? '' }
  if (line === null)
    return [note('nodes', says, 'agent key, then agent sign (docs/agent.md)', told('nodes_unsigned', facts))]
  return [note('nodes', says, `On each, as root: ${line}`, told('nodes_unkeyed', facts))]
}

/** Clients made with a current Xray accept no certificate that only the node has signed, unless they know it. */
function unpinnedNodes(nodes: readonly (Node & NodeReport)[]): Finding[] {
  const unpinned = nodes.flatMap((node) => {
    const found = unpinnedOf(node)
    return found ? [{ id: node.id, isSeen: found.seen !== null }] : []
  })
  const idsOf = (seen: boolean) => unpinned.filter(({ isSeen }) => isSeen === seen).map(({ id }) => id)
  const [seen, unseen] = [idsOf(true), idsOf(false)]
  const said = (ids: readonly number[]) => ({ count: ids.length, nodes: ids.join(', ') })
  const says = (ids: readonly number[]) => `${ids.length} show a certificate that apps do not know: ${ids.join(', ')}`
  const todo = 'Set certSha256 (call nodes.edit), or turn allowInsecure off where an authority signed it'
  return [
    ...(seen.length > 0
      ? [problem('nodes', says(seen), `For each: nodes pin --node ${seen[0]}`, told('nodes_unpinned', said(seen)))]
      : []),
    ...(unseen.length > 0
      ? [note('nodes', `${says(unseen)}, and no look has seen`, todo, told('nodes_unseen', said(unseen)))]
      : []),
  ]
}

export async function checkAlerts(ctx: CheckCtx): Promise<Finding[]> {
  const open = await findAllAlerts(ctx, { isOpenOnly: true, limit: ALERTS_LOOKED_AT })
  const unseen = open.filter(({ acknowledgedBy }) => acknowledgedBy === null).length
  if (unseen === 0)
    return [ok('alerts', `${open.length} open, all looked after`, told('alerts_ok', { count: open.length }))]
  const what = told('alerts_unseen', { count: unseen })
  return [problem('alerts', `${unseen} that nobody looks after`, 'call alerts.list, then call alerts.ack', what)]
}
