import { beforeEach, describe, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff, staffCalls } from '../../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildNode, openLineDesk } from '../../../test/build/line-desk.ts'
import { buildPackage, fundReseller, GB } from '../../../test/build/money-factories.ts'
import { openShop, refused } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { mailsOf } from '../../../test/outside/mails-of.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { runMove } from '../../lines/moves/run-move.ts'
import { sumDays } from '../overview/sum-days.ts'

const made = await makeApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
const { db, config } = made
checkBooksAfterEach(db)
const { nodeGroups, resellers } = consoleApi
beforeEach(() => clock.reset())
const boss = () => buildStaff(made, { resellerId: null })
const job = () => ({ db, config, now: clock.now(), log: made.app.log as never, isLastAttempt: false })

test('the list has figures and can be searched by number and name, sorted by sales and filtered by state', async () => {
  const plan = await buildPackage(db, { resellerId: 7401, prices: { month: { retailFen: 3000, wholesaleFen: 1800 } } })
  await buildReseller(db, { id: 7402, title: 'Quiet Crane', suspendedAt: clock.now() })
  await fundReseller(db, 7401, 10_000)
  const shop = openShop(made)
  await shop.purchase(await shop.buildBuyer({ resellerId: 7401 }), plan)
  clock.shift(26 * 3_600_000)
  await sumDays(job())
  const { call } = await boss()
  const { rows } = (await call(resellers.list, { sort: '-salesFen' })).data
  const figures = {
    salesFen: 3000,
    marginFen: 1200,
    balanceFen: 11_200,
    owedFen: 0,
    users: { count: 1, isFloor: false },
  }
  expect(rows[0]).toMatchObject({
    resellerId: 7401,
    state: 'online',
    ...figures,
    priceList: { listId: 0 },
    limits: null,
  })
  const found = async (input: object) => (await call(resellers.list, input)).data.rows.map((row) => row.resellerId)
  expect(await found({ search: 'crane' })).toEqual([7402])
  expect(await found({ search: '7402' })).toEqual([7402])
  expect(await found({ search: '%' })).toEqual([])
  expect(await found({ state: 'suspended' })).toEqual([7402])
  const first = (await call(resellers.list, { sort: 'resellerId', limit: 1 })).data
  const next = await call(resellers.list, { sort: 'resellerId', limit: 1, cursor: first.nextCursor! })
  expect(next.data.rows[0]!.resellerId).toBeGreaterThan(first.rows[0]!.resellerId)
  const support = await buildStaff(made, { resellerId: null, role: 'support' })
  const [seen] = (await support.call(resellers.list, { search: '7401' })).data.rows
  expect(seen).toMatchObject({ salesFen: null, marginFen: null, balanceFen: null, creditLimitFen: null })
})

test('a reseller is created with a full shop from its list and approved, and its owner is told once', async () => {
  const plan = await buildPackage(db, { prices: { month: 3000 } })
  const entry = { priceListId: 0, packageId: plan.id, period: 'month' as const }
  await db.kysely
    .insertInto('priceListEntries')
    .values({ ...entry, wholesaleFen: 900, suggestedRetailFen: 2500 })
    .execute()
  const { call } = await boss()
  const { resellerId } = (await call(resellers.create, {})).data
  expect((await call(resellers.show, { resellerId })).data).toMatchObject({
    state: 'offline',
    owner: null,
    members: [],
  })
  const offers = await db.kysely
    .selectFrom('packageOffers')
    .select('retailFen')
    .where('resellerId', '=', resellerId)
    .execute()
  expect(offers).toEqual([{ retailFen: 2500 }])
  const owner = await buildAccount(db, { email: 'whale@owner.example' })
  const owned = { ownerResellerId: 0, ownerAccountId: owner.id, agencyName: 'Blue whale' }
  await db.kysely.updateTable('resellers').set(owned).where('id', '=', resellerId).execute()
  expect((await call(resellers.list, { state: 'waiting' })).data.rows).toMatchObject([{ resellerId }])
  for (let press = 0; press < 2; press += 1) {
    expect((await call(resellers.approve, { resellerId, listId: 0 })).status).toBe(200)
  }
  expect((await mailsOf(db, owner)).map(({ template }) => template)).toEqual(['agency_approved'])
  const shown = (await call(resellers.show, { resellerId })).data
  expect(shown).toMatchObject({ state: 'online', owner: { userName: owner.userName } })
  expect(shown.audit.map(({ action }) => action)).toContain('reseller.whitelisted_on')
})

test('a reseller is created with a name; its first owner joins by a link and invites later ones', async () => {
  const { call } = await boss()
  const { resellerId } = (await call(resellers.create, { title: ' 海风 ' })).data
  expect((await call(resellers.show, { resellerId })).data).toMatchObject({ title: '海风', members: [] })
  expect(refused(await call(resellers.create, { title: '鱼线官方' }))).toEqual([400, 'request.invalid'])
  const { link } = (await call(resellers.inviteOwner, { resellerId })).data
  const shown = await staffCalls(made.app, null).call(consoleApi.join.show, { token: link!.split('#')[1]! })
  expect(shown.data).toMatchObject({ reseller: { id: resellerId, title: '海风' }, role: 'owner' })
  await buildStaff(made, { resellerId })
  expect((await call(resellers.show, { resellerId })).data.members).toMatchObject([{ role: 'owner' }])
  expect(refused(await call(resellers.inviteOwner, { resellerId }))).toEqual([409, 'agency.has_owner'])
  expect(refused(await call(resellers.inviteOwner, { resellerId: 0 }))).toEqual([422, 'object.unknown'])
  const manager = await buildStaff(made, { resellerId: null, role: 'manager' })
  expect(refused(await manager.call(resellers.inviteOwner, { resellerId }))).toEqual([403, 'staff.forbidden'])
})

describe('decided by the platform', () => {
  test('sets terms, limits, whitelist and suspension; a manager decides only the whitelist', async () => {
    await buildReseller(db, { id: 7403 })
    const resellerId = 7403
    const [owner, manager] = [await boss(), await buildStaff(made, { resellerId: null, role: 'manager' })]
    const limit = { usersMax: 50, trafficMaxBytes: 100 * GB, atLimit: 'stop_selling' } as const
    expect(refused(await manager.call(resellers.setLimits, { resellerId, ...limit }))).toEqual([403, 'staff.forbidden'])
    expect(refused(await manager.call(resellers.suspend, { resellerId, on: true, reason: '欠款未结' }))).toEqual([
      403,
      'staff.forbidden',
    ])
    expect((await manager.call(resellers.whitelist, { resellerId, on: false })).status).toBe(200)
    await owner.call(resellers.setTerms, { resellerId, creditLimitFen: 5000, commissionPercent: 7 })
    await owner.call(resellers.suspend, { resellerId, on: true, reason: '欠款未结' })
    const { limits } = (await owner.call(resellers.setLimits, { resellerId, ...limit })).data
    expect(limits).toMatchObject({ ...limit, usersCount: 0, trafficBytes: 0, isFull: false })
    const shown = (await owner.call(resellers.show, { resellerId })).data
    const terms = { creditLimitFen: 5000, commissionPercent: 7, state: 'suspended', isWhitelisted: false }
    expect(shown).toMatchObject({ ...terms, limits })
    await owner.call(resellers.suspend, { resellerId, on: false })
    const none = { usersMax: null, trafficMaxBytes: null, atLimit: 'stop_selling' } as const
    expect((await owner.call(resellers.setLimits, { resellerId, ...none })).data.limits).toBeNull()
  })

  test('a suspension stores, shows, audits and mails its reason, in the reader’s language; nothing is left once it ends', async () => {
    const resellerId = 7409
    await buildReseller(db, { id: resellerId })
    const owner = await boss()
    const theirs = await buildStaff(made, { resellerId, role: 'owner', email: 'own@heron.example' })
    await buildStaff(made, { resellerId, role: 'viewer', email: 'view@heron.example' })
    const reasonOf = async () => (await theirs.call(consoleApi.session.show, {})).data.reseller
    for (const reason of [undefined, ' ', 'x'.repeat(201)]) {
      const refusal = await owner.call(resellers.suspend, { resellerId, on: true, ...(reason ? { reason } : {}) })
      expect(refusal.status).toBe(400)
    }
    expect(await reasonOf()).toMatchObject({ suspended: false, suspendedReason: null })
    const suspend = (reason: string) => owner.call(resellers.suspend, { resellerId, on: true, reason })
    await suspend(' 三月欠款未结 ')
    await suspend('三月欠款未结')
    expect(await reasonOf()).toMatchObject({ suspended: true, suspendedReason: '三月欠款未结' })
    expect((await owner.call(resellers.show, { resellerId })).data.suspendedReason).toBe('三月欠款未结')
    const mails = () =>
      db.kysely
        .selectFrom('mails')
        .select(['toAddress', 'template', 'params'])
        .where('resellerId', '=', resellerId)
        .orderBy('id')
        .execute()
    const told = { toAddress: 'own@heron.example', template: 'reseller_suspended' }
    expect(await mails()).toMatchObject([{ ...told, params: { number: '7409', reason: '三月欠款未结' } }])
    await suspend('四月也欠款')
    expect(await mails()).toHaveLength(2)
    await owner.call(resellers.suspend, { resellerId, on: false })
    expect(await reasonOf()).toMatchObject({ suspended: false, suspendedReason: null })
    expect((await mails()).map(({ template }) => template)).toContain('reseller_resumed')
    const rows = await db.kysely
      .selectFrom('auditLog')
      .select(['action', 'detail'])
      .where('subject', '=', `reseller:${resellerId}`)
      .where('action', 'like', 'reseller.suspended%')
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { action: 'reseller.suspended_on', detail: { isChanged: true, reasonCharacters: 6 } },
      { detail: { isChanged: false } },
      { detail: { isChanged: true, reasonCharacters: 5 } },
      { action: 'reseller.suspended_off' },
    ])
    expect(JSON.stringify(rows)).not.toContain('欠款')
  })

  test('every call answers an unknown reseller as an unknown object', async () => {
    const { call } = await boss()
    const resellerId = 999_999
    for (const answer of [
      await call(resellers.show, { resellerId }),
      await call(resellers.suspend, { resellerId, on: true, reason: '欠款未结' }),
      await call(resellers.setTerms, { resellerId, creditLimitFen: 1, commissionPercent: 1 }),
      await call(resellers.setGroups, { resellerId, groupIds: [] }),
      await call(resellers.handOver, { resellerId, to: null }),
    ]) {
      expect(refused(answer)).toEqual([422, 'object.unknown'])
    }
  })
})

test('groups are made, assigned after a preview of the lines concerned, and kept while resellers sell by them', async () => {
  await buildReseller(db, { id: 7404 })
  const { call } = await boss()
  const [inside, outside] = [await buildNode(db), await buildNode(db)]
  const desk = openLineDesk(made)
  const user = await desk.buildUser({ resellerId: 7404 })
  await desk.install(user, outside)
  const { groupId } = (await call(nodeGroups.save, { name: 'North', nodeIds: [inside] })).data
  expect(refused(await call(nodeGroups.save, { name: 'north', nodeIds: [] }))).toEqual([409, 'group.taken'])
  const wish = { resellerId: 7404, groupIds: [groupId] }
  const preview = (await call(resellers.previewGroups, wish)).data
  expect(preview).toMatchObject({ lines: 1, nodes: [{ nodeId: outside }], targets: [{ nodeId: inside }] })
  // Lines cannot move to a node outside the groups, and then nothing is changed at all.
  expect(refused(await call(resellers.setGroups, { ...wish, moveTo: outside }))).toEqual([422, 'object.unknown'])
  expect((await call(resellers.previewGroups, { ...wish, groupIds: [] })).data).toMatchObject({ lines: 0, nodes: [] })
  expect((await call(resellers.setGroups, wish)).data).toEqual({ moving: 0 })
  const other = await desk.buildUser({ resellerId: 0 })
  await desk.install(other, outside)
  expect((await call(resellers.setGroups, { ...wish, moveTo: inside })).data).toEqual({ moving: 1 })
  const { id: moveId } = await db.kysely.selectFrom('lineMoves').select('id').executeTakeFirstOrThrow()
  await runMove(job(), { moveId })
  const nodesOf = async (one: typeof user) => (await desk.linesOf(one)).map(({ nodeId }) => nodeId)
  expect([await nodesOf(user), await nodesOf(other)]).toEqual([[inside], [outside]])
  const { rows } = (await call(nodeGroups.list, {})).data
  expect(rows).toMatchObject([
    { groupId, name: 'North', nodes: [{ nodeId: inside }], resellers: [{ resellerId: 7404 }] },
  ])
  expect((await call(resellers.show, { resellerId: 7404 })).data.groups).toEqual([
    { id: groupId, name: 'North', has: true },
  ])
  expect(refused(await call(nodeGroups.remove, { groupId }))).toEqual([409, 'group.used'])
  await call(resellers.setGroups, { resellerId: 7404, groupIds: [] })
  expect((await call(nodeGroups.remove, { groupId })).status).toBe(200)
})

test('entering an office and leaving it are audited, once each', async () => {
  await buildReseller(db, { id: 7405 })
  const { call, staffId } = await boss()
  const show = (reseller?: number) => call(consoleApi.session.show, {}, reseller === undefined ? {} : { reseller })
  for (const reseller of [undefined, 7405, 7405, undefined, undefined, 7405])
    expect((await show(reseller)).status).toBe(200)
  const rows = await db.kysely
    .selectFrom('auditLog')
    .select(['action', 'resellerId'])
    .where('actor', '=', `staff:${staffId}`)
    .where('action', 'like', 'office.%')
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['office.entered', 'office.left', 'office.entered'])
  expect(new Set(rows.map(({ resellerId }) => resellerId))).toEqual(new Set([7405]))
})

test('the platform decides whose users reach the portal after an ending, and sees what it carried', async () => {
  const { call } = await boss()
  const resellerId = 7409
  const account = await buildAccount(db, { resellerId })
  const shown = async () => (await call(resellers.show, { resellerId })).data.lifelines
  expect(await shown()).toEqual({ isOn: false, endings: 0, bytes: 0 })
  expect((await call(resellers.lifelines, { resellerId, on: true })).status).toBe(200)
  const until = new Date(clock.now().getTime() + 3_600_000)
  await db.pool.query(
    'insert into lifelines (reseller_id, account_id, ended_at, until_at, used_bytes) values ($1, $2, $3, $4, 4096)',
    [resellerId, account.id, clock.now(), until],
  )
  expect(await shown()).toEqual({ isOn: true, endings: 1, bytes: 4096 })
  expect((await call(resellers.lifelines, { resellerId: 999_999, on: true })).code).toBe('object.unknown')
  const support = await buildStaff(made, { resellerId: null, role: 'support' })
  expect((await support.call(resellers.lifelines, { resellerId, on: false })).status).toBe(403)
  expect((await call(resellers.lifelines, { resellerId, on: false })).status).toBe(200)
  expect((await shown()).isOn).toBe(false)
})
