import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { answer, type Answer, refuse } from '../answer.ts'
import { account, leftMs } from '../world/account.ts'
import { loadAgency } from '../world/agency.ts'
import { balanceFen } from '../world/book.ts'
import { countLines } from '../world/net.ts'
import { countUnread } from '../world/notices.ts'
import { at, DAY_MS } from '../world/sample-time.ts'

const stateNow = () => (account.pausedAtMs === null ? ('active' as const) : ('paused' as const))
const bankedSeconds = () => (account.pausedAtMs === null ? 0 : Math.round(leftMs() / 1000))
const pausedPlus = (ms: number) =>
  account.pausedAtMs === null ? null : new Date(account.pausedAtMs + ms).toISOString()

export const accountAnswers: Answer[] = [
  answer(api.accounts.info, ({ dailiKey }) => ({
    iuser: account.name,
    pass: 'demo',
    dailiKey,
    email: account.email,
    emailVerified: true,
    balanceFen: balanceFen(),
    heldFen: 0,
    package: { id: account.packageId, name: account.packageName },
    expiresAt: account.pausedAtMs === null ? new Date(account.expiresAtMs).toISOString() : null,
    nextResetAt: account.pausedAtMs === null ? at(12 * DAY_MS) : null,
    startsBy: null,
    usedBytes: account.usedBytes,
    totalBytes: account.totalBytes,
    buyable: { pack: true, renew: true, upgrade: true },
    hasConnected: true,
    lineCount: countLines(),
    lineLimit: account.lineLimit,
    state: stateNow(),
    pausedAt: pausedPlus(0),
    deleteAfter: account.deleteAfter,
    blockedReason: null,
    speedMode: account.speedMode,
    inviteCode: 'DEMO2026',
    isReseller: loadAgency() !== null,
    unread: countUnread(),
    outage: null,
  })),
  answer(api.accounts.freezeState, () => ({
    state: stateNow(),
    pausedAt: pausedPlus(0),
    resumeFrom: pausedPlus(limits.pauseMinMs),
    until: pausedPlus(limits.pauseMaxMs),
    undoUntil: pausedPlus(limits.pauseUndoMs),
    bankedSeconds: bankedSeconds(),
    pausesLeft: account.pausesLeft,
    nextPauseAt: null,
    canLock: true,
  })),
  answer(api.accounts.freeze, ({ type }) => {
    if (type === 'lock') refuse('request.forbidden', 'noLock')
    if (type === 'pause') pause()
    else resume()
    return { state: stateNow(), until: pausedPlus(limits.pauseMaxMs), bankedSeconds: bankedSeconds() }
  }),
  answer(api.accounts.deletion, () => ({ deleteAfter: account.deleteAfter })),
  answer(api.accounts.remove, () => {
    account.deleteAfter = at(limits.deletionDelayMs)
    return { deleteAfter: account.deleteAfter }
  }),
  answer(api.accounts.keep, () => {
    account.deleteAfter = null
    return {}
  }),
]

function pause(): void {
  if (account.pausesLeft === 0) refuse('freeze.too_often', 'noPausesLeft')
  account.pausesLeft -= 1
  account.pausedAtMs = Date.now()
}

function resume(): void {
  const pausedMs = Date.now() - (account.pausedAtMs ?? 0)
  // Undoes the pause as if it had never happened.
  if (pausedMs < limits.pauseUndoMs) account.pausesLeft += 1
  else account.expiresAtMs = Date.now() + leftMs()
  account.pausedAtMs = null
}
