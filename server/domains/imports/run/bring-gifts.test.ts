import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { inDays, makeImportDesk, panelPlan } from '../../../test/build/panels/import-desk.ts'
import { panelUser, type PanelRow } from '../../../test/build/panels/rows.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { voidBatch } from '../../cards/close-card-batch.ts'
import { setOffer } from '../../catalogue/prices/set-offer.ts'
import { addPackage } from '../../catalogue/save-package.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { undoImport } from './undo-import.ts'

const app = await makeApp()
const { db, call } = app
checkBooksAfterEach(db)
const { newReseller, run, ctx } = makeImportDesk(app)
const GIB = 1024 ** 3

const card = (id: number, changes: PanelRow): PanelRow => {
  return { id, code: `aBcD-${String(id).padStart(12, 'x')}`, type: 1, value: 500, limit_use: 1, ...changes }
}
const rowsOf = (cards: PanelRow[], plans: PanelRow[] = [panelPlan]) => {
  return { v2_user: [panelUser(1)], v2_plan: plans, v2_giftcard: cards }
}
const fork = { panel: 'fork' } as const
const fen = (kind: 'liability' | 'cards' | 'reseller', resellerId: number) =>
  loadBalanceFen({ db }, { kind, resellerId })
const batches = (resellerId: number) =>
  db.kysely.selectFrom('cardBatches').selectAll().where('resellerId', '=', resellerId).orderBy('id').execute()

async function redeem(resellerId: number, code: string) {
  const account = await buildAccount(db, { resellerId })
  const token = await buildSession(db, account)
  return { account, answer: await call(api.cards.redeem, { code }, { token }) }
}

test('codes become keys that cost wholesale, owed by the reseller, and each is named that cannot', async () => {
  const resellerId = await newReseller()
  const once = { ...panelPlan, id: 2, name: '流量', month_price: null, onetime_price: 5000 }
  const report = await run(
    resellerId,
    rowsOf(
      [
        card(1, {}),
        card(2, { type: 5, value: 10, plan_id: 1, ended_at: inDays(30) }),
        card(3, { type: 5, value: 0, plan_id: 2 }),
        card(4, { type: 2, value: 10 }),
        card(5, { type: 3, value: 5 }),
        card(6, { type: 4, value: 0 }),
        card(7, { limit_use: 5 }),
        card(8, { ended_at: inDays(-1) }),
        card(9, { started_at: inDays(5) }),
        card(10, { code: 'short' }),
        card(11, { code: 'ABCD XXXXXXXXXXX1' }),
        card(12, { type: 5, value: 0, plan_id: 1 }),
      ],
      [panelPlan, once],
    ),
    fork,
  )
  const { brought, source } = report
  // 5 yuan; ten days of 30 yuan at 40 percent; 50 yuan at 40 percent.
  expect(brought).toMatchObject({ gifts: 3, giftsFen: 500 + 400 + 2000, giftsEnded: 0 })
  expect(source.counts).toMatchObject({ giftCodes: 12, giftCodesTaken: 3 })
  expect(Object.fromEntries(source.findings.map(({ code, count }) => [code, count]))).toMatchObject({
    giftDays: 1,
    giftTraffic: 1,
    giftOther: 1,
    giftMany: 1,
    giftOver: 1,
    giftLater: 1,
    giftCode: 1,
    giftDouble: 1,
    giftPlan: 1,
  })
  expect([await fen('cards', resellerId), await fen('liability', resellerId)]).toEqual([2900, -2900])
  expect(await batches(resellerId)).toMatchObject([
    { kind: 'balance', amountFen: 500, costFen: 500, importId: report.importId },
    { kind: 'days', days: 10, costFen: 400, expiresAt: expect.any(Date) },
    { kind: 'package', period: 'once', costFen: 2000 },
  ])
  expect((await dumpEveryRow(db)).toUpperCase()).not.toContain('ABCDXXXXXXXXXXX1')
})

test('a key is redeemed as it was typed there, and the platform has its wholesale', async () => {
  const resellerId = await newReseller()
  await run(resellerId, rowsOf([card(1, {}), card(2, { type: 2, value: 10 })]), fork)
  const money = await redeem(resellerId, 'abcd xxxxxxxxxxx1')
  expect(money.answer).toMatchObject({ status: 200, data: { kind: 'balance', amountFen: 500, lastFour: 'XXX1' } })
  const owner = { resellerId, accountId: money.account.id }
  expect(await loadBalanceFen({ db }, { kind: 'user', ...owner })).toBe(500)
  const days = await redeem(resellerId, 'ABCD-XXXXXXXXXXX2')
  expect(days.answer).toMatchObject({ status: 200, data: { kind: 'days', days: 10 } })
  expect([await fen('cards', resellerId), await fen('liability', resellerId)]).toEqual([0, -900])
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX2')).answer).toMatchObject({ code: 'card.used' })
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX3')).answer).toMatchObject({ code: 'card.unknown' })
})

test('traffic comes when a pack sets its price, also in a later run', async () => {
  const resellerId = await newReseller()
  const rows = rowsOf([card(1, { type: 3, value: 5 })])
  expect((await run(resellerId, rows, fork)).brought.gifts).toBe(0)
  const wish = { kind: 'pack' as const, name: `pack ${resellerId}`, note: '', trafficBytes: 10 * GIB }
  const packageId = await addPackage(ctx(), { ...wish, deviceLimit: 0, lineLimit: 0 }, 'operator:test')
  const offer = { resellerId, packageId, period: 'once' as const, retailFen: 900, wholesaleFen: 301 }
  await setOffer(ctx(), { ...offer, isLossConfirmed: false }, 'operator:test')
  expect((await run(resellerId, rows, fork)).brought).toMatchObject({ gifts: 1, giftsFen: 151 })
  expect((await run(resellerId, rows, fork)).brought).toMatchObject({ gifts: 0, giftsFen: 0 })
})

test('what was used at the old panel since is void here, and nothing is owed for it', async () => {
  const resellerId = await newReseller()
  await run(resellerId, rowsOf([card(1, {}), card(2, {}), card(3, {})]), fork)
  await redeem(resellerId, 'ABCD-XXXXXXXXXXX2')
  const { brought } = await run(
    resellerId,
    rowsOf([card(1, { limit_use: 0 }), card(2, { limit_use: 0 }), card(3, {})]),
    fork,
  )
  expect(brought).toMatchObject({ gifts: 0, giftsEnded: 1, giftsTwice: 1 })
  expect([await fen('cards', resellerId), await fen('liability', resellerId)]).toEqual([500, -1000])
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX1')).answer).toMatchObject({ code: 'card.expired' })
})

test('a code that gives something else there by now is another key here, unless it was used here', async () => {
  const resellerId = await newReseller()
  await run(resellerId, rowsOf([card(1, {}), card(2, {}), card(3, {}), card(4, {}), card(5, {})]), fork)
  await redeem(resellerId, 'ABCD-XXXXXXXXXXX2')
  const later = [
    card(1, { value: 700 }),
    card(2, { value: 700 }),
    card(3, { code: 'another-code-3' }),
    card(4, { limit_use: 9 }),
    card(5, {}),
  ]
  const { brought } = await run(resellerId, rowsOf(later), fork)
  expect(brought).toMatchObject({ gifts: 2, giftsFen: 1200, giftsChanged: 3, giftsEnded: 0, giftsTwice: 0 })
  expect(brought.nodesLeft).toEqual(['gift code 2: changed there, and used or voided here'])
  // 7 yuan, 5 yuan under another code and the one that is as it was; the redeemed one is owed all the same.
  expect([await fen('cards', resellerId), await fen('liability', resellerId)]).toEqual([1700, -2200])
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX3')).answer).toMatchObject({ code: 'card.unknown' })
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX4')).answer).toMatchObject({ code: 'card.unknown' })
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX1')).answer).toMatchObject({ data: { amountFen: 700 } })
  expect((await redeem(resellerId, 'ANOTHER-CODE-3')).answer).toMatchObject({ data: { amountFen: 500 } })
  expect((await run(resellerId, rowsOf(later), fork)).brought).toMatchObject({ gifts: 0, giftsChanged: 0 })
})

test('a code that is good again there is so here, but one that was voided here stays void', async () => {
  const resellerId = await newReseller()
  await run(resellerId, rowsOf([card(1, {}), card(2, { value: 600 })]), fork)
  const [, second] = await batches(resellerId)
  await voidBatch(ctx(), { resellerId, batchId: second!.id }, 'operator:test')
  const used = rowsOf([card(1, { limit_use: 0 }), card(2, { value: 600, limit_use: 0 })])
  expect((await run(resellerId, used, fork)).brought).toMatchObject({ giftsEnded: 1 })
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX1')).answer).toMatchObject({ code: 'card.expired' })
  const good = rowsOf([card(1, {}), card(2, { value: 600 })])
  expect((await run(resellerId, good, fork)).brought).toMatchObject({ gifts: 1, giftsFen: 500 })
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX1')).answer).toMatchObject({ data: { amountFen: 500 } })
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX2')).answer.status).not.toBe(200)
})

test('voiding imported keys makes no reseller richer', async () => {
  const resellerId = await newReseller()
  await run(resellerId, rowsOf([card(1, {}), card(2, { type: 2, value: 10 })]), fork)
  for (const { id } of await batches(resellerId)) await voidBatch(ctx(), { resellerId, batchId: id }, 'operator:test')
  expect([
    await fen('reseller', resellerId),
    await fen('cards', resellerId),
    await fen('liability', resellerId),
  ]).toEqual([0, 0, 0])
})

test('an import with a redeemed key stays; without one its keys go, and come again', async () => {
  const resellerId = await newReseller()
  const rows = rowsOf([card(1, {})])
  await run(resellerId, rows, fork)
  await undoImport(ctx(), resellerId, 'panel')
  expect([await fen('cards', resellerId), await fen('liability', resellerId)]).toEqual([0, 0])
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX1')).answer).toMatchObject({ code: 'card.unknown' })
  expect((await run(resellerId, rows, fork)).brought.gifts).toBe(1)
  await redeem(resellerId, 'ABCD-XXXXXXXXXXX1')
  await expect(undoImport(ctx(), resellerId, 'panel')).rejects.toThrow('a redeemed key')
})

test('a code that another panel brought before is named, not silently left out', async () => {
  const resellerId = await newReseller()
  await run(resellerId, rowsOf([card(1, {})]), { ...fork, source: 'first' })
  const same = rowsOf([card(1, {}), card(2, {})], [{ ...panelPlan, name: 'another' }])
  const { brought } = await run(resellerId, same, { ...fork, source: 'second' })
  expect(brought).toMatchObject({ gifts: 1, giftsTakenHere: 1 })
  expect(brought.nodesLeft).toContain('gift code 1: another one here has this code, so it did not come')
})

test("Xboard's own codes and those that the fork left behind in it may have the same numbers", async () => {
  const resellerId = await newReseller()
  const template = { id: 1, name: 'ten', type: 1, status: 1, rewards: '{"balance":1000}' }
  const code = { id: 1, template_id: 1, code: 'GC0A1B2C3D4E99', status: 0, usage_count: 0, max_usage: 1 }
  const own = { v2_gift_card_template: [template], v2_gift_card_code: [code] }
  const rows = { v2_user: [panelUser(1)], v2_giftcard: [card(1, {})], ...own }
  const xboard = { panel: 'xboard' } as const
  expect((await run(resellerId, rows, xboard)).brought).toMatchObject({ gifts: 2, giftsFen: 1500 })
  const again = await run(resellerId, rows, xboard)
  expect(again.brought).toMatchObject({ gifts: 0, giftsChanged: 0, giftsEnded: 0 })
  const used = { ...rows, v2_gift_card_code: [{ ...code, status: 1, usage_count: 1 }] }
  expect((await run(resellerId, used, xboard)).brought).toMatchObject({ gifts: 0, giftsChanged: 0, giftsEnded: 1 })
  expect((await redeem(resellerId, 'ABCD-XXXXXXXXXXX1')).answer).toMatchObject({ data: { amountFen: 500 } })
})
