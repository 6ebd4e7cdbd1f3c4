import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db.ts'
import type { Node } from '../nodes/find-nodes.ts'

/** A foreign agent's call, after its token was looked at. */
export type UniproxyCtx = Pick<Ctx, 'now' | 'log' | 'config'> & { db: Db; node: Node }
