import { inTx, type Ctx } from '../../platform/context.ts'
import { tellOwner } from '../accounts/tell-owner.ts'
import { loadAgencyOwner } from '../resellers/load-agency.ts'
import { switchReseller } from '../resellers/switch-reseller.ts'

/** Lets an agency sell online and tells its owner. False when it sold already: nobody is told twice. */
export function approveAgency(ctx: Pick<Ctx, 'db' | 'now'>, resellerId: number, actor: string): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const isChanged = await switchReseller(tx, resellerId, { name: 'whitelisted', on: true }, actor)
    const owner = isChanged ? await loadAgencyOwner(tx, resellerId) : null
    if (owner) await tellOwner(tx, owner, 'agency_approved', { agency: owner.name, number: String(resellerId) })
    return isChanged
  })
}
