import { beforeAll, expect, test } from 'vitest'

import type { Permission, TeamScope } from '../../contract/permissions.ts'
import { roleNames, type RoleName } from '../../contract/role-names.ts'
import { isShort } from '../../test/grid.ts'
import { buildKey } from '../test/build/build-key.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildReseller } from '../test/build/factories.ts'
import { buildSpendingShop, spendingCalls } from '../test/build/spending-shop.ts'
import { agreedFor, agreedRows } from '../test/look/agreed-permissions.ts'
import { agreedStepUp } from '../test/look/agreed-step-up.ts'
import { askGuard, askInTurns, type GuardAnswer } from '../test/look/ask-guard.ts'
import { consoleCalls, type NamedRoute } from '../test/look/every-route.ts'
import { makeApp } from '../test/run/make-app.ts'

const made = await makeApp()
const [OWN, OTHER] = [260, 261]
const forStaff = consoleCalls.filter(({ route }) => route.access === 'staff')

const agreed = new Map(agreedStepUp.map((row) => [row.name, row.atKey]))
/** Agreed: what a key that may make these calls does not take from its daily limit. */
const NOT_SPENDING =
  `cards.voidBatch cards.voidCard giftLinks.takeBack money.topUp network.tell prices.addCoupon prices.addSpecial tickets.answer
   tickets.note user.message users.create`.split(/\s+/)
/** Such a call makes something or moves money: a program must name it, or the balance can be too short for it. */
const isWeighty = ({ once, input, errors }: NamedRoute['route']) =>
  once === true || 'key' in ((input as { properties?: object }).properties ?? {}) || errors.includes('balance.short')

type Case = { name: string; team: TeamScope; role: RoleName | null; named: number | null; got: GuardAnswer }

function expected({ name, team, role, named }: Case): GuardAnswer {
  const { permission, scope = 'reseller' } = forStaff.find((one) => one.name === name)!.route
  const held = agreedFor(agreedRows, team, role)
  const atKey = agreed.get(name)
  if (atKey === 'never' || !held.has(permission as Permission)) return 'forbidden'
  const place = placeOf(team, scope, named, held.has('resellers.enter'))
  if (place !== 'open') return place
  return atKey === 'step-up' ? 'step_up' : 'open'
}

function placeOf(team: TeamScope, scope: string, named: number | null, mayEnter: boolean): GuardAnswer {
  if (team === 'reseller') {
    if (named !== null && named !== OWN) return 'unknown'
    return scope === 'platform' ? 'forbidden' : 'open'
  }
  if (scope === 'platform') return 'open'
  if (named === null) return scope === 'any' ? 'open' : 'unnamed'
  return mayEnter ? 'open' : 'forbidden'
}

const cases: Case[] = []
beforeAll(async () => {
  for (const id of [0, OWN, OTHER]) await buildReseller(made.db, { id })
  const roles = isShort ? (['owner', 'viewer', null] as const) : [...roleNames, null]
  for (const team of ['reseller', 'platform'] as const) {
    for (const role of roles) {
      const resellerId = team === 'reseller' ? OWN : null
      // Given everything that the role has, even what no key may do: a row of the database alone opens nothing.
      const permissions = [...agreedFor(agreedRows, team, role)] as Permission[]
      const { headers } = await buildKey(made, { resellerId, permissions, callsPerMinute: 1_000_000, dailyFen: 100 })
      // Where a key may go depends only on its team: one role in another place is enough.
      for (const named of role === 'owner' ? [null, OTHER] : [null]) {
        const got = await askInTurns(forStaff, (one) => askGuard(made, one, headers, named))
        cases.push(...forStaff.map(({ name }, at) => ({ name, team, role, named, got: got[at]! })))
      }
    }
  }
})

test('every console call is open to exactly the keys that were given it, and never to what no key does', ({ task }) => {
  task.meta.cells = cases.length
  expect(cases.length).toBeGreaterThanOrEqual(forStaff.length * 8)
  const wrong = cases.flatMap((one) => (one.got === expected(one) ? [] : [{ ...one, wanted: expected(one) }]))
  expect(wrong).toEqual([])
})

test('every console call refuses a cookie and a key together, whatever each of them may', async () => {
  const member = await buildStaff(made, { resellerId: OWN })
  const operator = await buildStaff(made, { resellerId: null })
  const { headers } = await buildKey(made, { resellerId: OWN, callsPerMinute: 1_000_000 })
  const wrong = await askInTurns(forStaff, async ({ name, route }) => {
    const cookie = route.scope === 'platform' ? operator.headers : member.headers
    const answer = await made.app.inject({
      method: route.method,
      url: route.path,
      headers: { ...cookie, ...headers },
    })
    const { code, data } = answer.json() as { code?: string; data?: { fields?: Record<string, string> } }
    const isRefused = answer.statusCode === 400 && data?.fields?.['authorization'] === 'together'
    return isRefused ? [] : [`${name}: ${answer.statusCode} ${code}`]
  })
  expect(wrong.flat()).toEqual([])
})

test('of every call that makes or moves something it is agreed whether it spends the balance', () => {
  const open = cases.filter(({ got }) => got === 'open').map(({ name }) => name)
  const made = forStaff.filter(({ name, route }) => open.includes(name) && isWeighty(route)).map(({ name }) => name)
  expect(made.toSorted()).toEqual([...spendingCalls, ...NOT_SPENDING].toSorted())
})

test('every call that spends the balance is refused to a key without a limit, and takes it from one that has a limit', async () => {
  const resellerId = 262
  const { purchase, pocket } = await buildSpendingShop(made, resellerId)
  for (const name of spendingCalls) {
    const { route, costFen, input } = purchase(name)
    const askBy = async (dailyFen: number) => {
      const { call } = await buildKey(made, { resellerId, dailyFen })
      return (await call(route, input)).status
    }
    const before = await pocket()
    expect([name, await askBy(costFen - 1), await pocket()]).toEqual([name, 403, before])
    expect([name, await askBy(costFen), await pocket()]).toEqual([name, 200, before - costFen])
  }
})
