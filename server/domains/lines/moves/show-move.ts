import type { NodeMove } from '../../../../contract/console/nodes.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { findReasons, loadShownMove } from './queries.ts'

/** Shows the newest move off a node and its progress; null without one. */
export async function showMove(db: Queryable, fromNodeId: number): Promise<NodeMove | null> {
  const move = await loadShownMove(db, fromNodeId)
  if (!move) return null
  const { id, fromNodeId: _from, createdAt, endedAt, ...rest } = move
  return {
    ...rest,
    reasons: await findReasons(db, id),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
