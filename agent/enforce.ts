import type { NodeSetup, NodeUser } from '../contract/node-api.ts'
import type { EngineUser } from './drivers/driver.ts'
import { asCounted, hasLifeline } from './lifeline.ts'

export type Verdict = 'on' | 'expired' | 'quota' | 'lease' | 'incomplete'
export type Circumstances = {
  portalNowMs: number
  leaseUntilMs: number
  failClosed: boolean
  /** Whether the user is already in the engine with this generation. */
  isApplied: (user: NodeUser) => boolean
  uncountedBytes: (number: number) => number
  /** Bytes left as the portal said after its last batch; undefined where the roster is newer. */
  left: (number: number) => number | null | undefined
}

/** Whether a user may be connected now, with or without the portal. */
export function judge(user: NodeUser, at: Circumstances): Verdict {
  if (user.state === 'off' || user.credential === null) return 'incomplete'
  if (user.notAfter !== null && at.portalNowMs >= Date.parse(user.notAfter)) return 'expired'
  if (bytesLeft(user, at) <= 0) return 'quota'
  if (at.portalNowMs >= at.leaseUntilMs && (at.failClosed || !at.isApplied(user))) return 'lease'
  return 'on'
}

type Left = Pick<Circumstances, 'left' | 'uncountedBytes'>

function bytesLeft(user: NodeUser, at: Left): number {
  const said = at.left(user.number)
  const left = said === undefined ? user.bytesLeft : said
  return left === null ? Infinity : left - at.uncountedBytes(user.number)
}

type Tally = Pick<Left, 'uncountedBytes'> & { counts: { left: Readonly<Record<number, number | null>> } }
/** What users have used lately, and in how long. */
type Used = { bytes: ReadonlyMap<number, number>; ms: number }

/**
 * The users who come to the end of their quota, or of this node's share of it, within `withinMs` at their present pace,
 * and in how many milliseconds.
 */
export function nearEnds(
  used: Used,
  users: ReadonlyMap<number, NodeUser>,
  { uncountedBytes, counts }: Tally,
  withinMs: number,
): Map<number, number> {
  const at: Left = { uncountedBytes, left: (number) => counts.left[number] }
  const ends = new Map<number, number>()
  for (const [number, bytes] of used.bytes) {
    const user = users.get(number)
    const ms = user && bytes > 0 ? (bytesLeft(user, at) * used.ms) / bytes : Infinity
    if (ms <= withinMs) ends.set(number, ms)
  }
  return ends
}

/** The users that the engine must let in now, by their numbers there. */
export function wantedUsers(
  users: Iterable<NodeUser>,
  setup: NodeSetup | null,
  at: Circumstances,
): Map<number, EngineUser> {
  const wanted = new Map<number, EngineUser>()
  for (const told of users) {
    if (told.lifeline && !hasLifeline(setup)) continue
    const user = asCounted(told)
    if (judge(user, at) === 'on') wanted.set(user.number, toEngineUser(user))
  }
  return wanted
}

function toEngineUser({ number, generation, credential, port, mode }: NodeUser): EngineUser {
  return { number, generation, credential: credential ?? '', port, mode }
}
