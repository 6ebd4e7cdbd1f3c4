import type { Queryable } from '../../platform/db/db.ts'

type Left = { number: number; bytesLeft: number | null }

/** With more left than this, no node uses it up before it tells of its bytes again. */
const NEAR_BYTES = 2 ** 30
/** A smaller share would cut a stream again and again for nothing. */
const SHARE_MIN_BYTES = 2 ** 20
/** Contacts are noted once a minute, and a node may tell late. */
const IN_USE_MS = 120_000

/**
 * Near the end of a quota each node gets its share of what is left: this divided by the nodes that the user has lately
 * moved bytes on. Otherwise each of them would let the whole rest be used.
 */
export async function shareOut(db: Queryable, nodeId: number, left: Left[], now: Date): Promise<Left[]> {
  const near = left.flatMap(({ number, bytesLeft }) => (isShared(bytesLeft) ? [number] : []))
  if (near.length === 0) return left
  const nodes = new Map((await countNodesInUse(db, nodeId, near, now)).map((row) => [row.number, row.nodes]))
  return left.map(({ number, bytesLeft }) => ({
    number,
    bytesLeft: isShared(bytesLeft) ? shareOf(bytesLeft, nodes.get(number) ?? 1) : bytesLeft,
  }))
}

const isShared = (bytesLeft: number | null): bytesLeft is number =>
  bytesLeft !== null && bytesLeft > SHARE_MIN_BYTES && bytesLeft < NEAR_BYTES

/** Never more than is left. */
export function shareOf(bytesLeft: number, nodes: number): number {
  return Math.min(bytesLeft, Math.max(SHARE_MIN_BYTES, Math.floor(bytesLeft / nodes)))
}

function countNodesInUse(
  db: Queryable,
  nodeId: number,
  numbers: readonly number[],
  now: Date,
): Promise<{ number: number; nodes: number }[]> {
  return db.query({
    name: 'traffic.nodes_in_use',
    text: `select l.number, count(*)::integer as nodes from lines l
      join line_contacts c on c.reseller_id = l.reseller_id and c.account_id = l.account_id and c.seen_at > $3
      where l.node_id = $1 and l.number = any ($2::bigint[]) group by l.number`,
    values: [nodeId, numbers, new Date(now.getTime() - IN_USE_MS)],
  })
}
