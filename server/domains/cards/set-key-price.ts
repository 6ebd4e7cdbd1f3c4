import type { TxCtx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from '../resellers/add-reseller.ts'
import { updatePrice, type BatchName } from './batch-queries.ts'

/** Sets what the reseller takes for one key of a batch. It moves no money: it only says what the keys are sold for. */
export async function setKeyPrice(
  ctx: TxCtx,
  { priceFen, ...name }: BatchName & { priceFen: number },
  actor: AuditActor,
): Promise<void> {
  const { beforeFen } = (await updatePrice(ctx.db, name, priceFen)) ?? fail('object.unknown')
  const { resellerId, batchId } = name
  const entry = { resellerId, actor, action: 'cards.price_set', subject: resellerSubject(resellerId) }
  const words = { detail: { batchId }, before: { amountFen: beforeFen }, after: { amountFen: priceFen } }
  await writeAudit(ctx.db, { ...entry, ...words }, ctx.now)
}
