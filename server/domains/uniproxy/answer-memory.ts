import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts'
import type { Node } from '../nodes/load-node.ts'
import { suits, type Shown } from './authenticate.ts'

export type RememberedCall = 'config' | 'user'
type Remembered = {
  tokenHash: Buffer
  protocol: Node['protocol']
  /** As which type the database let it in. */
  type: string
  bodies: Partial<Record<RememberedCall, string>>
  /** When the database last confirmed the token. */
  confirmedAt: number
}
export type AnswerMemory = ReturnType<typeof makeAnswerMemory>

/** A node that asks so rarely is not served from memory: its token may have been replaced since. */
const MISSED_TURNS = 5
/** Afterwards agents get no answer and go on with what they have. */
const OUTAGE_MAX_MS = 86_400_000
/** About 60 nodes of 10,000 users each. In UTF-16 code units; the texts are ASCII. */
const LENGTH_MAX = 64 * 1024 * 1024

/**
 * Remembers what each node was last told, for the time when the database is away: agents take an error for a new
 * configuration and drop every connection. Knows only nodes that the database has let in, and compares their token with
 * its hash.
 */
export function makeAnswerMemory(intervalS: number, lengthMax = LENGTH_MAX) {
  /** By place. Confirmed last comes last. */
  const nodes = new Map<string, Remembered>()
  let length = 0
  let latestAt = 0

  const drop = (place: string) => {
    length -= lengthOf(nodes.get(place))
    nodes.delete(place)
  }
  const find = (shown: Shown): (Remembered & { place: string }) | null => {
    const tokenHash = sha256(shown.token)
    for (const place of shown.nodeId === null ? [] : [ownPlace(shown.nodeId), oldPlace(shown)]) {
      const known = nodes.get(place)
      if (known && equalBytes(known.tokenHash, tokenHash)) return { ...known, place }
    }
    return null
  }
  const isSame = (known: Remembered, { type }: Shown) => known.type === type || suits(known.protocol, type)
  return {
    keep(node: Node, shown: Shown, { call, body }: { call: RememberedCall; body: string }, now: Date): void {
      const tokenHash = sha256(shown.token)
      const place = shown.nodeId === node.id ? ownPlace(node.id) : oldPlace(shown)
      const known = nodes.get(place)
      const bodies = known && equalBytes(known.tokenHash, tokenHash) ? known.bodies : {}
      drop(place)
      latestAt = now.getTime()
      const { protocol } = node
      const next = { tokenHash, protocol, type: shown.type, bodies: { ...bodies, [call]: body }, confirmedAt: latestAt }
      nodes.set(place, next)
      length += lengthOf(next)
      for (const oldest of nodes.keys()) {
        if (length <= lengthMax) break
        drop(oldest)
      }
    },
    recall(shown: Shown, call: RememberedCall, now: Date): string | null {
      const known = find(shown)
      if (!known || !isSame(known, shown)) return null
      if (latestAt - known.confirmedAt > MISSED_TURNS * intervalS * 1000) return null
      return now.getTime() - known.confirmedAt > OUTAGE_MAX_MS ? null : (known.bodies[call] ?? null)
    },
    /** Whether this is a node that would be answered from memory. */
    knows: (shown: Shown): boolean => {
      const known = find(shown)
      return known !== null && isSame(known, shown)
    },
    /** After a refusal. Whoever does not have the token cannot make a node be forgotten. */
    forget(shown: Shown): void {
      const known = find(shown)
      if (known) drop(known.place)
    },
  }
}

const ownPlace = (nodeId: number) => String(nodeId)
/** Another panel may have a node of each type under one number. */
const oldPlace = ({ type, nodeId }: Shown) => `${type}/${nodeId}`

function lengthOf(remembered: Remembered | undefined): number {
  return Object.values(remembered?.bodies ?? {}).reduce((sum, body) => sum + body.length, 0)
}
