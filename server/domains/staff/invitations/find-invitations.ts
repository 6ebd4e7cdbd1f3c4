import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findOpenInvitations } from './queries.ts'

export async function findInvitations(
  ctx: Pick<Ctx, 'db' | 'now'>,
  team: number | null,
): Promise<Static<typeof consoleApi.staff.invitations.output>> {
  const rows = await findOpenInvitations(ctx.db, team, ctx.now)
  return {
    rows: rows.map(({ id, role, ownRole, email, colleague, invitedBy, createdAt, expiresAt }) => ({
      id,
      role: role ?? ownRole ?? '',
      email: email === null ? null : maskAddress(email),
      invitedBy: colleague ?? invitedBy,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  }
}
