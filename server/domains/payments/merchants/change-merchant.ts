import type { MerchantKeys } from '../../../../contract/providers.ts'
import { inTx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { checkKeys, type OperatorCtx } from './add-merchant.ts'
import { loadMerchant, openMerchant, sealMerchantSecret, switchMerchantRow, updateMerchant } from './merchant.ts'

/** A merchant that is off takes no new payments; payments under way are still settled. False when nothing changed. */
export function switchMerchant(ctx: OperatorCtx, id: string, on: boolean, actor: AuditActor): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const { resellerId } = (await loadMerchant(tx.db, id)) ?? fail('object.unknown')
    const isChanged = (await switchMerchantRow(tx.db, id, on ? null : ctx.now)) ?? fail('object.unknown')
    const action = on ? 'merchant.enabled' : 'merchant.disabled'
    const told = { detail: { isChanged }, before: { isOn: on !== isChanged }, after: { isOn: on } }
    await writeAudit(tx.db, { resellerId, actor, action, subject: `merchant:${id}`, ...told }, ctx.now)
    return isChanged
  })
}

/** For new keys at the provider. Payments under way are asked about with the new keys. */
export function replaceKeys(ctx: OperatorCtx, id: string, keys: MerchantKeys, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const merchant = (await loadMerchant(tx.db, id)) ?? fail('object.unknown')
    if (merchant.isSandbox) fail('object.unknown')
    const { resellerId } = merchant
    const { secret, ...columns } = checkKeys(openMerchant(ctx, merchant), keys)
    await updateMerchant(tx.db, id, { ...columns, sealedSecret: sealMerchantSecret(ctx, id, secret) })
    const entry = { resellerId, actor, action: 'merchant.keys_replaced', subject: `merchant:${id}` }
    await writeAudit(tx.db, { ...entry, before: { keys: 'set' }, after: { keys: 'changed' } }, ctx.now)
  })
}
