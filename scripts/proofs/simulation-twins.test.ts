import { beforeEach, expect, test, vi } from 'vitest'

import { inTx } from '../../server/platform/context.ts'
import { createTestDatabase } from '../../server/test/run/database.ts'
import { simulateMany, upFrom } from './simulation.ts'

// The same lives over bugs as somebody could write them, one at a time. If none showed, the lives would prove nothing.
const planted = vi.hoisted(() => ({ bug: '' }))

vi.mock(import('../../server/domains/gifts/queries.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    loadGiftByKey: (...asked) => (planted.bug === 'gift' ? Promise.resolve(null) : real.loadGiftByKey(...asked)),
    insertGift: (db, gift) =>
      real.insertGift(db, planted.bug === 'gift' ? { ...gift, requestKey: `${Math.random()}:again` } : gift),
  }
})
vi.mock(import('../../server/domains/cards/queries.ts'), async (load) => {
  const real = await load()
  return { ...real, claimCard: async (...asked) => (await real.claimCard(...asked)) || planted.bug === 'card' }
})
vi.mock(import('../../server/domains/cards/batch-queries.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    loadBatchByKey: (...asked) => (planted.bug === 'batch' ? Promise.resolve(null) : real.loadBatchByKey(...asked)),
    insertBatch: (db, batch) =>
      real.insertBatch(db, planted.bug === 'batch' ? { ...batch, requestKey: `${Math.random()}:again` } : batch),
  }
})
vi.mock(import('../../server/domains/orders/set-aside-part.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    releasePart: async (...asked) => void (planted.bug === 'part' || (await real.releasePart(...asked))),
    releaseOfOrder: async (...asked) => void (planted.bug === 'part' || (await real.releaseOfOrder(...asked))),
  }
})
vi.mock(import('../../server/domains/payments/settle-payment.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    settlePayment: async (ctx, paymentId, confirmed) => {
      if (planted.bug === 'closed') {
        const query = ctx.db.kysely.selectFrom('payments').select('state').where('id', '=', paymentId)
        if ((await query.executeTakeFirst())?.state === 'closed') return 'repeated'
      }
      return real.settlePayment(ctx, paymentId, confirmed)
    },
  }
})
vi.mock(import('../../server/domains/payments/check-payment.ts'), async (load) => {
  const real = await load()
  const { settlePayment } = await import('../../server/domains/payments/settle-payment.ts')
  return {
    ...real,
    lookAtPayment: async (ctx, payment, gateway) => {
      if (planted.bug !== 'notify') return real.lookAtPayment(ctx, payment, gateway)
      return settlePayment(ctx, payment.id, { tradeNo: `T${payment.outTradeNo}`, amountFen: payment.amountFen })
    },
  }
})
vi.mock(import('../../server/domains/payments/refunds/finish-refund.ts'), async (load) => {
  const real = await load()
  const { bookOutcome } = await import('../../server/domains/payments/refunds/book-refund.ts')
  const { loadRefund } = await import('../../server/domains/payments/refunds/queries.ts')
  return {
    ...real,
    finishRefund: async (ctx, refundId) => {
      if (planted.bug === 'early') {
        const asked = (await loadRefund(ctx.db, refundId))!
        await inTx(ctx, (tx) => bookOutcome(tx, asked, 'done'))
        return 'done'
      }
      const state = await real.finishRefund(ctx, refundId)
      if (planted.bug !== 'silence' || state !== 'asked') return state
      const refund = (await loadRefund(ctx.db, refundId))!
      await inTx(ctx, (tx) => bookOutcome(tx, refund, 'refused'))
      return 'refused'
    },
  }
})
vi.mock(import('../../server/domains/ledger/post.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    post: (ctx, entry) =>
      real.post(ctx, planted.bug === 'key' ? { ...entry, key: `${entry.key}:${Math.random()}` } : entry),
  }
})
vi.mock(import('../../server/platform/db/db.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    inTransaction: async (db, work, read) => {
      let done: Awaited<ReturnType<typeof work>> | undefined
      const noted: typeof work = async (tx, found) => (done = await work(tx, found))
      return real.inTransaction(db, noted, read).catch((error: unknown) => {
        if (planted.bug === 'commit' && done !== undefined) return done
        throw error
      })
    },
  }
})

beforeEach(() => {
  planted.bug = ''
})

/** From a seed that shows it on, since what a seed draws changes with the code. */
const LIVES = 80

test.each([
  { bug: 'gift', from: 2, was: 'a gift that is asked for again is given again' },
  { bug: 'card', from: 17, was: 'a key can be redeemed by two' },
  { bug: 'batch', from: 17, was: 'a purchase of keys that is repeated buys again' },
  { bug: 'part', from: 1, was: 'what an unpaid order held stays held' },
  { bug: 'closed', from: 5, was: 'money that comes late for a closed payment is dropped' },
  { bug: 'notify', from: 1, was: 'the gateway is not asked' },
  { bug: 'silence', from: 105, was: 'a gateway that is silent counts as a no to a refund' },
  { bug: 'early', from: 15, was: 'a refund is booked before the gateway says yes' },
  { bug: 'key', from: 2, was: 'the ledger books one thing under two names' },
  { bug: 'commit', from: 2, was: 'a commit that failed counts as done' },
])('a life shows when $was', async ({ bug, from }) => {
  planted.bug = bug
  const { url } = await createTestDatabase()
  const { found } = await simulateMany(url, upFrom(from, LIVES), 1)
  expect(found).toHaveLength(1)
})
