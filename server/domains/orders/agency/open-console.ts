import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { refuseHelpedLately } from '../../accounts/refuse-helped.ts'
import { loadAgency } from '../../resellers/agency.ts'
import { checkPassword } from '../../sessions/factors/check-password.ts'
import { checkSecondFactor } from '../../sessions/factors/check-second-factor.ts'
import { hasStaffOwner, inviteFirstOwner } from '../../staff/invitations/invite-first-owner.ts'

type Call = typeof api.agencies.console

/**
 * Lets an agency's user into its console until it has its first owner there. A session alone may be stolen, so it needs
 * password and factor; after recent help by staff the user has to wait.
 */
export async function openConsole(ctx: Ctx<'user'>, input: Static<Call['input']>): Promise<Static<Call['output']>> {
  const { owner } = ctx
  const agency = (await loadAgency(ctx, owner)) ?? fail('object.unknown')
  await checkPassword(ctx, input.passWord)
  await checkSecondFactor(ctx, owner, input.totp)
  await refuseHelpedLately(ctx, owner)
  if (await hasStaffOwner(ctx, agency.daili_id)) fail('agency.has_owner')
  const { link, expiresAt } = await inviteFirstOwner(ctx, agency.daili_id, owner.accountId)
  return { link: link ?? fail('server.error'), expiresAt }
}
