import type { consoleApi } from '../../../../contract/console/api.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { maskAddress } from '../../../../contract/mask.ts'
import { builtInRoles, type Permission } from '../../../../contract/permissions.ts'
import { roleNames } from '../../../../contract/role-names.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { browserName } from '../../../platform/text/browser-name.ts'
import { findMemberRows, findStaffSessions } from './queries.ts'
import { countBuiltIn, findOwnRoles } from './role-queries.ts'

type Staff = typeof consoleApi.staff
/** More than any team has; an unlimited list could be used for an attack. */
const MEMBERS_MAX = 500

export async function findMembers(
  ctx: Pick<Ctx, 'db'>,
  team: number | null,
  selfId: number | null,
): Promise<AnswerOf<Staff['list']>> {
  const rows = await findMemberRows(ctx.db, team, MEMBERS_MAX)
  return {
    rows: rows.map(({ email, role, ownRole, ...row }) => ({
      ...row,
      email: email === null ? null : maskAddress(email),
      role: role ?? ownRole ?? '',
      isSelf: row.id === selfId,
    })),
  }
}

export async function findRoles(ctx: Pick<Ctx, 'db'>, team: number | null): Promise<AnswerOf<Staff['roles']>> {
  const [counts, own] = await Promise.all([countBuiltIn(ctx.db, team), findOwnRoles(ctx.db, team)])
  const builtIn = builtInRoles[team === null ? 'platform' : 'reseller']
  const five = roleNames.map((name) => ({
    id: null,
    name,
    permissions: [...builtIn[name]],
    members: counts.get(name) ?? 0,
  }))
  // A role may have been made with a permission that this release does not offer.
  const isKnown = (name: string) => builtIn.owner.has(name as Permission)
  const known = own.map((role) => ({ ...role, permissions: role.permissions.filter(isKnown) }))
  return { rows: [...five, ...known] }
}

export async function findDevices(
  ctx: Pick<Ctx, 'db' | 'now'>,
  staffId: number,
  currentId: string | null = null,
): Promise<AnswerOf<Staff['sessions']>> {
  const seenAfter = new Date(ctx.now.getTime() - staffLimits.idleMs)
  const rows = await findStaffSessions(ctx.db, staffId, { now: ctx.now, seenAfter })
  return {
    rows: rows.map(({ userAgent, network: address, ...row }) => ({
      ...row,
      current: row.id === currentId,
      device: browserName(userAgent),
      address,
    })),
  }
}
