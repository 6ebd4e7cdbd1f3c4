import type { Permission, TeamScope } from '../../../contract/permissions.ts'
import type { RoleName } from '../../../contract/role-names.ts'

/** The agreed permissions, typed a second time, so that a change of contract/permissions.ts alone is noticed. */
const agreed: [names: string, reseller: string, platform: string][] = [
  ['overview.read users.read orders.read invites.read cards.read notices.read', 'OMSFV', 'OMSFV'],
  ['users.private users.help tickets.answer', 'OMS', 'OMS'],
  ['users.factor', 'OM', 'OM'],
  ['users.write users.give users.export bulk.run', 'OM', 'OM'],
  ['orders.ask', 'OMSF', 'OMSF'],
  ['prices.read money.read statements.read agencies.read', 'OMFV', 'OMFV'],
  ['prices.write cards.write invites.write notices.write brand.write', 'OM', 'OM'],
  ['money.top-up', 'OMF', ''],
  ['money.pay-out withdrawals.decide payments.confirm', 'OF', 'OF'],
  ['exports.make', 'O', 'O'],
  ['staff.read audit.read', 'OM', 'OM'],
  ['staff.write merchants.write keys.write webhooks.write', 'O', 'O'],
  ['backups.download', '', 'O'],
  ['resellers.read', '', 'OMSFV'],
  ['resellers.enter', '', 'OMS'],
  ['resellers.write packages.write price-lists.write nodes.write jobs.write settings.read', '', 'OM'],
  ['resellers.terms monitors.write', '', 'O'],
  ['nodes.read', '', 'OMSV'],
  ['mails.read alerts.write', '', 'OMS'],
  ['payouts.decide refunds.make adjustments.make', '', 'OF'],
  ['books.run', '', 'OMF'],
]

export type AgreedRow = { name: string; reseller: string; platform: string }
export const agreedRows: readonly AgreedRow[] = agreed.flatMap(([names, reseller, platform]) =>
  names.split(' ').map((name) => ({ name, reseller, platform })),
)

/** A role's permissions by that table; null is a custom role without permissions. */
export function agreedFor(
  rows: readonly AgreedRow[],
  scope: TeamScope,
  role: RoleName | null,
): ReadonlySet<Permission | 'own'> {
  const letter = role?.[0]?.toUpperCase()
  const held = rows.filter((row) => letter !== undefined && row[scope].includes(letter))
  return new Set(['own', ...held.map(({ name }) => name as Permission)])
}
