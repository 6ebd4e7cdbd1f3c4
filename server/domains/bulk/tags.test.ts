import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { consoleApi } from '../../../contract/console/api.ts'
import type { BulkWork } from '../../../contract/console/bulk.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { runBulk } from './run-bulk.ts'

const made = await makeApp()
const { db, config } = made
const { bulk, user, users, views } = consoleApi
const boss = await buildStaff(made, { resellerId: 260 })
const support = await buildStaff(made, { resellerId: 260, role: 'support' })
const viewer = await buildStaff(made, { resellerId: 260, role: 'viewer' })
const neighbour = await buildStaff(made, { resellerId: 261 })
const one = () => buildAccount(db, { resellerId: 260 })
type Account = Awaited<ReturnType<typeof one>>

const tagsOf = async ({ id }: Account) => (await boss.call(user.show, { id })).data.tags
const namesBy = async (filter: object) =>
  (await boss.call(users.list, { ...filter, sort: 'created' })).data.rows.map(({ userName }) => userName)
const runJob = (bulkId: string) =>
  runBulk({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false }, { resellerId: 260, bulkId })

async function run(selection: object, work: BulkWork): Promise<string> {
  const { data } = await boss.call(bulk.preview, { selection, work })
  const asked = { selection, work, people: data.people, costFen: 0, key: randomUUID() }
  const begun = await boss.call(bulk.start, asked)
  expect(begun.status).toBe(200)
  await runJob(begun.data.id)
  return begun.data.id
}

test('tags are set on one user, found by, and stay with their reseller', async () => {
  const [ann, bob] = [await one(), await one()]
  expect((await support.call(user.tag, { id: ann.id, tags: ['老客户', 'vip'] })).status).toBe(200)
  expect((await boss.call(user.tag, { id: bob.id, tags: ['vip'] })).status).toBe(200)
  expect([await tagsOf(ann), await tagsOf(bob)]).toEqual([['vip', '老客户'], ['vip']])
  expect(await namesBy({ tag: 'vip' })).toEqual([ann.userName, bob.userName])
  expect(await namesBy({ tag: '老客户' })).toEqual([ann.userName])
  expect(await namesBy({ tag: '老客户', not: 'tag', ids: `${ann.id},${bob.id}` })).toEqual([bob.userName])
  expect((await boss.call(users.choices, {})).data.tags).toEqual(['vip', '老客户'])
  expect((await neighbour.call(users.choices, {})).data.tags).toEqual([])
  expect((await neighbour.call(user.tag, { id: ann.id, tags: [] })).code).toBe('object.unknown')
  expect((await viewer.call(user.tag, { id: ann.id, tags: [] })).code).toBe('staff.forbidden')
  await boss.call(user.tag, { id: ann.id, tags: ['vip'] })
  expect(await tagsOf(ann)).toEqual(['vip'])
  await boss.call(user.tag, { id: bob.id, tags: [] })
  await boss.call(user.tag, { id: ann.id, tags: [] })
})

test('both sides of what a tag may be', async () => {
  const { id } = await one()
  const put = async (tags: string[]) => (await boss.call(user.tag, { id, tags })).code
  const many = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`)
  const fits = null
  expect(await put(['x'.repeat(staffLimits.tagLength)])).toBe(fits)
  expect(await put(['x'.repeat(staffLimits.tagLength + 1)])).toBe('request.invalid')
  expect(await put([`e${'\u0301'.repeat(19)}`])).toBe(fits)
  expect(await put([`e${'\u0301'.repeat(20)}`])).toBe('request.invalid')
  expect(await put([' x'])).toBe('request.invalid')
  expect(await put(['x', 'x'])).toBe('request.invalid')
  expect(await put(many(staffLimits.tagsPerUser + 1))).toBe('request.invalid')
  expect(await put(many(staffLimits.tagsPerUser))).toBe(fits)
  await db.kysely.deleteFrom('accountTags').execute()
})

test('a reseller has only as many tags as a choice can show', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, one))
  for (const [at, { id }] of people.entries()) {
    const tags = Array.from({ length: 10 }, (_, number) => `tag ${at * 10 + number}`)
    expect((await boss.call(user.tag, { id, tags })).status).toBe(200)
  }
  const { id } = await one()
  expect((await boss.call(user.tag, { id, tags: ['tag 99'] })).status).toBe(200)
  expect((await boss.call(user.tag, { id, tags: ['one more'] })).code).toBe('request.too_many')
  const asked = { selection: { ids: String(id) }, work: { kind: 'tag', tag: 'one more' } as const }
  expect((await boss.call(bulk.preview, asked)).code).toBe('request.too_many')
  expect(
    (
      await boss.call(bulk.preview, {
        ...asked,
        selection: { ids: String(people[0]!.id) },
        work: { kind: 'tag', tag: 'tag 99' },
      })
    ).data,
  ).toMatchObject({ people: 0, skipped: [{ reason: 'bulk.tags_full', people: 1 }] })
  await db.kysely.deleteFrom('accountTags').execute()
})

test('a segment is a saved view: many users get a tag, and a bulk is for whom has it', async () => {
  const people = [await one(), await one(), await one()]
  const ids = people.map(({ id }) => id).join(',')
  await boss.call(user.tag, { id: people[0]!.id, tags: ['重点'] })
  const { data } = await boss.call(bulk.preview, { selection: { ids }, work: { kind: 'tag', tag: '重点' } })
  expect(data).toMatchObject({ people: 2, skipped: [{ reason: 'bulk.has_tag', people: 1 }] })
  const id = await run({ ids }, { kind: 'tag', tag: '重点' })
  expect((await boss.call(bulk.show, { id })).data).toMatchObject({ tag: '重点', done: 2, canUndo: true })
  const kept = await boss.call(views.save, { screen: 'users', name: '重点客户', query: 'tag=%E9%87%8D%E7%82%B9' })
  const segment = Object.fromEntries(new URLSearchParams(kept.data.query))
  const met = await boss.call(bulk.preview, { selection: segment, work: { kind: 'notice', title: 'x', body: 'y' } })
  expect(met.data.people).toBe(3)
  expect((await boss.call(users.list, segment)).data.count).toBe(3)
})

test('a bulk of tags is taken back, but for whoever was changed since', async () => {
  const people = [await one(), await one(), await one()]
  const selection = { ids: people.map(({ id }) => id).join(',') }
  const put = await run(selection, { kind: 'tag', tag: '回访' })
  await boss.call(user.tag, { id: people[0]!.id, tags: [] })
  clock.shift(1000)
  await boss.call(user.tag, { id: people[0]!.id, tags: ['回访'] })
  const undo = (await boss.call(bulk.undo, { id: put })).data
  await runJob(undo.id)
  expect([await tagsOf(people[0]!), await tagsOf(people[1]!), await tagsOf(people[2]!)]).toEqual([['回访'], [], []])
  expect((await boss.call(bulk.results, { id: undo.id, state: 'skipped' })).data.rows).toMatchObject([
    { userName: people[0]!.userName, reason: 'bulk.changed_since' },
  ])
  const taken = await run(selection, { kind: 'untag', tag: '回访' })
  expect((await boss.call(bulk.results, { id: taken })).data.rows.map(({ reason }) => reason)).toEqual([
    null,
    'bulk.has_no_tag',
    'bulk.has_no_tag',
  ])
  await runJob((await boss.call(bulk.undo, { id: taken })).data.id)
  expect(await tagsOf(people[0]!)).toEqual(['回访'])
})
