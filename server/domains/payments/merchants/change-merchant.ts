import { inTx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { checkWish, type MerchantWish, type OperatorCtx } from './add-merchant.ts'
import { sealMerchantSecret, loadMerchant, switchMerchantRow, updateMerchant } from './merchant.ts'

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

export type NewKeys = Pick<MerchantWish, 'secret' | 'alipayPublicKey'>

/** For new keys at the provider. Payments under way are asked about with the new keys. */
export function replaceKeys(ctx: OperatorCtx, id: string, keys: NewKeys, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const merchant = (await loadMerchant(tx.db, id)) ?? fail('object.unknown')
    if (merchant.isSandbox) fail('object.unknown')
    const { resellerId, epayKeyPrefix } = merchant
    const { secret, alipayPublicKey } = checkWish({
      ...merchant,
      testedAt: merchant.testedAt ?? ctx.now,
      epayKeyPrefix: epayKeyPrefix === '&key=' ? '&key=' : '',
      secret: keys.secret,
      alipayPublicKey: keys.alipayPublicKey ?? merchant.alipayPublicKey,
    })
    await updateMerchant(tx.db, id, { sealedSecret: sealMerchantSecret(ctx, id, secret), alipayPublicKey })
    const entry = { resellerId, actor, action: 'merchant.keys_replaced', subject: `merchant:${id}` }
    await writeAudit(tx.db, { ...entry, before: { keys: 'set' }, after: { keys: 'changed' } }, ctx.now)
  })
}
