import type { NodeMove } from '../../../../contract/console/nodes.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { findReasons, loadShownMove } from './queries.ts'

/** Shows the newest move off a node and its progress; null without one. */
export async function showMove(db: Queryable, fromNodeId: number): Promise<Answer<NodeMove> | null> {
  const move = await loadShownMove(db, fromNodeId)
  if (!move) return null
  const { id, fromNodeId: _from, createdAt, endedAt, ...rest } = move
  return {
    ...rest,
    reasons: await findReasons(db, id),
    createdAt,
    endedAt,
  }
}
