import { inTx, type Ctx } from '../../platform/context.ts'
import type { AuditActor } from '../audit/audit.ts'
import { emit } from '../events/emit.ts'
import { setPayee, type MaskedPayee, type Payee } from '../resellers/payee-account.ts'

/** Tells the owners at once: a changed account waits three days, so they can object in time. */
export function changePayee(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  resellerId: number,
  payee: Payee,
  actor: AuditActor,
): Promise<MaskedPayee> {
  return inTx(ctx, async (tx) => {
    const masked = await setPayee({ ...ctx, db: tx.db }, resellerId, payee, actor)
    await emit(tx, 'payee.changed', { resellerId })
    return masked
  })
}
