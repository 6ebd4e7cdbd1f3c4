import { expect, it } from 'vitest'

import { consoleApi } from '../../../contract/console/api.ts'
import { builtInRoles } from '../../../contract/permissions.ts'
import type { RoleName } from '../../../contract/role-names.ts'
import { actionsFor, type ActionName } from './user-actions.ts'

type User = Parameters<typeof actionsFor>[0]
const user: User = {
  state: 'active',
  lines: [],
  pausedAt: null,
  lockedAt: null,
  hasTotp: false,
  blockedReason: null,
  deletionByStaff: false,
  deleteAfter: null,
  ownsAgency: false,
}
const as = (role: RoleName, isOperator = false) => ({
  may: (permission: Parameters<Parameters<typeof actionsFor>[1]['may']>[0]) =>
    builtInRoles[isOperator ? 'platform' : 'reseller'][role].has(permission),
  isOperator,
})

it('offers a member only what the role allows', () => {
  expect(actionsFor(user, as('support'))).toEqual(['resetCode', 'resetFeed'])
  expect(actionsFor(user, as('viewer'))).toEqual([])
  expect(actionsFor(user, as('manager'))).toEqual([
    'message',
    'pause',
    'resetCode',
    'endSessions',
    'resetFeed',
    'block',
    'delete',
  ])
})

const line = {
  number: 1,
  node: '东京 01',
  region: 'JP',
  state: 'active' as const,
  reason: null,
  nodeState: 'up' as const,
  nodeCheck: 'good' as const,
  since: '2026-11-01T00:00:00.000Z',
}
const at = '2026-11-01T00:00:00.000Z'
/** Users in whose state the action makes sense. */
const fitting: Record<ActionName, Partial<User>> = {
  message: {},
  pause: {},
  resume: { state: 'paused', pausedAt: at },
  resetCode: {},
  moveLine: { lines: [line] },
  unlock: { lockedAt: at },
  clearFactor: { hasTotp: true },
  endSessions: {},
  resetFeed: {},
  unblock: { state: 'blocked', blockedReason: 'fraud' },
  block: {},
  keep: { deletionByStaff: true, deleteAfter: at },
  delete: {},
}

it.each(Object.entries(fitting) as [ActionName, Partial<User>][])('%s is offered to who may call it', (name, state) => {
  const { permission } = consoleApi.user[name]
  const offered = (may: (wanted: string) => boolean) => actionsFor({ ...user, ...state }, { may, isOperator: true })
  expect(offered((wanted) => wanted === permission)).toContain(name)
  expect(offered((wanted) => wanted !== permission)).not.toContain(name)
})

it('moves a line of who has one and a running plan, for members who help users', () => {
  const served: User = { ...user, lines: [line] }
  expect(actionsFor(served, as('manager'))).toContain('moveLine')
  expect(actionsFor(served, as('support'))).toContain('moveLine')
  expect(actionsFor(served, as('finance'))).not.toContain('moveLine')
  expect(actionsFor({ ...served, state: 'expired' }, as('manager'))).not.toContain('moveLine')
})

it('offers only what fits the state of the user', () => {
  const troubled = {
    ...user,
    state: 'blocked' as const,
    pausedAt: at,
    lockedAt: at,
    hasTotp: true,
    blockedReason: '核实中',
  }
  expect(actionsFor(troubled, as('manager'))).toEqual([
    'message',
    'resetCode',
    'unlock',
    'clearFactor',
    'endSessions',
    'resetFeed',
    'unblock',
    'delete',
  ])
  expect(actionsFor({ ...user, deleteAfter: at, deletionByStaff: true }, as('manager'))).toContain('keep')
  // Only the user takes back a deletion that the user asked for.
  expect(actionsFor({ ...user, deleteAfter: at }, as('manager'))).not.toContain('keep')
  expect(actionsFor({ ...user, deleteAfter: at }, as('manager'))).not.toContain('delete')
})

it('leaves the account of an agency’s owner to the operator', () => {
  const boss = { ...user, ownsAgency: true }
  expect(actionsFor(boss, as('owner'))).toEqual(['message', 'pause', 'endSessions', 'resetFeed'])
  expect(actionsFor(boss, as('owner', true))).toContain('block')
})

it('ends a pause, but not the one of a block', () => {
  const paused = { ...user, state: 'paused' as const, pausedAt: '2026-11-01T00:00:00.000Z' }
  expect(actionsFor(paused, as('manager'))).toEqual(expect.arrayContaining(['resume']))
  expect(actionsFor(paused, as('manager'))).not.toContain('pause')
  expect(actionsFor({ ...paused, blockedReason: '核实中' }, as('manager'))).not.toContain('resume')
})
