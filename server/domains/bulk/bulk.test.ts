import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { BulkWork } from '../../../contract/console/bulk.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildKey } from '../../test/build/build-key.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { runBulk } from './run-bulk.ts'

const made = await makeApp()
const { call, db, config } = made
checkBooksAfterEach(db)
beforeEach(() => clock.reset())
const { bulk, factors, users } = consoleApi

const boss = await buildStaff(made, { resellerId: 260 })
const support = await buildStaff(made, { resellerId: 260, role: 'support' })
const onlyBulk = await buildStaff(made, { resellerId: 260, permissions: ['bulk.run', 'users.read'] })
const neighbour = await buildStaff(made, { resellerId: 261 })
const cheap = await buildPackage(db, { resellerId: 260, prices: { month: { retailFen: 3000, wholesaleFen: 1500 } } })
const dear = await buildPackage(db, { resellerId: 260, prices: { month: { retailFen: 9000, wholesaleFen: 4500 } } })
await fundReseller(db, 260, 1_000_000)

async function subscribe(packageId: number, endsInDays: number) {
  const account = await buildAccount(db, { resellerId: 260 })
  const expiresAt = new Date(clock.now().getTime() + endsInDays * DAY_MS)
  const values = {
    resellerId: 260,
    accountId: account.id,
    packageId,
    period: 'month' as const,
    expiresAt,
    totalBytes: 1000,
  }
  await db.kysely.insertInto('subscriptions').values(values).execute()
  return account
}
type Account = Awaited<ReturnType<typeof subscribe>>
const idsOf = (accounts: Account[]) => accounts.map(({ id }) => id).join(',')
const endOf = async ({ id }: Account) =>
  (
    await db.kysely
      .selectFrom('subscriptions')
      .select('expiresAt')
      .where('accountId', '=', id)
      .executeTakeFirstOrThrow()
  ).expiresAt!.getTime()
const pocket = () => loadBalanceFen({ db }, { kind: 'reseller', resellerId: 260 })
const reserved = () => loadBalanceFen({ db }, { kind: 'bulk_hold', resellerId: 260 })
const runJob = (bulkId: string) =>
  runBulk({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false }, { resellerId: 260, bulkId })

const prove = async ({ call: by, password }: typeof boss) =>
  expect((await by(factors.stepUp, { passWord: password })).status).toBe(200)

async function start(accounts: Account[], work: BulkWork, key: string = randomUUID(), by = boss) {
  const selection = { ids: idsOf(accounts) }
  const { data } = await by.call(bulk.preview, { selection, work })
  const input = { selection, work, people: data?.people ?? 1, costFen: data?.costFen ?? 0, key }
  if (work.kind === 'block') await prove(by)
  return { preview: data, started: await by.call(bulk.start, input), input }
}

test('a preview shows who is included, who is left out and why, and the cost, and changes nothing', async () => {
  const people = [await subscribe(cheap.id, 3), await subscribe(dear.id, 3), await subscribe(cheap.id, -40)]
  const bare = await buildAccount(db, { resellerId: 260 })
  const before = await pocket()
  const selection = { ids: idsOf([...people, bare]) }
  const { data } = await boss.call(bulk.preview, { selection, work: { kind: 'days', days: 3 } })
  expect(data).toEqual({
    people: 2,
    costFen: 150 + 450,
    standings: [{ standing: 'active', people: 2, costFen: 600, included: true }],
    skipped: [{ reason: 'gift.no_package', people: 2 }],
    names: [people[0]!.userName, people[1]!.userName],
  })
  expect(await pocket()).toBe(before)
})

test('the expired are named in the preview, and included only if asked for', async () => {
  const [running, paused, expired] = [
    await subscribe(cheap.id, 3),
    await subscribe(cheap.id, 3),
    await subscribe(dear.id, -5),
  ]
  await db.kysely.updateTable('accounts').set({ pausedAt: clock.now() }).where('id', '=', paused.id).execute()
  const banked = { expiresAt: null, bankedSeconds: 3 * 86_400 }
  await db.kysely.updateTable('subscriptions').set(banked).where('accountId', '=', paused.id).execute()
  const asked = { selection: { ids: idsOf([running, paused, expired]) }, work: { kind: 'days', days: 3 } as const }
  const { data: usual } = await boss.call(bulk.preview, asked)
  expect([usual.people, usual.costFen, usual.skipped]).toEqual([2, 300, []])
  expect(usual.standings).toEqual([
    { standing: 'active', people: 1, costFen: 150, included: true },
    { standing: 'paused', people: 1, costFen: 150, included: true },
    { standing: 'expired', people: 1, costFen: 450, included: false },
  ])
  const { data: chosen } = await boss.call(bulk.preview, { ...asked, standings: ['expired'] })
  expect([chosen.people, chosen.costFen, chosen.names]).toEqual([1, 450, [expired.userName]])
  const none = await boss.call(bulk.start, { ...asked, standings: [], people: 1, costFen: 150, key: randomUUID() })
  expect(none.code).toBe('bulk.empty')
  const input = { ...asked, standings: ['active' as const], people: 1, costFen: 150, key: randomUUID() }
  const started = await boss.call(bulk.start, input)
  const other = await boss.call(bulk.start, { ...input, standings: ['paused'] })
  expect(other.code).toBe('request.key_reused')
  const before = await endOf(expired)
  await runJob(started.data.id)
  expect(await endOf(expired)).toBe(before)
})

test('everybody gets it once at the previewed cost, and pressing twice changes nothing more', async () => {
  const people = [await subscribe(cheap.id, 3), await subscribe(dear.id, 3)]
  const ends = await Promise.all(people.map(endOf))
  const before = await pocket()
  const key = randomUUID()
  const { preview, started, input } = await start(people, { kind: 'days', days: 3 }, key)
  const again = await boss.call(bulk.start, input)
  expect([started.status, again.data.id]).toEqual([200, started.data.id])
  expect([await pocket(), await reserved()]).toEqual([before - preview.costFen, preview.costFen])
  const other = await boss.call(bulk.start, { ...input, work: { kind: 'days', days: 4 } })
  expect(other.code).toBe('request.key_reused')
  await runJob(started.data.id)
  await runJob(started.data.id)
  expect((await boss.call(bulk.show, { id: started.data.id })).data).toMatchObject({
    state: 'done',
    done: 2,
    skipped: 0,
    spentFen: preview.costFen,
    by: boss.name,
  })
  expect(await Promise.all(people.map(endOf))).toEqual(ends.map((end) => end + 3 * DAY_MS))
  expect([await pocket(), await reserved()]).toEqual([before - preview.costFen, 0])
})

test('two presses at once start one bulk', async () => {
  const people = [await subscribe(cheap.id, 3)]
  const selection = { ids: idsOf(people) }
  const input = { selection, work: { kind: 'days', days: 1 } as const, people: 1, costFen: 50, key: randomUUID() }
  const answers = await Promise.all([boss.call(bulk.start, input), boss.call(bulk.start, input)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]!.data.id).toBe(answers[1]!.data.id)
  await runJob(answers[0]!.data.id)
})

test('a number or price that differs from the preview is shown first', async () => {
  const people = [await subscribe(cheap.id, 3), await subscribe(cheap.id, 4)]
  const selection = { ids: idsOf(people) }
  const work = { kind: 'days', days: 3 } as const
  const before = await pocket()
  const answer = await boss.call(bulk.start, { selection, work, people: 2, costFen: 299, key: randomUUID() })
  expect([answer.status, answer.code, await pocket()]).toEqual([409, 'bulk.changed', before])
})

test('a user whose price changed since is skipped and named, and the money is returned', async () => {
  const people = [await subscribe(cheap.id, 3), await subscribe(cheap.id, 3)]
  const before = await pocket()
  const { started } = await start(people, { kind: 'days', days: 3 })
  await db.kysely
    .updateTable('subscriptions')
    .set({ packageId: dear.id })
    .where('accountId', '=', people[1]!.id)
    .execute()
  await runJob(started.data.id)
  const { rows } = (await boss.call(bulk.results, { id: started.data.id })).data
  expect(rows.map(({ userName, state, reason }) => [userName, state, reason])).toEqual([
    [people[0]!.userName, 'done', null],
    [people[1]!.userName, 'skipped', 'bulk.price_changed'],
  ])
  expect([await pocket(), await reserved()]).toEqual([before - 150, 0])
})

test('nothing starts without enough money', async () => {
  const poor = await buildStaff(made, { resellerId: 262 })
  const plan = await buildPackage(db, { resellerId: 262 })
  const account = await buildAccount(db, { resellerId: 262 })
  const expiresAt = new Date(clock.now().getTime() + DAY_MS)
  await db.kysely
    .insertInto('subscriptions')
    .values({ resellerId: 262, accountId: account.id, packageId: plan.id, period: 'month', expiresAt })
    .execute()
  const { started } = await start([account], { kind: 'days', days: 3 }, randomUUID(), poor)
  expect(started.code).toBe('balance.short')
  expect((await poor.call(bulk.list, {})).data.rows).toEqual([])
})

test('a notice reaches only the selected users', async () => {
  const [reader, other] = [await subscribe(cheap.id, 3), await subscribe(cheap.id, 3)]
  const { started } = await start([reader], { kind: 'notice', title: '线路已恢复', body: '香港线路已经**恢复**。' })
  await runJob(started.data.id)
  const titles = async (account: Account) =>
    (await call(api.notices.list, {}, { token: await buildSession(db, account) })).data.items.map(({ title }) => title)
  expect([await titles(reader), await titles(other)]).toEqual([['线路已恢复'], []])
})

test('a bulk block blocks users and leaves out those already blocked', async () => {
  const people = [await subscribe(cheap.id, 3), await subscribe(cheap.id, 3)]
  await db.kysely
    .updateTable('accounts')
    .set({ blockedAt: clock.now(), blockedReason: 'before' })
    .where('id', '=', people[1]!.id)
    .execute()
  const { preview, started } = await start(people, { kind: 'block', reason: '核实中' })
  expect(preview).toMatchObject({ people: 1, skipped: [{ reason: 'freeze.wrong_state', people: 1 }] })
  await runJob(started.data.id)
  const { data } = await boss.call(users.list, { ids: idsOf(people), state: 'blocked' })
  expect(data.count).toBe(2)
})

test('a bulk block asks for the factor again, however lately it was shown, and is closed to keys', async () => {
  const person = await subscribe(cheap.id, 3)
  const member = await buildStaff(made, { resellerId: 260 })
  const asked = { selection: { ids: idsOf([person]) }, people: 1, costFen: 0 }
  const block = () => ({ ...asked, work: { kind: 'block', reason: '核实中' } as const, key: randomUUID() })
  const runs = async () => (await member.call(bulk.list, {})).data.rows.length
  const before = await runs()

  const bot = await buildKey(made, { resellerId: 260, dailyFen: 300 })
  expect(await bot.call(bulk.start, block())).toMatchObject({ status: 403, code: 'staff.step_up' })
  const first = block()
  expect((await member.call(bulk.start, first)).code, 'who has just signed in').toBe('staff.step_up')
  await prove(member)
  clock.shift(staffLimits.freshProofMs)
  expect((await member.call(bulk.start, first)).code, 'who showed it a minute ago').toBe('staff.step_up')
  expect(await runs()).toBe(before)

  await prove(member)
  expect((await member.call(bulk.start, { ...first, people: 2 })).code, 'a refusal leaves the proof').toBe(
    'bulk.changed',
  )
  const twice = await Promise.all([member.call(bulk.start, first), member.call(bulk.start, first)])
  expect(twice.map(({ data }) => data.id)).toEqual([twice[0]!.data.id, twice[0]!.data.id])
  expect((await member.call(bulk.start, block())).code, 'the next one').toBe('staff.step_up')
  expect(await runs()).toBe(before + 1)

  await db.kysely.updateTable('staff').set({ recoveredAt: clock.now() }).where('id', '=', member.staffId).execute()
  await prove(member)
  expect((await member.call(bulk.start, block())).code).toBe('staff.recovered')
})

test('a bulk stops when its reseller is suspended or staff stop it, and unused money is returned', async () => {
  for (const how of ['suspended', 'stopped'] as const) {
    const people = [await subscribe(cheap.id, 3), await subscribe(cheap.id, 3)]
    const before = await pocket()
    const { started } = await start(people, { kind: 'days', days: 3 })
    const suspend = (suspendedAt: Date | null) =>
      db.kysely.updateTable('resellers').set({ suspendedAt }).where('id', '=', 260).execute()
    if (how === 'suspended') {
      await suspend(clock.now())
      const refused = await boss.call(bulk.stop, { id: started.data.id })
      expect(refused.code).toBe('reseller.suspended')
    } else expect((await boss.call(bulk.stop, { id: started.data.id })).data.state).toBe('stopped')
    await runJob(started.data.id)
    await suspend(null)
    expect((await boss.call(bulk.show, { id: started.data.id })).data).toMatchObject({
      state: 'stopped',
      done: 0,
      skipped: 2,
      spentFen: 0,
    })
    expect([await pocket(), await reserved()]).toEqual([before, 0])
  }
})

test('a bulk needs the permission for its action, and another reseller’s bulk is unknown', async () => {
  const people = [await subscribe(cheap.id, 3)]
  const selection = { ids: idsOf(people) }
  const work = { kind: 'days', days: 3 } as const
  expect((await support.call(bulk.preview, { selection, work })).code).toBe('staff.forbidden')
  expect((await onlyBulk.call(bulk.preview, { selection, work })).code).toBe('staff.forbidden')
  expect((await neighbour.call(bulk.preview, { selection, work })).code).toBe('bulk.empty')
  const { started } = await start(people, work)
  for (const id of [started.data.id, randomUUID()]) {
    for (const route of [bulk.show, bulk.results, bulk.stop]) {
      expect((await neighbour.call(route, { id })).code).toBe('object.unknown')
    }
  }
  await runJob(started.data.id)
})

test('bulk work of an API key spends from its limit, and every gift names the key', async () => {
  const people = [await subscribe(cheap.id, 3), await subscribe(cheap.id, 4)]
  const bot = await buildKey(made, { resellerId: 260, dailyFen: 300 })
  const work = { kind: 'days', days: 3 } as const
  const asked = { selection: { ids: idsOf(people) }, work, people: 2, costFen: 300, key: randomUUID() }
  const { data } = await bot.call(bulk.start, asked)
  await runJob(data.id)
  const gifts = db.kysely.selectFrom('gifts').select('givenBy').where('bulkHoldId', '=', data.id)
  expect((await gifts.execute()).map(({ givenBy }) => givenBy)).toEqual([`key:${bot.short}`, `key:${bot.short}`])
  expect(await bot.call(bulk.start, { ...asked, key: randomUUID() })).toMatchObject({
    status: 403,
    code: 'key.limit',
    data: { limitFen: 300, spentFen: 300 },
  })
})
