import type { Permission } from '../../../../contract/permissions.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { staffActor, type AuditActor } from '../../audit/audit.ts'

/** Who changes a team: one of its members, or the operator at the command line, who may grant anything. */
export type By = { actor: AuditActor; permissions: ReadonlySet<Permission> | null }

/** Nobody can grant, or take from others, more than they have. */
export function refuseBeyond(by: By, permissions: Iterable<Permission>): void {
  const { permissions: own } = by
  if (own !== null && [...permissions].some((permission) => !own.has(permission))) fail('staff.forbidden')
}

/** The team that a call is about. Key 0 has no team of its own: the platform's staff work there. */
export function teamOf({ resellerId }: Pick<StaffCtx<'any'>, 'resellerId'>): number | null {
  return resellerId === 0 ? null : resellerId
}

/** Only its own members can change a team, and the operator at the machine any. */
export function asMember(ctx: Pick<StaffCtx<'any'>, 'actor' | 'client' | 'resellerId'>): {
  team: number | null
  by: By
} {
  const team = teamOf(ctx)
  if (ctx.actor.operator) return { team, by: { actor: ctx.actor.operator, permissions: null } }
  if (team !== ctx.actor.resellerId) fail('staff.forbidden')
  return { team, by: { actor: staffActor(ctx), permissions: ctx.actor.permissions } }
}
