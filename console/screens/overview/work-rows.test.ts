import { expect, it } from 'vitest'

import type { Overview } from '../../../contract/console/overview.ts'
import { say } from '../../../ui/test/say.ts'
import { workRows } from './work-rows.ts'

const none = {
  withdrawals: 0,
  refundWishes: 0,
  stuckPayments: 0,
  nodesDown: 0,
  unverifiedDomains: 0,
  bulkRuns: 0,
  blocked: null,
  tickets: 0,
  outage: null,
}
const rowsOf = (change: object, waiting: object = {}, mayTell = false) =>
  workRows(
    { waiting: { ...none, ...waiting }, balance: null, limit: null, contacts: null, ...change } as unknown as Overview,
    say,
    mayTell,
  ).map(({ text, tone, to, deed }) => [tone, to, text, ...(deed ? [deed.to] : [])].join(' '))

it('shows nothing where nothing waits, or may not be seen', () => {
  expect(rowsOf({})).toEqual([])
  expect(rowsOf({}, { withdrawals: null, tickets: null })).toEqual([])
  expect(rowsOf({ balance: { isLow: false, balanceFen: 5, owedFen: 0, lastsDays: 1 } })).toEqual([])
})

it('leads from every count to its list, the urgent first', () => {
  const decisions = { withdrawals: 1, refundWishes: 2, stuckPayments: 3, unverifiedDomains: 4, bulkRuns: 5, tickets: 6 }
  expect(rowsOf({ limit: 'near' }, { ...decisions, nodesDown: 7 })).toEqual([
    'bad /network nodesDown 7',
    'warn /users limitNear',
    'warn /tickets?state=open tickets 6',
    'warn /payments stuck 3',
    'warn /invites?tab=withdrawals withdrawals 1',
    'warn /brand domains 4',
    'calm /orders wishes 2',
    'calm /bulk bulks 5',
  ])
})

it('leads from users to contact to these users, and by its button to a bulk for them', () => {
  const [some, nobody] = [
    { count: 3, isFloor: false },
    { count: 0, isFloor: false },
  ]
  const contacts = { ending: some, neverConnected: { count: 1000, isFloor: true }, overQuota: nobody }
  expect(rowsOf({ contacts })).toEqual([
    'calm /users?endsWithinDays=7 ending 3  7 /bulk?make=notice&endsWithinDays=7',
    'calm /users?neverConnected=true neverConnected 1000 orMore /bulk?make=notice&neverConnected=true',
  ])
})

it('a full limit is worse than one that is near, and a debt is said before how long the balance lasts', () => {
  expect(rowsOf({ limit: 'full' })).toEqual(['bad /users limitFull'])
  const low = { isLow: true, balanceFen: 900, owedFen: 0, lastsDays: 2 }
  expect(rowsOf({ balance: low })).toEqual(['bad /money lasts ¥9.00 2'])
  expect(rowsOf({ balance: { ...low, owedFen: 1 } })).toEqual(['bad /money owes ¥0.01'])
})

it('names a bulk that blocked users, and leads to where it is taken back', () => {
  const blocked = { bulkId: 'b1', people: 121, by: 'boss260', at: '2026-11-14T21:02:00.000Z' }
  expect(rowsOf({}, { blocked })).toEqual([expect.stringMatching(/^warn \/bulk\/b1 blocked 121 .*boss260/)])
})

it('leads from nodes that are down to telling the users, and from telling them to its end, for who may', () => {
  const outage = { nodes: 2, since: '2026-11-14T12:00:00Z' }
  expect(rowsOf({}, { nodesDown: 2 }, true)).toEqual(['bad /network nodesDown 2 /network?outage=begin'])
  expect(rowsOf({}, { nodesDown: 2, outage }, true)).toEqual([
    'bad /network nodesDown 2',
    expect.stringMatching(/^warn \/network outage 2 .* \/network\?outage=end$/),
  ])
  expect(rowsOf({}, { outage })).toEqual([expect.stringMatching(/^warn \/network outage 2 [^/]*$/)])
})
