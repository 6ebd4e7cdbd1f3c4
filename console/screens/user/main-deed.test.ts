import { expect, it } from 'vitest'

import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { builtInRoles } from '../../../contract/permissions.ts'
import type { RoleName } from '../../../contract/role-names.ts'
import { mainDeed } from './main-deed.ts'

const as = (role: RoleName) => ({
  may: (permission: Parameters<Parameters<typeof mainDeed>[1]['may']>[0]) =>
    builtInRoles.reseller[role].has(permission),
  isOperator: false,
})
const at = '2026-11-01T00:00:00.000Z'
const line = { number: 1, state: 'active', reason: null, nodeState: 'up', nodeCheck: 'good' }
const user = {
  state: 'active',
  lines: [line],
  package: { id: 1 },
  blockedReason: null,
  pausedAt: null,
  lockedAt: null,
  hasTotp: false,
  deletionByStaff: false,
  deleteAfter: null,
  ownsAgency: false,
  firstConnectedAt: at,
} as unknown as ShownUser
const down = [{ ...line, nodeState: 'down' }] as ShownUser['lines']

it.each([
  ['blocked', { blockedReason: 'x', state: 'blocked' }, 'unblock', null],
  ['paused', { pausedAt: at, state: 'paused' }, 'resume', null],
  ['without a plan', { package: null, state: 'none', lines: [] }, 'sell', null],
  ['expired', { state: 'expired' }, 'sell', null],
  ['on a node that is down', { lines: down }, 'moveLine', 'moveLine'],
  ['never connected', { firstConnectedAt: null }, 'tutorial', null],
  ['well', {}, 'give', null],
] as const)('a user who is %s gets the button that helps', (_, change, manager, support) => {
  const shown = { ...user, ...change } as ShownUser
  expect([mainDeed(shown, as('manager')), mainDeed(shown, as('support')), mainDeed(shown, as('viewer'))]).toEqual([
    manager,
    support,
    null,
  ])
})

it('moves nobody who still has a line that works', () => {
  expect(mainDeed({ ...user, lines: [...down, line] as ShownUser['lines'] }, as('manager'))).toBe('give')
})
