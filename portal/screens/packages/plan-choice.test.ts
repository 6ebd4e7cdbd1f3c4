import { expect, it } from 'vitest'

import type { Current, Package } from './catalogue.ts'
import {
  accentPlan,
  actionOf,
  commonSaving,
  firstPeriod,
  inOrder,
  isStepDown,
  laterChoice,
  monthlyFen,
  periodsOf,
  savedPercent,
} from './plan-choice.ts'

const plan = (id: string, offers: Package['offers'], kind: Package['kind'] = 'plan'): Package => ({
  id,
  kind,
  name: id,
  note: '',
  trafficBytes: 1,
  deviceLimit: 1,
  lineLimit: 1,
  speedClass: 'standard',
  stock: null,
  recommended: false,
  offers,
})
const offer = (period: Package['offers'][number]['period'], priceFen: number, isStepDown = false) => ({
  period,
  priceFen,
  special: null,
  isStepDown,
})
const small = plan('1', [offer('month', 1000), offer('year', 9999)])
const large = plan('2', [offer('month', 3000)])
const once = plan('3', [offer('once', 5000)])
const pack = plan('4', [offer('once', 500)], 'pack')

const has = (changes: Partial<Current>): Current => ({
  state: 'none',
  packageId: null,
  packageName: null,
  isTrial: false,
  period: null,
  expiresAt: null,
  startsBy: null,
  nextResetAt: null,
  autoRenew: false,
  renewEarlyFen: null,
  next: null,
  ...changes,
})
const active = has({ state: 'active', packageId: '1', period: 'month' })

const accentOf = (items: readonly Package[], current = has({})) =>
  accentPlan({ items: [...items], current }, 'month')?.id

it('offers the periods that are sold, shortest first', () => {
  expect(periodsOf([once, small])).toEqual(['month', 'year', 'once'])
  expect(firstPeriod([small], has({ period: 'year' }))).toBe('year')
  expect(firstPeriod([small], has({ period: 'half' }))).toBe('month')
})

it('lets one plan stand out for a newcomer: the recommended one, else the first that can be bought', () => {
  const soldOut = { ...small, stock: 0, recommended: true }
  const marked = { ...large, recommended: true }
  expect(accentOf([pack, small, large])).toBe('1')
  expect(accentOf([small, marked])).toBe('2')
  expect(accentOf([soldOut, large])).toBe('2')
  expect(accentPlan({ items: [large], current: has({}) }, 'year')).toBeUndefined()
})

it('lets one plan stand out for who has one: a step up while it runs, itself when it has ended', () => {
  const lower = { ...plan('5', [offer('month', 500, true)]), recommended: true }
  const larger = { ...plan('6', [offer('month', 6000)]), recommended: true }
  expect(accentOf([small, lower], active)).toBeUndefined()
  expect(accentOf([small, lower, large], active)).toBe('2')
  expect(accentOf([small, large, larger], active)).toBe('6')
  expect(accentOf([large, small], { ...active, state: 'expired' })).toBe('1')
})

it('never shows a monthly price below the real one', () => {
  expect(monthlyFen(9999, 'year')).toBe(834)
  expect(monthlyFen(1000, 'month')).toBe(1000)
  expect(monthlyFen(5000, 'once')).toBeNull()
})

it('never rounds a saving up, and shows only real savings', () => {
  expect(savedPercent(small, 'year')).toBe(16)
  expect(savedPercent(small, 'month')).toBeNull()
  expect(savedPercent(large, 'year')).toBeNull()
  const other = plan('5', [offer('month', 1000), offer('year', 6000)])
  expect(commonSaving([small, large, other], 'year')).toBe(16)
  expect(commonSaving([small, plan('6', [offer('year', 1)])], 'year')).toBeNull()
})

it.each([
  ['nothing yet', has({}), small, 'month', 'new'],
  ['the same plan', active, small, 'year', 'renew'],
  ['another plan', active, large, 'month', 'upgrade'],
  ['another plan while paused', { ...active, state: 'paused' }, large, 'month', 'upgrade'],
  ['the same plan after its end', { ...active, state: 'expired' }, small, 'month', 'renew'],
  ['another plan after its end', { ...active, state: 'expired' }, large, 'month', 'new'],
  ['the same plan without time', { ...active, packageId: '3' }, once, 'once', 'upgrade'],
  ['a pack', active, pack, 'once', 'pack'],
] as const)('%s', (_case, current, wanted, period, action) => {
  expect(actionOf(current as Current, wanted, period)).toBe(action)
})

it('sees a lower plan as one that can only follow, but not once the current one has ended', () => {
  const lower = plan('5', [offer('month', 500, true)])
  expect(isStepDown(active, lower, 'month')).toBe(true)
  expect(isStepDown(active, large, 'month')).toBe(false)
  expect(isStepDown({ ...active, state: 'expired' }, lower, 'month')).toBe(false)
})

it('shows the own plan first and keeps the order of the others', () => {
  const order = (current: Current) => inOrder([pack, small, large, once], current).map(({ id }) => id)
  expect(order(has({ packageId: '2' }))).toEqual(['2', '1', '3'])
  expect(order(has({}))).toEqual(['1', '2', '3'])
})

it('offers the end of the period first when more than a tenth of the credit would be lost', () => {
  const quote = (changes: object) => ({
    action: 'upgrade' as const,
    packageId: '2',
    period: 'month' as const,
    creditFen: 10_000,
    lapsingCreditFen: 1_001,
    ...changes,
  })
  const later = (changes: object, period: Current['period'] = 'year') => laterChoice(quote(changes), has({ period }))
  expect(later({})).toEqual({ packageId: '2', period: 'month' })
  expect(later({ lapsingCreditFen: 1_000 })).toBeNull()
  expect(later({ creditFen: 0, lapsingCreditFen: 0 })).toBeNull()
  expect(later({ action: 'renew' })).toBeNull()
  expect(later({ period: 'once' })).toBeNull()
  expect(later({}, 'once')).toBeNull()
})
