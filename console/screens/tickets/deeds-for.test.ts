import { expect, it } from 'vitest'

import type { TicketDesk } from '../../../contract/console/tickets.ts'
import { builtInRoles } from '../../../contract/permissions.ts'
import type { RoleName } from '../../../contract/role-names.ts'
import { deedsFor } from './deeds-for.ts'

const as = (role: RoleName) => ({
  may: (permission: Parameters<Parameters<typeof deedsFor>[2]['may']>[0]) =>
    builtInRoles.reseller[role].has(permission),
  isOperator: false,
})
const user = {
  state: 'active',
  lines: [{ number: 1 }],
  package: { id: 1 },
  blockedReason: null,
  pausedAt: null,
  lockedAt: null,
  hasTotp: false,
  deletionByStaff: false,
  deleteAfter: null,
  ownsAgency: false,
} as unknown as TicketDesk['user']
const payment = (state: TicketDesk['payments'][number]['state']) => ({
  paymentId: 'p',
  at: '2026-11-01T00:00:00.000Z',
  amountFen: 3000,
  state,
})
const desk = { user, payments: [] }

it('offers what fits the question, and to each member only what the role may do', () => {
  expect(deedsFor('dead', desk, as('manager'))).toEqual(['moveLine', 'resetFeed', 'giveDay'])
  expect(deedsFor('dead', desk, as('support'))).toEqual(['moveLine', 'resetFeed'])
  expect(deedsFor('account', desk, as('support'))).toEqual(['resetCode', 'resetFeed'])
  expect(deedsFor('dead', desk, as('viewer'))).toEqual([])
})

it('asks the gateway only when the last payment is unpaid, and moves nobody who has no line', () => {
  expect(deedsFor('payment', desk, as('support'))).toEqual([])
  expect(deedsFor('payment', { ...desk, payments: [payment('pending'), payment('paid')] }, as('support'))).toEqual([
    'ask',
  ])
  expect(deedsFor('payment', { ...desk, payments: [payment('paid'), payment('pending')] }, as('support'))).toEqual([])
  expect(deedsFor('dead', { ...desk, user: { ...user, lines: [] } }, as('support'))).toEqual(['resetFeed'])
  expect(deedsFor('dead', { ...desk, user: { ...user, blockedReason: 'x' } }, as('manager'))).toEqual([
    'moveLine',
    'resetFeed',
  ])
})
