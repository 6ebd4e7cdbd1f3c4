import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { addJob } from '../../platform/jobs.ts'

/**
 * For whoever changes what an account may use: its lines and their nodes learn of it when this transaction is through.
 * Several changes before the job begins are one look at the lines.
 */
export function alignLinesLater(ctx: { db: Tx }, { resellerId, accountId }: Owner): Promise<void> {
  return addJob(ctx.db, 'lines.settle', { resellerId, accountId }, { key: `lines.settle:${resellerId}:${accountId}` })
}
