import { limits } from '../../../contract/limits.ts'
import { serviceState } from '../subscriptions/subscription.ts'
import type { LineChange, OwnLine, Service } from './align-queries.ts'
import { isLive, isWaiting, type LineState, type SuspendReason } from './line-states.ts'

type Verdict = { state: LineState; reason: SuspendReason | null }

/**
 * Computes the states that an account's lines must have now. Of several reasons it gives the one that the user must
 * deal with first. Pass `lines` oldest first: over the package's limit the newest wait.
 */
export function judgeLines(service: Service, lines: readonly OwnLine[], now: Date): LineChange[] {
  const ofAll = reasonOfAll(service, now)
  let placed = 0
  return lines.map((line) => {
    const verdict = judge(line)
    return { id: line.id, number: line.number, nodeId: line.nodeId, from: line.state, ...verdict }
  })

  function judge(line: OwnLine): Verdict {
    if (service.isDeleted) return { state: 'removed', reason: null }
    if (line.leavesAt !== null && line.leavesAt <= now) return { state: 'removed', reason: null }
    if (line.state === 'failed') return { state: 'failed', reason: null }
    if (ofAll) return { state: 'suspended', reason: ofAll }
    if (line.isNodeGone) return { state: 'suspended', reason: 'node' }
    if (isOverdue(line, now)) return { state: 'failed', reason: null }
    // Its successor has its place.
    if (line.leavesAt !== null) return { state: line.state, reason: line.reason }
    placed += 1
    if (placed > service.lineLimit) return { state: 'suspended', reason: 'limit' }
    return { state: isLive(line.state) ? line.state : 'active', reason: null }
  }
}

function reasonOfAll(service: Service, now: Date): SuspendReason | null {
  const state = serviceState(service, now)
  if (state === 'paused') return 'paused'
  if (state !== 'active') return 'expired'
  return service.usedBytes >= service.totalBytes ? 'quota' : null
}

function isOverdue({ state, stateSince }: OwnLine, now: Date): boolean {
  return isWaiting(state) && now.getTime() - stateSince.getTime() >= limits.lineWaitMs
}
