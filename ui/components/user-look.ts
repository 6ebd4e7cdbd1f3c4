import type { ListedUser } from '../../contract/console/users.ts'
import { timeLeft, type TimeLeft } from '../words/date-text.ts'
import type { Say } from '../words/word-store.ts'
import type { StateTone } from './state-word.tsx'

const SOON_MS = 7 * 86_400_000

export type UserFacts = Pick<ListedUser, 'state' | 'locked' | 'deleteAfter' | 'expiresAt' | 'usedBytes' | 'totalBytes'>
type UserWord =
  | 'stateBlocked'
  | 'stateLocked'
  | 'stateLeaving'
  | 'statePaused'
  | 'noPackage'
  | 'stateExpired'
  | 'quota'
  | 'stateActive'

export type UserLook = {
  tone: StateTone
  word: UserWord
  /** Time to the end of a running package; null without one. */
  left: Exclude<TimeLeft, { unit: 'over' }> | null
  isEnding: boolean
}

/** Dot, word and time left of a user, in the portal and in the office: what blocks them now comes before what will. */
export function userLook(user: UserFacts, nowMs: number): UserLook {
  const left = user.state === 'active' && user.expiresAt !== null ? timeLeft(user.expiresAt, nowMs) : null
  const isEnding = left !== null && endsSoon(user.expiresAt, nowMs)
  const [tone, word] = judge(user, left)
  return { tone, word, left: left?.unit === 'over' ? null : left, isEnding }
}

export function endsSoon(expiresAt: string | null, nowMs: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - nowMs <= SOON_MS
}

function judge(user: UserFacts, left: TimeLeft | null): [StateTone, UserWord] {
  if (user.state === 'blocked') return ['bad', 'stateBlocked']
  if (user.locked) return ['bad', 'stateLocked']
  if (user.deleteAfter !== null) return ['warn', 'stateLeaving']
  if (user.state === 'paused') return ['off', 'statePaused']
  if (user.state === 'none') return ['off', 'noPackage']
  if (user.state === 'expired' || left?.unit === 'over') return ['off', 'stateExpired']
  return user.totalBytes > 0 && user.usedBytes >= user.totalBytes ? ['bad', 'quota'] : ['good', 'stateActive']
}

/** `t` translates the keys `endsInDays`, `endsInHours` and `endsSoon`, which each front end has in its own table. */
export function leftText(left: NonNullable<UserLook['left']>, t: (...args: never[]) => string): string {
  const say = t as unknown as Say
  if (left.unit === 'days') return say('endsInDays', { days: left.count })
  return left.unit === 'hours' ? say('endsInHours', { hours: left.count }) : say('endsSoon')
}
