import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { jobs } from '../../../jobs.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../../test/build/money-factories.ts'
import { openShop, refused } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import type { Period } from '../period.ts'
import { previewRule, previewWholesale, retailByRule } from './preview.ts'
import {
  addPriceList,
  assignPriceList,
  findListEntries,
  findPriceLists,
  removeListEntry,
  renamePriceList,
} from './price-lists.ts'
import { fillShop, findPrices, setRetail, switchOffer } from './set-retail.ts'
import { setWholesale } from './set-wholesale.ts'

const testApp = await makeApp()
const { db, config, call } = testApp
const { buildBuyer, quote, buy, orderOf } = openShop(testApp)
checkBooksAfterEach(db)
const DAY_MS = 86_400_000
const ACTOR = 'operator:test'
const ctx = () => ({ db, now: clock.now() })
let nextReseller = 7000

beforeEach(() => clock.reset())

/** An agency whose owner has an address, on its own list, and a package on that list. */
async function buildSeller({
  wholesaleFen = 1000,
  retailFen = 1500,
}: { wholesaleFen?: number; retailFen?: number } = {}) {
  const resellerId = (nextReseller += 1)
  const owner = await buildAccount(db, { email: `owner-${resellerId}@example.com` })
  await buildReseller(db, { id: resellerId })
  const agency = { ownerResellerId: 0, ownerAccountId: owner.id }
  await db.kysely.updateTable('resellers').set(agency).where('id', '=', resellerId).execute()
  const listId = await addPriceList(ctx(), { name: `List ${resellerId}`, copyOf: null }, ACTOR)
  await assignPriceList(ctx(), { resellerId, listId }, ACTOR)
  const plan = await buildPackage(db, { resellerId, prices: {} })
  const entry = { packageId: plan.id, period: 'month' as Period }
  await setWholesale(ctx(), { listId }, [{ ...entry, wholesaleFen }], ACTOR)
  await setRetail(ctx(), resellerId, [{ ...entry, retailFen }], ACTOR)
  const raise = (fen: number) => setWholesale(ctx(), { listId }, [{ ...entry, wholesaleFen: fen }], ACTOR)
  const price = async () => (await findPrices({ db }, resellerId)).find(({ packageId }) => packageId === plan.id)!
  return { resellerId, owner, listId, plan, entry, raise, price }
}
const run = (name: 'packages.apply_prices' | 'orders.tell_prices', jobDb = db) =>
  jobs[name]({ db: jobDb, config, log: createLog('silent'), now: clock.now(), isLastAttempt: false }, {})
const mailsOf = async (accountId: number) => {
  const rows = await db.kysely.selectFrom('mails').select('template').where('accountId', '=', accountId).execute()
  return rows.map(({ template }) => template)
}
/** A higher price, told and in force a week later. */
async function riseTo(seller: Awaited<ReturnType<typeof buildSeller>>, fen: number) {
  await seller.raise(fen)
  await run('orders.tell_prices')
  clock.shift(7 * DAY_MS)
  await run('packages.apply_prices')
  await run('orders.tell_prices')
}

describe('wholesale', () => {
  test("is the reseller's own price, else its list's, and never another list's", async () => {
    const { resellerId, plan, entry, price } = await buildSeller()
    expect(await price()).toMatchObject({ wholesaleFen: 1000, isOwn: false })
    await setWholesale(ctx(), { resellerId }, [{ ...entry, wholesaleFen: 900 }], ACTOR)
    expect(await price()).toMatchObject({ wholesaleFen: 900, isOwn: true })
    const buyer = await buildBuyer({ resellerId })
    const { quoteId } = (await quote(buyer, plan)).data
    const { orderId } = (await buy(buyer, quoteId)).data
    const order = db.kysely.selectFrom('orders').select('wholesaleFen').where('id', '=', orderId)
    expect(await order.executeTakeFirst()).toEqual({ wholesaleFen: 900 })
    expect((await findListEntries({ db }, 0)).some(({ packageId }) => packageId === plan.id)).toBe(false)
  })

  test('lower applies at once, higher seven days after the mail, and only once with two processes', async () => {
    const seller = await buildSeller()
    expect(await seller.raise(800)).toEqual({ applied: 1, scheduled: [] })
    expect(await seller.price()).toMatchObject({ wholesaleFen: 800, nextWholesaleFen: null })
    expect((await seller.raise(800)).scheduled).toEqual([])
    const { scheduled } = await seller.raise(1200)
    expect(scheduled).toMatchObject([{ nowFen: 800 }])
    // Nobody was told yet, so the week has not begun.
    clock.shift(8 * DAY_MS)
    await run('packages.apply_prices')
    expect(await seller.price()).toMatchObject({ wholesaleFen: 800, nextWholesaleFen: 1200 })
    await run('orders.tell_prices')
    await run('orders.tell_prices')
    expect(await mailsOf(seller.owner.id)).toEqual(['wholesale_rises'])
    clock.shift(7 * DAY_MS - 1000)
    await run('packages.apply_prices')
    expect(await seller.price()).toMatchObject({ wholesaleFen: 800 })
    clock.shift(1000)
    const second = await makeApp({
      DATABASE_URL: config.databaseUrl!,
      SECRET_KEY: 'another process of the same kind, long',
    })
    await Promise.all([run('packages.apply_prices'), run('packages.apply_prices', second.db)])
    expect(await seller.price()).toMatchObject({ wholesaleFen: 1200, nextWholesaleFen: null })
    const applied = db.kysely.selectFrom('auditLog').select('id').where('action', '=', 'wholesale.applied')
    expect(await applied.where('subject', '=', `package:${seller.plan.id}`).execute()).toHaveLength(1)
  })

  test('M34: the database itself refuses a rise that was not told a week before', async () => {
    const seller = await buildSeller()
    await seller.raise(1200)
    const early = db.pool.query("update price_changes set applied_at = now(), told_at = now() - interval '6 days'")
    await expect(early).rejects.toThrow(/price_changes_told/)
  })

  test('a lower price replaces the waiting rise; a dearer list waits, a cheaper one does not', async () => {
    const seller = await buildSeller()
    await seller.raise(1200)
    await seller.raise(700)
    expect(await seller.price()).toMatchObject({ wholesaleFen: 700, nextWholesaleFen: null })
    const { resellerId, entry } = seller
    const cheap = await addPriceList(ctx(), { name: `Cheap ${resellerId}`, copyOf: seller.listId }, ACTOR)
    await setWholesale(ctx(), { listId: cheap }, [{ ...entry, wholesaleFen: 600 }], ACTOR)
    expect(await assignPriceList(ctx(), { resellerId, listId: cheap }, ACTOR)).toMatchObject({ notBefore: null })
    expect(await seller.price()).toMatchObject({ wholesaleFen: 600 })
    const { dearer } = await assignPriceList(ctx(), { resellerId, listId: seller.listId }, ACTOR)
    expect(dearer).toMatchObject([{ nowFen: 600, newFen: 700 }])
    await run('orders.tell_prices')
    expect(await seller.price()).toMatchObject({ wholesaleFen: 600 })
    clock.shift(7 * DAY_MS)
    await run('packages.apply_prices')
    expect(await seller.price()).toMatchObject({ wholesaleFen: 700 })
    await expect(removeListEntry(ctx(), { listId: seller.listId, ...entry }, ACTOR)).rejects.toThrow(
      'price_list.in_use',
    )
    await removeListEntry(ctx(), { listId: cheap, ...entry }, ACTOR)
  })

  test('an open order keeps it, and a quote ends only when retail changes', async () => {
    const seller = await buildSeller()
    const buyer = await buildBuyer({ resellerId: seller.resellerId })
    const { quoteId } = (await quote(buyer, seller.plan)).data
    await seller.raise(900)
    const { orderId } = (await buy(buyer, quoteId, 'online')).data
    await seller.raise(500)
    const again = await buy(buyer, quoteId)
    expect([again.status, again.data.orderId]).toEqual([200, orderId])
    expect((await orderOf(buyer, orderId)).state).toBe('paid')
    expect(await loadBalanceFen({ db }, { kind: 'reseller', resellerId: seller.resellerId })).toBe(600)
  })
})

describe('retail below wholesale', () => {
  test('needs a confirmation of this exact pair', async () => {
    const { resellerId, entry, price } = await buildSeller()
    const set = (retailFen: number, confirm?: { retailFen: number; wholesaleFen: number }) =>
      setRetail(ctx(), resellerId, [{ ...entry, retailFen, confirm: confirm ?? null }], ACTOR)
    await expect(set(999)).rejects.toThrow('offer.below_wholesale')
    await expect(set(999, { retailFen: 998, wholesaleFen: 1000 })).rejects.toThrow('offer.below_wholesale')
    await expect(set(999, { retailFen: 999, wholesaleFen: 1001 })).rejects.toThrow('offer.below_wholesale')
    expect(await price()).toMatchObject({ retailFen: 1500, sells: true })
    await set(999, { retailFen: 999, wholesaleFen: 1000 })
    expect(await price()).toMatchObject({ retailFen: 999, sells: true, isConfirmed: true })
  })

  test('stops selling and renewing after a rise, told once to everybody, until a new price or a lower cost ends it', async () => {
    const seller = await buildSeller()
    const { resellerId, plan, entry, price } = seller
    const buyer = await buildBuyer({ resellerId })
    const { account, token } = buyer
    await db.kysely
      .updateTable('accounts')
      .set({ email: `renews-${resellerId}@example.com`, emailVerifiedAt: clock.now() })
      .where('id', '=', account.id)
      .execute()
    await buy(buyer, (await quote(buyer, plan)).data.quoteId)
    await call(api.packages.autoRenew, { on: true }, { token })
    await riseTo(seller, 1600)
    await run('orders.tell_prices')
    expect(await price()).toMatchObject({ sells: false, wholesaleFen: 1600, stoppedAt: expect.any(Date) })
    expect(await mailsOf(seller.owner.id)).toEqual(['wholesale_rises', 'offers_stopped'])
    expect(await mailsOf(account.id)).toEqual(['renew_stopped'])
    const later = { account, token: await buildSession(db, account) }
    expect(refused(await quote(later, plan, { action: 'renew' }))).toEqual([422, 'package.not_for_sale'])
    expect((await call(api.packages.list, {}, later)).data.items).toEqual([])
    await setRetail(ctx(), resellerId, [{ ...entry, retailFen: 2000 }], ACTOR)
    expect(await price()).toMatchObject({ sells: true, stoppedAt: null })
    await riseTo(seller, 2100)
    expect(await price()).toMatchObject({ sells: false })
    await seller.raise(2000)
    expect(await price()).toMatchObject({ sells: true, stoppedAt: null })
  })

  test('does not stop if the pair was confirmed before the rise, and stops at the next one', async () => {
    const seller = await buildSeller()
    await seller.raise(1600)
    const confirm = { retailFen: 1500, wholesaleFen: 1600 }
    await setRetail(ctx(), seller.resellerId, [{ ...seller.entry, retailFen: 1500, confirm }], ACTOR)
    await run('orders.tell_prices')
    clock.shift(7 * DAY_MS)
    await run('packages.apply_prices')
    expect(await seller.price()).toMatchObject({ sells: true, wholesaleFen: 1600, isConfirmed: true })
    const asked = async () => refused(await quote(await buildBuyer(seller), seller.plan))
    expect(await asked()).toEqual([200, null])
    await riseTo(seller, 1700)
    expect(await seller.price()).toMatchObject({ sells: false, wholesaleFen: 1700, isConfirmed: false })
    expect(await asked()).toEqual([422, 'package.not_for_sale'])
  })

  test('confirmed loss sales stop at the credit limit', async () => {
    const { resellerId, plan, entry } = await buildSeller()
    const confirm = { retailFen: 600, wholesaleFen: 1000 }
    await setRetail(ctx(), resellerId, [{ ...entry, retailFen: 600, confirm }], ACTOR)
    await fundReseller(db, resellerId, 400)
    await db.kysely.updateTable('resellers').set({ creditLimitFen: 400 }).where('id', '=', resellerId).execute()
    const sold = []
    for (let count = 0; count < 3; count += 1) {
      const buyer = await buildBuyer({ resellerId })
      sold.push((await buy(buyer, (await quote(buyer, plan)).data.quoteId)).code)
    }
    expect(sold).toEqual([null, null, 'reseller.short'])
    expect(await loadBalanceFen({ db }, { kind: 'receivable', resellerId })).toBe(-400)
  })
})

describe('a shop', () => {
  test('is filled with what its list suggests; later packages wait for a retail price, and off stays off', async () => {
    const { resellerId, listId, plan, price } = await buildSeller()
    const [other, late] = [await buildPackage(db, { prices: {} }), await buildPackage(db, { prices: {} })]
    const entry = { packageId: other.id, period: 'month' as const, wholesaleFen: 500, suggestedRetailFen: 900 }
    await setWholesale(ctx(), { listId }, [entry], ACTOR)
    expect([await fillShop(ctx(), resellerId, ACTOR), await fillShop(ctx(), resellerId, ACTOR)]).toEqual([1, 0])
    await setWholesale(ctx(), { listId }, [{ ...entry, packageId: late.id }], ACTOR)
    const { token, ...buyer } = await buildBuyer({ resellerId })
    const shown = async () => (await call(api.packages.list, {}, { token })).data.items.map(({ id }) => Number(id))
    expect(await shown()).toEqual([plan.id, other.id])
    expect(refused(await quote({ token, ...buyer }, late))).toEqual([422, 'package.not_for_sale'])
    await setRetail(ctx(), resellerId, [{ packageId: late.id, period: 'month', retailFen: 800 }], ACTOR)
    expect(await shown()).toEqual([plan.id, other.id, late.id])
    const name = { resellerId, packageId: plan.id, period: 'month' as const }
    expect([await switchOffer(ctx(), name, false, ACTOR), await switchOffer(ctx(), name, false, ACTOR)]).toEqual([
      true,
      false,
    ])
    expect(await shown()).toEqual([other.id, late.id])
    expect(await price()).toMatchObject({ sells: false, isOn: false, stoppedAt: null })
    await switchOffer(ctx(), name, true, ACTOR)
    expect(await shown()).toContain(plan.id)
  })
})

describe('previews', () => {
  test.each([
    [1000, { percent: 50 }, null, 1500],
    [999, { percent: 33 }, null, 1329],
    [1000, { fen: 234 }, 0, 1300],
    [1000, { fen: 234 }, 90, 1290],
    [1000, { fen: 291 }, 90, 1390],
    [1000, { fen: 299 }, 99, 1299],
    [1000, { percent: 0 }, 0, 1000],
    [0, { fen: 0 }, 0, 100],
    [0, { fen: 0 }, null, 1],
  ] as const)('%i fen with %o ending in %o becomes %i', (wholesaleFen, markUp, ending, retailFen) => {
    expect(retailByRule(wholesaleFen, { markUp, ending })).toBe(retailFen)
  })

  test('a rule shows price and margin before saving; a wholesale change shows who would sell below it', async () => {
    const seller = await buildSeller()
    const { resellerId, plan, entry, listId } = seller
    const shown = await previewRule({ db }, resellerId, { markUp: { percent: 100 }, ending: 90 })
    expect(shown).toMatchObject([
      {
        packageId: plan.id,
        wholesaleFen: 1000,
        retailFen: 1500,
        newRetailFen: 2090,
        marginFen: 1090,
        marginPercent: 52.2,
      },
    ])
    const wrong = previewRule({ db }, resellerId, { markUp: { percent: -1 }, ending: null })
    await expect(wrong).rejects.toThrow('request.invalid')
    const effects = (wholesaleFen: number) => previewWholesale({ db }, { listId }, { ...entry, wholesaleFen })
    expect(await effects(1500)).toMatchObject([{ resellerId, sellsBelow: false }])
    expect(await effects(1501)).toMatchObject([{ resellerId, sellsBelow: true, isConfirmed: false, renewers: 0 }])
    expect((await seller.price()).wholesaleFen).toBe(1000)
    expect((await findPriceLists({ db })).find(({ id }) => id === listId)).toMatchObject({ entries: 1, resellers: 1 })
  })
})

test('a copy of a list under a name that this list takes at the same moment: one of both has it', async () => {
  const listId = await addPriceList(ctx(), { name: 'Copied', copyOf: null }, ACTOR)
  for (let round = 0; round < 10; round += 1) {
    const name = `Wanted ${round}`
    const tries = [
      addPriceList(ctx(), { name, copyOf: listId }, ACTOR),
      renamePriceList(ctx(), { listId, name }, ACTOR),
    ]
    const ended = await Promise.allSettled<unknown>(tries)
    const refusals = ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
    expect(refusals).toEqual(['name.taken'])
  }
})
