import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { consoleApi } from '../../../contract/console/api.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { startAtNoon } from '../../test/run/start-at-noon.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'

const made = await makeApp()
const { db } = made
checkBooksAfterEach(db)
const { user, bulk, cards, factors } = consoleApi
beforeEach(startAtNoon)

let reseller = 7500
async function buildTeam() {
  const resellerId = (reseller += 1)
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 100_000)
  const anna = await buildStaff(made, { resellerId })
  const bert = await buildStaff(made, { resellerId })
  const { id } = await buildAccount(db, { resellerId })
  return { resellerId, anna, bert, id, pocket: () => loadBalanceFen({ db }, { kind: 'reseller', resellerId }) }
}
type Member = Pick<Awaited<ReturnType<typeof buildStaff>>, 'call' | 'password'>

const giving = (id: number, amountFen: number) => ({
  id,
  wish: { kind: 'balance', amountFen } as const,
  costFen: amountFen,
  key: randomUUID(),
})
const codeOf = async (answer: Promise<{ status: number; code: string | null }>) => {
  const { status, code } = await answer
  return code ?? status
}
const prove = async ({ call, password }: Member) =>
  expect((await call(factors.stepUp, { passWord: password })).status).toBe(200)

test('a team spends 50 yuan a day without the factor; beyond that every member must show it, and then goes on', async () => {
  const { anna, bert, id, pocket } = await buildTeam()
  clock.shift(staffLimits.proofMs)
  expect(await codeOf(anna.call(user.give, giving(id, 3000)))).toBe(200)
  const more = giving(id, 2001)
  expect(await codeOf(anna.call(user.give, more))).toBe('staff.step_up')
  expect(await codeOf(bert.call(user.give, giving(id, 2001)))).toBe('staff.step_up')
  expect(await pocket(), 'nothing was spent').toBe(97_000)
  expect(await codeOf(bert.call(user.give, giving(id, 2000))), 'to the last fen').toBe(200)
  expect(await codeOf(bert.call(user.give, giving(id, 1)))).toBe('staff.step_up')
  await prove(anna)
  expect(await codeOf(anna.call(user.give, more))).toBe(200)
  clock.shift(staffLimits.proofMs)
  expect(await codeOf(anna.call(user.give, more)), 'sent again it spends nothing').toBe(200)
  expect(await pocket()).toBe(100_000 - 7001)
})

test('a new business day begins at zero', async () => {
  const { anna, resellerId, id } = await buildTeam()
  expect(await codeOf(anna.call(user.give, giving(id, 9000)))).toBe(200)
  clock.shift(DAY_MS)
  const late = await buildStaff(made, { resellerId })
  await db.kysely
    .updateTable('staffSessions')
    .set({ provedAt: new Date(clock.now().getTime() - staffLimits.proofMs) })
    .where('staffId', '=', late.staffId)
    .execute()
  expect(await codeOf(late.call(user.give, giving(id, 5000)))).toBe(200)
  expect(await codeOf(late.call(user.give, giving(id, 1)))).toBe('staff.step_up')
})

test('bulk work and card keys count too, and a bulk asks for the factor before any money is held', async () => {
  const { resellerId, anna, bert, id, pocket } = await buildTeam()
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 9000, wholesaleFen: 4500 } } })
  const expiresAt = new Date(clock.now().getTime() + DAY_MS)
  const running = {
    resellerId,
    accountId: id,
    packageId: plan.id,
    period: 'month' as const,
    expiresAt,
    totalBytes: 1000,
  }
  await db.kysely.insertInto('subscriptions').values(running).execute()
  clock.shift(staffLimits.proofMs)
  const selection = { ids: String(id) }
  const start = (days: number) => {
    const work = { kind: 'days', days } as const
    return { selection, work, people: 1, costFen: 150 * days, key: randomUUID() }
  }
  const large = start(34)
  expect(await codeOf(anna.call(bulk.start, large))).toBe('staff.step_up')
  expect([await pocket(), (await anna.call(bulk.list, {})).data.rows]).toEqual([100_000, []])
  expect(await codeOf(anna.call(bulk.start, start(20)))).toBe(200)
  expect(await codeOf(bert.call(user.give, giving(id, 2001)))).toBe('staff.step_up')
  await prove(anna)
  expect(await codeOf(anna.call(bulk.start, large))).toBe(200)

  const other = await buildTeam()
  const wanted = { kind: 'balance', value: 1000, count: 5 } as const
  const { totalFen } = (await other.anna.call(cards.quote, wanted)).data
  expect(await codeOf(other.anna.call(cards.buy, { ...wanted, totalFen, key: randomUUID() }))).toBe(200)
  clock.shift(staffLimits.proofMs)
  expect(await codeOf(other.bert.call(user.give, giving(other.id, 100)))).toBe('staff.step_up')
})

test('of two calls at once that exceed the limit together, one asks for the factor', async () => {
  const { anna, bert, id, pocket } = await buildTeam()
  clock.shift(staffLimits.proofMs)
  const codes = await Promise.all([anna, bert].map(({ call }) => codeOf(call(user.give, giving(id, 3000)))))
  expect(codes.map(String).toSorted()).toEqual(['200', 'staff.step_up'])
  expect(await pocket()).toBe(97_000)
})

test('gifts by the operator’s staff at the platform’s cost have the same limit, over all resellers', async () => {
  const [one, two] = [await buildTeam(), await buildTeam()]
  const operator = await buildStaff(made, { resellerId: null })
  clock.shift(staffLimits.proofMs)
  const give = (team: typeof one, amountFen: number) =>
    codeOf(
      operator.call(user.give, { ...giving(team.id, amountFen), paidBy: 'platform' }, { reseller: team.resellerId }),
    )
  expect(await give(one, 5000)).toBe(200)
  expect(await give(two, 1)).toBe('staff.step_up')
  await prove(operator)
  expect(await give(two, 5000)).toBe(200)
})
