import { inTx, type Ctx, type StaffCtx } from '../../../platform/context.ts'
import { staffActor, type AuditActor } from '../../audit/audit.ts'
import { findAllOffers } from '../../catalogue/find-for-operator.ts'
import { assignPriceList } from '../../catalogue/prices/price-lists.ts'
import { fillShop } from '../../catalogue/prices/set-retail.ts'
import { approveAgency } from '../../orders/agency/operator.ts'
import { addReseller } from '../../resellers/add-reseller.ts'
import { updateBrand } from '../../resellers/update-brand.ts'

type DecideCtx = Pick<Ctx, 'db' | 'now'>

type NewReseller = { listId?: number; title?: string }

/** Creates a reseller with a full shop, at the retail prices that its list suggests. It is not on the whitelist yet. */
export function createReseller(
  ctx: StaffCtx<'platform'>,
  { listId, title }: NewReseller,
): Promise<{ resellerId: number }> {
  const actor = staffActor(ctx)
  return inTx(ctx, async (tx) => {
    const resellerId = await addReseller(tx, null, actor)
    if (title !== undefined) await updateBrand(tx, resellerId, { title: title.trim() }, actor)
    await stock(tx, resellerId, listId, actor)
    return { resellerId }
  })
}

/** Lets an agency sell online by a price list, and tells its owner. */
export function approveReseller(
  ctx: DecideCtx,
  resellerId: number,
  listId: number | undefined,
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    await stock(tx, resellerId, listId, actor)
    await approveAgency(tx, resellerId, actor)
  })
}

/** Fills only an empty shop: a shop with offers keeps them. */
async function stock(tx: DecideCtx, resellerId: number, listId: number | undefined, actor: AuditActor): Promise<void> {
  if (listId !== undefined) await assignPriceList(tx, { resellerId, listId }, actor)
  if ((await findAllOffers(tx, resellerId)).length === 0) await fillShop(tx, resellerId, actor)
}
