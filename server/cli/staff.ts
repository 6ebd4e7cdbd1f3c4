import { staffLimits } from '../../contract/console/staff-limits.ts'
import { roleNames, type RoleName } from '../../contract/role-names.ts'
import { hasMail } from '../config.ts'
import { inviteMember } from '../domains/staff/invitations/invite-member.ts'
import type { By } from '../domains/staff/team/by.ts'
import { resetMemberFactor } from '../domains/staff/team/change-member.ts'
import { findMembers } from '../domains/staff/team/find-team.ts'
import { getMemberByName } from '../domains/staff/team/get-member-by-name.ts'
import { auditRead, command, UsageError, type CliCtx } from './command.ts'
import { tableLines } from './table.ts'

const TEAM = {
  platform: { kind: 'flag', help: "the platform's own team" },
  reseller: { kind: 'number', help: 'the team of this reseller' },
} as const
const WHO = { name: { kind: 'text', help: 'name of the member', isRequired: true } } as const
const ROLE = { role: { kind: 'text', help: `one of ${roleNames.join(', ')}`, isRequired: true } } as const
const by = (ctx: CliCtx): By => ({ actor: ctx.actor, permissions: null })

export const staffCommands = [
  command({
    name: 'staff list',
    summary: 'Who works at the console',
    options: TEAM,
    async run(ctx, given) {
      const team = teamOf(given)
      const { rows } = await findMembers(ctx, team, null)
      await auditRead(ctx, 'operator.staff_listed', team, rows.length)
      const shown = rows.map(({ isSelf: _self, roleId: _roleId, ...member }) => member)
      return { lines: tableLines(shown), data: { members: shown } }
    },
  }),
  command({
    name: 'staff invite',
    summary: 'A link with which somebody becomes a member. Shown this once, or mailed',
    options: { ...TEAM, ...ROLE, email: { kind: 'text', help: 'mail it there instead of showing it' } },
    async run(ctx, { role, email, ...given }) {
      const wanted = { team: teamOf(given), role: { name: roleOf(role) }, email, language: 'zh-CN' } as const
      if (email !== null && !hasMail(ctx.config))
        throw new UsageError('No mail leaves here: set SMTP_URL, or leave --email')
      const { link, expiresAt } = await inviteMember(ctx, { ...wanted, lifeMs: staffLimits.ownerLinkMs }, by(ctx))
      const says = link === null ? `Mailed to ${email}` : link
      return { lines: [says, `It works once, until ${expiresAt}.`], data: { link, expiresAt } }
    },
  }),
  command({
    name: 'staff reset-factor',
    summary: 'For who lost phone and recovery codes: the next sign-in sets a new factor first. Ends every session',
    options: WHO,
    async run(ctx, { name }) {
      await resetMemberFactor(ctx, await getMemberByName(ctx, name), by(ctx))
      return { lines: [`${name} has no second factor and sets a new one.`], data: { name } }
    },
  }),
]

function teamOf({ platform, reseller }: { platform: boolean; reseller: number | null }): number | null {
  if (platform === (reseller !== null)) throw new UsageError('Say either --platform or --reseller N')
  if (reseller === 0) throw new UsageError("Key 0 has no team of its own: the platform's staff work in it (--platform)")
  return reseller
}

function roleOf(text: string): RoleName {
  return roleNames.find((name) => name === text) ?? refuseRole()
}

function refuseRole(): never {
  throw new UsageError(`--role must be one of ${roleNames.join(', ')}`)
}
