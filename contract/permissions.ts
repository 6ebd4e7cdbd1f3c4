import type { RoleName } from './role-names.ts'

/** O owner, M manager, S support, F finance, V viewer: who has it in a reseller's team, and in the platform's team. */
const table = {
  'overview.read': ['OMSFV', 'OMSFV'],
  'users.read': ['OMSFV', 'OMSFV'],
  'orders.read': ['OMSFV', 'OMSFV'],
  'invites.read': ['OMSFV', 'OMSFV'],
  'cards.read': ['OMSFV', 'OMSFV'],
  'notices.read': ['OMSFV', 'OMSFV'],
  'users.private': ['OMS', 'OMS'],
  'users.help': ['OMS', 'OMS'],
  'tickets.answer': ['OMS', 'OMS'],
  'users.factor': ['OM', 'OM'],
  'users.write': ['OM', 'OM'],
  'users.give': ['OM', 'OM'],
  'users.export': ['OM', 'OM'],
  'bulk.run': ['OM', 'OM'],
  'orders.ask': ['OMSF', 'OMSF'],
  'prices.read': ['OMFV', 'OMFV'],
  'money.read': ['OMFV', 'OMFV'],
  'statements.read': ['OMFV', 'OMFV'],
  'agencies.read': ['OMFV', 'OMFV'],
  'prices.write': ['OM', 'OM'],
  'cards.write': ['OM', 'OM'],
  'invites.write': ['OM', 'OM'],
  'notices.write': ['OM', 'OM'],
  'brand.write': ['OM', 'OM'],
  'money.top-up': ['OMF', ''],
  'money.pay-out': ['OF', 'OF'],
  'withdrawals.decide': ['OF', 'OF'],
  'payments.confirm': ['OF', 'OF'],
  'exports.make': ['O', 'O'],
  'staff.read': ['OM', 'OM'],
  'audit.read': ['OM', 'OM'],
  'staff.write': ['O', 'O'],
  'merchants.write': ['O', 'O'],
  'keys.write': ['O', 'O'],
  'webhooks.write': ['O', 'O'],
  'backups.download': ['', 'O'],
  'resellers.read': ['', 'OMSFV'],
  'resellers.enter': ['', 'OMS'],
  'resellers.write': ['', 'OM'],
  'packages.write': ['', 'OM'],
  'price-lists.write': ['', 'OM'],
  'nodes.write': ['', 'OM'],
  'jobs.write': ['', 'OM'],
  'settings.read': ['', 'OM'],
  'resellers.terms': ['', 'O'],
  'monitors.write': ['', 'O'],
  'nodes.read': ['', 'OMSV'],
  'mails.read': ['', 'OMS'],
  'alerts.write': ['', 'OMS'],
  'payouts.decide': ['', 'OF'],
  'refunds.make': ['', 'OF'],
  'adjustments.make': ['', 'OF'],
  'books.run': ['', 'OMF'],
} as const

/** What a staff member may do. Every console call names the permission that it needs. */
export type Permission = keyof typeof table
export const permissions = Object.keys(table) as readonly Permission[]

/** What no API key is ever given: what moves money out, and what lets somebody in. */
const neverByKey = new Set<Permission>([
  'money.pay-out',
  'withdrawals.decide',
  'payouts.decide',
  'payments.confirm',
  'refunds.make',
  'adjustments.make',
  'staff.read',
  'staff.write',
  'keys.write',
  'merchants.write',
  'backups.download',
  'monitors.write',
  'users.factor',
  'exports.make',
])
export const keyPermissions = permissions.filter((name) => !neverByKey.has(name))

/** What an own role can be given. Only the owner gets the files of everything. */
export const rolePermissions = permissions.filter((name) => name !== 'exports.make')

/** Staff of one reseller, or of the platform. */
export type TeamScope = 'reseller' | 'platform'

export const builtInRoles: Record<TeamScope, Record<RoleName, ReadonlySet<Permission>>> = {
  reseller: rolesOf(0),
  platform: rolesOf(1),
}

function rolesOf(column: 0 | 1): Record<RoleName, ReadonlySet<Permission>> {
  const setOf = (letter: string) => new Set(permissions.filter((name) => table[name][column].includes(letter)))
  return { owner: setOf('O'), manager: setOf('M'), support: setOf('S'), finance: setOf('F'), viewer: setOf('V') }
}

/** Whoever reads the money reads its statements: a role or a key with the first was made before the second. */
export function grantedBy(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.includes('money.read') ? [...names, 'statements.read'] : names)
}
