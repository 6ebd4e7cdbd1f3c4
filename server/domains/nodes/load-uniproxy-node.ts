import { equalBytes, sha256 } from '../../platform/crypto.ts'
import type { Queryable } from '../../platform/db.ts'
import { loadUniproxyHash } from './key-queries.ts'
import { loadNodeRow, type Node } from './queries.ts'

/** The node that this token opens; null for any other, for a removed one and for no token. */
export async function loadUniproxyNode(
  db: Queryable,
  { nodeId, token }: { nodeId: number; token: string },
): Promise<Node | null> {
  const hash = await loadUniproxyHash(db, nodeId)
  if (!hash || token === '' || !equalBytes(hash, sha256(token))) return null
  return loadNodeRow(db, nodeId)
}
