import { expect, it } from 'vitest'

import { builtInRoles, type Permission } from '../../../contract/permissions.ts'
import { bulkKinds, firstDraft, isTyped, toggleStanding, workOf } from './bulk-draft.ts'

const having =
  (...held: Permission[]) =>
  (permission: Permission) =>
    held.includes(permission)

it.each([
  [
    ['bulk.run', 'users.give', 'notices.write', 'users.write'],
    ['days', 'traffic', 'notice', 'block', 'unblock'],
  ],
  [
    ['bulk.run', 'users.help'],
    ['tag', 'untag'],
  ],
  [
    ['bulk.run', 'users.give'],
    ['days', 'traffic'],
  ],
  [['bulk.run', 'notices.write'], ['notice']],
  [['bulk.run'], []],
  [['users.give', 'notices.write', 'users.write'], []],
] as [Permission[], string[]][])('with %j a member can do %j to many users', (held, kinds) => {
  expect(bulkKinds(having(...held))).toEqual(kinds)
})

it('support can do nothing to many users at once', () => {
  expect(bulkKinds((permission) => builtInRoles.reseller.support.has(permission))).toEqual([])
})

it('sends the fields of the chosen kind, without spaces around texts', () => {
  const typed = { ...firstDraft('days'), title: ' 标题 ', body: ' 正文\n', reason: ' 核实 ', tag: ' 老客户 ' }
  expect(workOf(typed)).toEqual({ kind: 'days', days: 3 })
  expect(workOf({ ...typed, kind: 'traffic' })).toEqual({ kind: 'traffic', gb: 10 })
  expect(workOf({ ...typed, kind: 'notice' })).toEqual({ kind: 'notice', title: '标题', body: '正文' })
  expect(workOf({ ...typed, kind: 'block' })).toEqual({ kind: 'block', reason: '核实' })
  expect(workOf({ ...typed, kind: 'unblock' })).toEqual({ kind: 'unblock' })
  expect(workOf({ ...typed, kind: 'untag' })).toEqual({ kind: 'untag', tag: '老客户' })
})

it('knows whether leaving would lose something, in whichever order the standings were ticked', () => {
  const first = firstDraft('days')
  expect([isTyped(first), isTyped({ ...first, kind: 'traffic' }), isTyped({ ...first, days: 5 })]).toEqual([
    false,
    false,
    true,
  ])
  const without = { ...first, standings: toggleStanding(first, 'active') }
  expect([isTyped(without), isTyped({ ...without, standings: toggleStanding(without, 'active') })]).toEqual([
    true,
    false,
  ])
})
