import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { showCardCode } from '../../../contract/card-code.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { createLog } from '../../platform/log.ts'
import { drawCardCode } from '../../platform/secrets/draw-card-code.ts'
import { buildCards } from '../../test/build/build-cards.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { dumpEveryRow } from '../../test/look/every-row.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { assignCards } from './assign-cards.ts'
import { buyCardBatch, type CardPurchase } from './buy-card-batch.ts'
import { closeExpiredBatches, voidBatch, voidCard } from './close-card-batch.ts'

const { call, db, config } = await makeApp()
checkBooksAfterEach(db)
const log = createLog('silent')
let resellers = 3000

beforeEach(() => clock.reset())

const ctxNow = () => ({ db, now: clock.now(), config, log, isLastAttempt: false })
async function buildSeller(fen = 0) {
  const { id: resellerId } = await buildReseller(db, { id: (resellers += 1) })
  if (fen > 0) await fundReseller(db, resellerId, fen)
  return resellerId
}
const buy = (resellerId: number, changes: Partial<CardPurchase> = {}) =>
  buyCardBatch(
    ctxNow(),
    {
      resellerId,
      kind: 'balance',
      packageId: null,
      value: 1000,
      count: 3,
      expiresAt: null,
      key: randomUUID(),
      ...changes,
    },
    'operator:test',
  )
const fenOf = (kind: 'reseller' | 'receivable' | 'cards', resellerId: number) =>
  loadBalanceFen({ db }, { kind, resellerId })
const cardsOf = (resellerId: number) =>
  db.kysely.selectFrom('cards').selectAll().where('resellerId', '=', resellerId).orderBy('id').execute()
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

describe('buying', () => {
  test('M22: a batch costs its face value from the balance and stays in the books until redeemed', async () => {
    const resellerId = await buildSeller(10_000)
    const bought = await buy(resellerId)
    expect(bought).toMatchObject({ costFen: 1000, totalFen: 3000, isRepeated: false })
    expect(new Set(bought.codes).size).toBe(3)
    expect([await fenOf('reseller', resellerId), await fenOf('cards', resellerId)]).toEqual([7000, 3000])
    const rows = await cardsOf(resellerId)
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row).toMatchObject({ state: 'unused', sealedCode: null })
    expect(rows.map(({ lastFour }) => lastFour).sort()).toEqual(bought.codes.map((code) => code.slice(-4)).sort())
  })

  test('refuses a purchase with too little balance, even with a credit limit', async () => {
    const resellerId = await buildSeller(2999)
    await db.kysely.updateTable('resellers').set({ creditLimitFen: 9999 }).where('id', '=', resellerId).execute()
    expect(await codeOf(buy(resellerId))).toBe('balance.short')
    expect(await cardsOf(resellerId)).toEqual([])
    expect([await fenOf('reseller', resellerId), await fenOf('receivable', resellerId)]).toEqual([2999, 0])
  })

  test('treats the same request key as one purchase with the same keys, and refuses another body', async () => {
    const resellerId = await buildSeller(50_000)
    const key = randomUUID()
    const bought = await Promise.all(Array.from({ length: 10 }, () => buy(resellerId, { key })))
    const first = bought.filter(({ isRepeated }) => !isRepeated)
    expect(first).toHaveLength(1)
    for (const one of bought) expect(one).toEqual({ ...first[0]!, isRepeated: one !== first[0] })
    expect(await codeOf(buy(resellerId, { key, count: 4 }))).toBe('request.key_reused')
    expect([await fenOf('reseller', resellerId), (await cardsOf(resellerId)).length]).toEqual([47_000, 3])
  })

  const bad: [name: string, changes: Partial<CardPurchase>, code: string][] = [
    ['no value', { value: 0 }, 'request.invalid'],
    ['half a fen', { value: 0.5 }, 'request.invalid'],
    ['too many', { count: limits.cardBatchMax + 1 }, 'request.invalid'],
    ['none', { count: 0 }, 'request.invalid'],
    ['expired already', { expiresAt: new Date(0) }, 'request.invalid'],
    ['a plan without saying which', { kind: 'package', value: 1 }, 'request.invalid'],
    ['two months, which nobody sells', { kind: 'package', value: 2, packageId: 1 }, 'request.invalid'],
    ['days of what is not for sale', { kind: 'days', value: 2, packageId: 999_999 }, 'package.not_for_sale'],
  ]
  test.each(bad)('%s is refused and changes nothing', async (_name, changes, code) => {
    const resellerId = await buildSeller(50_000)
    expect(await codeOf(buy(resellerId, changes))).toBe(code)
    expect([await fenOf('reseller', resellerId), await cardsOf(resellerId)]).toEqual([50_000, []])
  })

  test('refuses a plan as traffic and a pack as a plan', async () => {
    const resellerId = await buildSeller(50_000)
    const plan = await buildPackage(db, { resellerId, prices: { month: 3000, once: 3000 } })
    const pack = await buildPackage(db, { resellerId, kind: 'pack', prices: { month: 3000, once: 3000 } })
    expect(await codeOf(buy(resellerId, { kind: 'traffic', packageId: plan.id }))).toBe('package.not_for_sale')
    expect(await codeOf(buy(resellerId, { kind: 'package', value: 1, packageId: pack.id }))).toBe(
      'package.not_for_sale',
    )
  })

  test('takes keys of a plan from its stock and returns void ones to it', async () => {
    const resellerId = await buildSeller(50_000)
    const plan = await buildPackage(db, { resellerId, stock: 5 })
    const wish = { kind: 'package', value: 1, packageId: plan.id } as const
    const stock = async () =>
      (await db.kysely.selectFrom('packages').select('stock').where('id', '=', plan.id).executeTakeFirstOrThrow()).stock
    expect(await codeOf(buy(resellerId, { ...wish, count: 6 }))).toBe('package.sold_out')
    const { batchId } = await buy(resellerId, { ...wish, count: 4 })
    expect(await stock()).toBe(1)
    await voidBatch(ctxNow(), { resellerId, batchId }, 'operator:test')
    expect(await stock()).toBe(5)
  })

  test('refuses a purchase by a suspended reseller', async () => {
    const resellerId = await buildSeller(50_000)
    await db.kysely.updateTable('resellers').set({ suspendedAt: new Date() }).where('id', '=', resellerId).execute()
    expect(await codeOf(buy(resellerId))).toBe('reseller.suspended')
  })

  test('stores no key in the database, neither whole nor in groups', async () => {
    const { codes } = await buildCards(db, { resellerId: await buildSeller(), count: 20 })
    const dump = (await dumpEveryRow(db)).toUpperCase()
    for (const code of codes) {
      expect(dump).not.toContain(code)
      expect(dump).not.toContain(showCardCode(code))
    }
  })
})

describe('ending', () => {
  test('pays void keys back once and refuses to redeem them', async () => {
    const resellerId = await buildSeller(10_000)
    const { batchId, codes } = await buy(resellerId)
    const account = await buildAccount(db, { resellerId })
    const token = await buildSession(db, account)
    await call(api.cards.redeem, { code: codes[0]! }, { token })
    const closed = await voidBatch(ctxNow(), { resellerId, batchId }, 'operator:test')
    expect(closed).toEqual({ voided: 2, refundFen: 2000 })
    expect([await fenOf('reseller', resellerId), await fenOf('cards', resellerId)]).toEqual([9000, 0])
    expect(await codeOf(voidBatch(ctxNow(), { resellerId, batchId }, 'operator:test'))).toBe('object.unknown')
    expect((await call(api.cards.redeem, { code: codes[1]! }, { token })).code).toBe('card.expired')
  })

  test('voids one key and pays it back, but not an assigned or used key', async () => {
    const resellerId = await buildSeller(10_000)
    const { codes, batchId } = await buy(resellerId)
    const user = await buildAccount(db, { resellerId })
    const token = await buildSession(db, user)
    await assignCards(ctxNow(), { resellerId, userName: user.userName, codes: [codes[0]!] }, 'operator:test')
    const idOf = async (code: string) =>
      (await cardsOf(resellerId)).find(({ lastFour }) => lastFour === code.slice(-4))!.id
    const [given, free] = [await idOf(codes[0]!), await idOf(codes[1]!)]
    const end = (cardId: number, of = resellerId) => voidCard(ctxNow(), { resellerId: of, cardId }, 'operator:test')
    expect(await codeOf(end(given))).toBe('card.used')
    expect(await codeOf(end(free, await buildSeller()))).toBe('object.unknown')
    expect(await end(free)).toEqual({ voided: 1, refundFen: 1000 })
    expect(await codeOf(end(free))).toBe('card.used')
    expect((await call(api.cards.redeem, { code: codes[1]! }, { token })).code).toBe('card.expired')
    expect(await voidBatch(ctxNow(), { resellerId, batchId }, 'operator:test')).toEqual({ voided: 1, refundFen: 1000 })
    expect(await voidBatch(ctxNow(), { resellerId, batchId }, 'operator:test')).toEqual({ voided: 0, refundFen: 0 })
    expect((await call(api.cards.redeem, { code: codes[0]! }, { token })).status).toBe(200)
    expect([await fenOf('reseller', resellerId), await fenOf('cards', resellerId)]).toEqual([9000, 0])
  })

  test('lets no other reseller end a batch', async () => {
    const [resellerId, other] = [await buildSeller(10_000), await buildSeller()]
    const { batchId } = await buy(resellerId)
    expect(await codeOf(voidBatch(ctxNow(), { resellerId: other, batchId }, 'operator:test'))).toBe('object.unknown')
  })

  test('the job pays back expired keys and no others', async () => {
    const resellerId = await buildSeller(10_000)
    await buy(resellerId, { expiresAt: new Date(clock.now().getTime() + DAY_MS) })
    await buy(resellerId)
    await closeExpiredBatches(ctxNow())
    expect(await fenOf('cards', resellerId)).toBe(6000)
    clock.shift(DAY_MS)
    await closeExpiredBatches(ctxNow())
    await closeExpiredBatches(ctxNow())
    expect([await fenOf('reseller', resellerId), await fenOf('cards', resellerId)]).toEqual([7000, 3000])
  })

  test('each key is either redeemed or voided when both happen at once', async () => {
    const resellerId = await buildSeller(100_000)
    const { batchId, codes } = await buy(resellerId, { count: 20 })
    const token = await buildSession(db, await buildAccount(db, { resellerId }))
    const redeeming = codes.map((code) => call(api.cards.redeem, { code }, { token }))
    const closing = voidBatch(ctxNow(), { resellerId, batchId }, 'operator:test')
    const won = (await Promise.all(redeeming)).filter(({ status }) => status === 200).length
    expect((await closing).voided).toBe(20 - won)
  })
})

describe('assigning', () => {
  const list = (token: string, input: { state?: 'unused' | 'redeemed' | 'expired'; cursor?: string } = {}) =>
    call(api.cards.list, input, { token })
  const assign = (resellerId: number, userName: string, codes: string[]) =>
    assignCards(ctxNow(), { resellerId, userName, codes }, 'operator:test')

  test('shows the user the key until somebody uses it, then only the last four symbols', async () => {
    const resellerId = await buildSeller(10_000)
    const [user, friend] = [await buildAccount(db, { resellerId }), await buildAccount(db, { resellerId })]
    const [token, friendToken] = [await buildSession(db, user), await buildSession(db, friend)]
    const { codes } = await buy(resellerId)
    const [mine, passedOn] = codes.map(showCardCode) as [string, string]
    expect(await assign(resellerId, user.userName.toUpperCase(), [mine, passedOn])).toEqual({ assigned: 2 })
    expect(await assign(resellerId, user.userName, [mine])).toEqual({ assigned: 0 })
    const shown = (await list(token)).data.items
    expect(shown.map(({ code }) => code).sort()).toEqual([mine, passedOn].sort())
    const dump = (await dumpEveryRow(db)).toUpperCase()
    for (const code of codes) expect(dump).not.toContain(code)
    for (const code of [mine, passedOn]) expect(dump).not.toContain(code)

    await call(api.cards.redeem, { code: mine }, { token })
    await call(api.cards.redeem, { code: passedOn }, { token: friendToken })
    const after = (await list(token)).data.items
    const ends = { [mine.slice(-4)]: true, [passedOn.slice(-4)]: false }
    expect(after).toHaveLength(2)
    for (const card of after) {
      expect(card).toMatchObject({ state: 'redeemed', code: null, redeemedByMe: ends[card.lastFour] })
    }
    const friends = (await list(friendToken)).data.items
    expect(friends).toMatchObject([{ redeemedByMe: true, lastFour: passedOn.slice(-4), assignedAt: null, code: null }])
    expect((await dumpEveryRow(db)).toUpperCase()).not.toContain(mine)
  })

  test('a sealed key does not open in another row', async () => {
    const resellerId = await buildSeller(10_000)
    const user = await buildAccount(db, { resellerId })
    const { codes } = await buy(resellerId, { count: 2 })
    await assign(resellerId, user.userName, codes)
    const [first, second] = await cardsOf(resellerId)
    const { sealedCode } = first!
    await db.kysely.updateTable('cards').set({ sealedCode }).where('id', '=', second!.id).execute()
    expect((await list(await buildSession(db, user))).status).toBe(500)
  })

  test('one bad key stops the whole assignment', async () => {
    const [resellerId, other] = [await buildSeller(20_000), await buildSeller(20_000)]
    const [user, owner] = [await buildAccount(db, { resellerId }), await buildAccount(db, { resellerId })]
    const { codes } = await buy(resellerId)
    const foreign = (await buy(other)).codes[0]!
    await assign(resellerId, owner.userName, [codes[2]!])
    const cases: [string, string][] = [
      ['no key at all', 'request.invalid'],
      [drawCardCode(), 'card.unknown'],
      [foreign, 'card.unknown'],
      [codes[2]!, 'card.used'],
    ]
    for (const [code, refusal] of cases) {
      expect(await codeOf(assign(resellerId, user.userName, [codes[0]!, code]))).toBe(refusal)
    }
    expect(await codeOf(assign(resellerId, 'nobody-here', [codes[0]!]))).toBe('object.unknown')
    expect((await cardsOf(resellerId)).filter(({ accountId }) => accountId === user.id)).toEqual([])
  })

  test('lists keys in pages, newest first, filtered by state', async () => {
    const resellerId = await buildSeller(100_000)
    const user = await buildAccount(db, { resellerId })
    const token = await buildSession(db, user)
    const count = limits.listPageSize + 5
    const { codes } = await buy(resellerId, { count })
    await assign(resellerId, user.userName, codes)
    const short = await buy(resellerId, { count: 1, expiresAt: new Date(clock.now().getTime() + 60_000) })
    await assign(resellerId, user.userName, short.codes)
    clock.shift(60_000)
    await call(api.cards.redeem, { code: codes[7]! }, { token })
    const first = (await list(token)).data
    expect(first.items[0]).toMatchObject({ state: 'redeemed', lastFour: codes[7]!.slice(-4) })
    const second = (await list(token, { cursor: first.next! })).data
    expect(second.next).toBeNull()
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([count + 1, count + 1])
    expect((await list(token, { state: 'redeemed' })).data.items).toHaveLength(1)
    expect((await list(token, { state: 'expired' })).data.items).toMatchObject([{ state: 'expired', code: null }])
    const unused = (await list(token, { state: 'unused' })).data
    expect(unused.items.every(({ state, code }) => state === 'unused' && code !== null)).toBe(true)
    expect((await list(token, { cursor: 'nonsense' })).code).toBe('request.invalid')
    const stranger = await buildSession(db, await buildAccount(db, { resellerId }))
    expect((await list(stranger)).data).toEqual({ items: [], next: null })
  })
})
