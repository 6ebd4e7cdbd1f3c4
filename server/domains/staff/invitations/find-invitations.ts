import type { consoleApi } from '../../../../contract/console/api.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { findOpenInvitations } from './queries.ts'

export async function findInvitations(
  ctx: Pick<Ctx, 'db' | 'now'>,
  team: number | null,
): Promise<AnswerOf<typeof consoleApi.staff.invitations>> {
  const rows = await findOpenInvitations(ctx.db, team, ctx.now)
  return {
    rows: rows.map(({ role, ownRole, email, colleague, invitedBy, ...row }) => ({
      ...row,
      role: role ?? ownRole ?? '',
      email: email === null ? null : maskAddress(email),
      invitedBy: colleague ?? invitedBy,
    })),
  }
}
