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
  const said = at.left(user.number)
  const bytesLeft = said === undefined ? user.bytesLeft : said
  if (bytesLeft !== null && at.uncountedBytes(user.number) >= bytesLeft) return 'quota'
  if (at.portalNowMs >= at.leaseUntilMs && (at.failClosed || !at.isApplied(user))) return 'lease'
  return 'on'
}

/** The users whom the engine shall let in now, by their numbers there. */
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
