import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../../test/build/money-factories.ts'
import { openShop } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { confirmCommissions } from '../../invites/commissions.ts'

const app = await makeApp()
const { db } = app
checkBooksAfterEach(db)
beforeEach(() => clock.reset())
const shop = openShop(app)
const { agencies, invites } = consoleApi

test('shows who invited whom, who invited most, and what it earned them', async () => {
  const resellerId = 6301
  const plan = await buildPackage(db, { resellerId, prices: { month: 3000 } })
  await fundReseller(db, resellerId, 10_000)
  const inviter = await buildAccount(db, { resellerId })
  const { call: ask } = await buildStaff(app, { resellerId })
  expect((await ask(invites.setPercent, { percent: 20 })).status).toBe(200)
  const buyers = [await shop.buildBuyer({ resellerId }), await shop.buildBuyer({ resellerId })]
  const ids = buyers.map(({ account }) => account.id)
  await db.kysely.updateTable('accounts').set({ inviterId: inviter.id }).where('id', 'in', ids).execute()
  await shop.purchase(buyers[0]!, plan)
  const summary = (await ask(invites.summary, { days: 7 })).data
  expect(summary).toEqual({
    percent: 20,
    invitedCount: 2,
    inviterCount: 1,
    commissionFen: 600,
    top: [
      {
        inviter: { accountId: inviter.id, userName: inviter.userName },
        invitedCount: 2,
        payingCount: 1,
        commissionFen: 600,
      },
    ],
  })
  const longAgo = new Date(clock.now().getTime() - 60 * 86_400_000)
  await db.kysely.updateTable('accounts').set({ createdAt: longAgo }).where('id', '=', ids[0]!).execute()
  const { top } = (await ask(invites.summary, { days: 7 })).data
  expect(top, 'who came before is in none of the figures').toMatchObject([
    { invitedCount: 1, payingCount: 0, commissionFen: 0 },
  ])
  const { rows, count } = (await ask(invites.list, { inviterId: inviter.id })).data
  expect([count, rows.map(({ commissionFen }) => commissionFen).sort()]).toEqual([2, [0, 600]])
  const stranger = await buildStaff(app, { resellerId: 6302 })
  expect((await stranger.call(invites.list, { inviterId: inviter.id })).data.rows).toEqual([])
})

test('support sees no commission amounts, which would reveal wholesale prices; finance sees them', async () => {
  const resellerId = 6307
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 2513 } } })
  await fundReseller(db, resellerId, 10_000)
  const inviter = await shop.buildBuyer({ resellerId })
  const boss = await buildStaff(app, { resellerId })
  // A commission is cut at the margin: the price minus this amount is what the platform charges.
  expect((await boss.call(invites.setPercent, { percent: 100 })).status).toBe(200)
  const buyer = await shop.buildBuyer({ resellerId })
  const invited = { inviterId: inviter.account.id }
  await db.kysely.updateTable('accounts').set(invited).where('id', '=', buyer.account.id).execute()
  await shop.purchase(buyer, plan)
  clock.shift(limits.commissionConfirmMs + 1000)
  await confirmCommissions({
    db,
    config: app.config,
    now: clock.now(),
    log: app.app.log as never,
    isLastAttempt: false,
  })
  const move = { amountFen: 487, key: randomUUID() }
  expect((await app.call(api.invites.toBalance, move, { token: inviter.token })).status).toBe(200)
  const looks = async (role: 'support' | 'finance') => {
    const { call: ask } = await buildStaff(app, { resellerId, role })
    const [order] = (await ask(consoleApi.orders.list, {})).data.rows
    const { id } = inviter.account
    const answers = [
      await ask(invites.summary, { days: 7 }),
      await ask(invites.list, {}),
      await ask(consoleApi.orders.list, {}),
      await ask(consoleApi.orders.export, {}),
      await ask(consoleApi.orders.show, { orderId: order!.orderId }),
      await ask(consoleApi.user.history, { id, kind: 'invited' }),
      await ask(consoleApi.user.history, { id, kind: 'ledger' }),
    ]
    return answers.map(({ status, text }) => [status, /\b487\b|4\.87|\b2513\b|25\.13/.test(text)])
  }
  expect(await looks('support')).toEqual(Array.from({ length: 7 }, () => [200, false]))
  expect(await looks('finance')).toEqual(Array.from({ length: 7 }, () => [200, true]))
  const support = await buildStaff(app, { resellerId, role: 'support' })
  const { data } = await support.call(consoleApi.user.show, { id: buyer.account.id })
  expect([data.commissionFen, data.pendingFen, data.heldFen]).toEqual([null, null, null])
})

test('only staff with the permission set the percentage', async () => {
  const finance = await buildStaff(app, { resellerId: 6303, role: 'finance' })
  expect((await finance.call(invites.setPercent, { percent: 50 })).code).toBe('staff.forbidden')
  expect((await finance.call(invites.summary, {})).data.percent).toBe(10)
  const owner = await buildStaff(app, { resellerId: 6303 })
  expect((await owner.call(invites.setPercent, { percent: 101 })).status).toBe(400)
})

test("lists only agencies of this reseller's users, without their money", async () => {
  const resellerId = 6304
  const owner = await buildAccount(db, { resellerId })
  const agencyId = 6305
  await buildReseller(db, { id: agencyId, isWhitelisted: false })
  const opened = { ownerResellerId: resellerId, ownerAccountId: owner.id, agencyName: 'Blue whale' }
  await db.kysely.updateTable('resellers').set(opened).where('id', '=', agencyId).execute()
  await buildAccount(db, { resellerId: agencyId })
  const { call: ask } = await buildStaff(app, { resellerId })
  expect((await ask(agencies.list, {})).data.rows).toMatchObject([
    { resellerId: agencyId, name: opened.agencyName, state: 'waiting', userCount: 1, newUserCount: 1, orderCount: 0 },
  ])
  const stranger = await buildStaff(app, { resellerId: 6306 })
  expect((await stranger.call(agencies.list, {})).data.rows).toEqual([])
  const support = await buildStaff(app, { resellerId, role: 'support' })
  expect((await support.call(agencies.list, {})).code).toBe('staff.forbidden')
})
