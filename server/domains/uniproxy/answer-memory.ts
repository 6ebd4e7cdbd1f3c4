import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts'
import type { Node } from '../nodes/load-node.ts'
import { suits, type Shown } from './authenticate.ts'

export type RememberedCall = 'config' | 'user'
/** An answer: with `lasts` it holds while the node has this revision, and before `until` in any case. */
export type Told = { body: string; tag: string; lasts?: { revision: number; until: number } }
type KnownNode = Pick<Node, 'id' | 'protocol'>
type Remembered = {
  tokenHash: Buffer
  node: KnownNode
  /** As which type the database let it in. */
  type: string
  told: Partial<Record<RememberedCall, Told>>
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
 * Remembers what each node was last told. While the database is away it is told that again: agents take an error for a
 * new configuration and drop every connection. And a list of users need not be made again while nothing changes. Knows
 * only nodes that the database has let in, and compares their token with its hash.
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
  const isSame = (known: Remembered, { type }: Shown) => known.type === type || suits(known.node.protocol, type)
  return {
    keep({ id, protocol }: KnownNode, shown: Shown, { call, told }: { call: RememberedCall; told: Told }, now: Date) {
      const tokenHash = sha256(shown.token)
      const place = shown.nodeId === id ? ownPlace(id) : oldPlace(shown)
      const known = nodes.get(place)
      const before = known && equalBytes(known.tokenHash, tokenHash) ? known.told : {}
      drop(place)
      latestAt = now.getTime()
      const node = { id, protocol }
      const next = { tokenHash, node, type: shown.type, told: { ...before, [call]: told }, confirmedAt: latestAt }
      nodes.set(place, next)
      length += lengthOf(next)
      for (const oldest of nodes.keys()) {
        if (length <= lengthMax) break
        drop(oldest)
      }
    },
    /** What still holds if the database says that token and revision stand. */
    findLasting(shown: Shown, call: RememberedCall, now: Date) {
      const known = find(shown)
      const told = known?.told[call]
      if (!known || !told?.lasts || !isSame(known, shown) || now.getTime() >= told.lasts.until) return null
      return { node: known.node, tokenHash: known.tokenHash, told, revision: told.lasts.revision }
    },
    recall(shown: Shown, call: RememberedCall, now: Date): Told | null {
      const known = find(shown)
      if (!known || !isSame(known, shown)) return null
      if (latestAt - known.confirmedAt > MISSED_TURNS * intervalS * 1000) return null
      return now.getTime() - known.confirmedAt > OUTAGE_MAX_MS ? null : (known.told[call] ?? null)
    },
    /** Whether this is a node that would be answered from memory. */
    knows: (shown: Shown): boolean => {
      const known = find(shown)
      return known !== null && isSame(known, shown)
    },
    /** After a refusal. Without the token nobody can make a node be forgotten. */
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
  return Object.values(remembered?.told ?? {}).reduce((sum, { body }) => sum + body.length, 0)
}
