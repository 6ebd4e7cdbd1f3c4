import type { UserInfo } from '../../../contract/accounts.ts'
import type { TicketFacts } from '../../../contract/tickets.ts'
import type { UserChild } from '../../paths.ts'

type Account = Pick<UserInfo, 'state' | 'blockedReason' | 'usedBytes' | 'totalBytes'>
export type Cause = {
  word: CauseWord
  /** The page that mends it, with the word of its button. */
  way: { to: UserChild; word: WayWord } | null
  /** The node that it is about. */
  node?: string
}
type CauseWord =
  | 'causeBlocked'
  | 'causeNoPlan'
  | 'causePaused'
  | 'causeExpired'
  | 'causeUsedUp'
  | 'causeNoLine'
  | 'causeNodeDown'
  | 'causeMaintenance'
  | 'causeNoClient'
  | 'causeRuns'
  | 'causeNone'
type WayWord = 'wayPlans' | 'wayResume' | 'wayInstall' | 'wayLines'

/** Bytes so recent that the line itself works. */
const RECENT_MS = 10 * 60_000

const plans = { to: 'tcBuy', word: 'wayPlans' } as const
const ofState = {
  none: { word: 'causeNoPlan', way: plans },
  paused: { word: 'causePaused', way: { to: 'freeze_acc', word: 'wayResume' } },
  expired: { word: 'causeExpired', way: plans },
} as const

/** Why nothing loads, as far as it can be known here: first what stops every line, last what is only likely. */
export function findCause(account: Account, { lines, client }: TicketFacts, nowMs: number): Cause {
  if (account.blockedReason !== null) return { word: 'causeBlocked', way: null }
  if (account.state !== 'active') return ofState[account.state]
  if (account.totalBytes > 0 && account.usedBytes >= account.totalBytes) return { word: 'causeUsedUp', way: plans }
  if (lines.length === 0) return { word: 'causeNoLine', way: { to: 'line_install', word: 'wayInstall' } }
  const toLines = { to: 'line_list', word: 'wayLines' } as const
  const down = lines.find(({ nodeState }) => nodeState === 'down')
  if (down) return { word: 'causeNodeDown', way: toLines, node: down.node }
  const kept = lines.find(({ nodeState }) => nodeState === 'maintenance')
  if (kept) return { word: 'causeMaintenance', way: toLines, node: kept.node }
  if (client === null) return { word: 'causeNoClient', way: toLines }
  const runs = lines.some(({ lastByteAt }) => lastByteAt !== null && nowMs - Date.parse(lastByteAt) < RECENT_MS)
  return { word: runs ? 'causeRuns' : 'causeNone', way: runs ? null : toLines }
}
