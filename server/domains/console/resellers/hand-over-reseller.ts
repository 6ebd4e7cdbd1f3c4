import { inTx, type Ctx, type Owner } from '../../../platform/context.ts'
import { endKeys } from '../../api-keys/change-keys.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { handOverAgency } from '../../orders/agency/operator.ts'
import { findMerchants } from '../../payments/merchants/add-merchant.ts'
import { switchMerchant } from '../../payments/merchants/change-merchant.ts'
import { loadAgencyOwner } from '../../resellers/agency.ts'
import { endTeam } from '../../staff/team/end-team.ts'
import { endBot } from '../../telegram/own-bots.ts'
import { endHooks } from '../../webhooks/own-hooks.ts'

/**
 * Gives a reseller to another account, or to nobody, in one transaction: its staff, sessions, invitations, keys, bot,
 * webhooks and payee account end, and its merchants are switched off. Balance, debt and users stay. Both owners are told, and the new
 * owner makes the link into the console on open_agency.
 */
export function handOverReseller(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  resellerId: number,
  owner: Owner | null,
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    const before = await loadAgencyOwner(tx, resellerId)
    await handOverAgency(tx, resellerId, owner, actor)
    await endTeam(tx, resellerId, actor)
    await endKeys(tx, resellerId, actor)
    await endBot(tx, resellerId, actor)
    await endHooks(tx, resellerId, actor)
    for (const { id, resellerId: of, disabledAt } of await findMerchants(tx)) {
      if (of === resellerId && disabledAt === null) await switchMerchant(tx, id, false, actor)
    }
    const about = { agencyId: resellerId, aside: { agency: before?.name ?? '' } }
    if (before) await emit(tx, 'agency.given_away', { ...userOf(before), ...about })
    if (owner) await emit(tx, 'agency.received', { ...userOf(owner), ...about })
  })
}
