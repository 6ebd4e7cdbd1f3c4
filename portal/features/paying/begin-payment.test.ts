import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { outcome, passMs } from '../../../ui/test/calls.ts'
import { openPortal } from '../../test/portal.ts'

const way = { id: 'm-alipay', name: '支付宝', icon: 'alipay' as const, sandbox: false }
const topUp = (amountFen: number) => ({ type: 'user' as const, amountFen })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Every key is another one; a payment is named after its amount and its key. */
async function openDesk({ keyMs = 10, payMs = 10 } = {}) {
  const { browser } = await openPortal()
  let keys = 0
  browser.answer('/api/user/alipay/getKey', () => ({ data: { key: `key-${++keys}` }, delayMs: keyMs }))
  browser.answer('/api/user/alipay/pay', ({ body }) => {
    const { amountFen, key } = body as { amountFen: number; key: string }
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const data = { out_trade_no: `${amountFen}-${key}`, payUrl: null, qrCode: 'code', amountFen, expiresAt }
    return { data, delayMs: payMs }
  })
  const { makeBegin } = await import('./begin-payment.ts')
  return { browser, ...makeBegin() }
}

it('of two begun at once the later one counts, with a key of its own', async () => {
  const { browser, begin } = await openDesk()
  const both = Promise.all([begin(topUp(100), way), begin(topUp(200), way)])
  await passMs(1500)
  const [first, second] = await both
  expect(first).toBeNull()
  expect(second?.outTradeNo).toBe('200-key-2')
  expect(browser.sent('/api/user/alipay/pay')).toMatchObject([{ body: { key: 'key-1' } }, { body: { key: 'key-2' } }])
})

it('the same thing twice at once is one payment', async () => {
  const { browser, begin } = await openDesk()
  const both = Promise.all([begin(topUp(100), way), begin(topUp(100), way)])
  await passMs(1500)
  expect((await both)[1]?.outTradeNo).toBe('100-key-1')
  expect(browser.sent('/api/user/alipay/pay')).toHaveLength(1)
})

it.each([10, 9000])('what was given up shows neither an answer nor a failure (answered after %d ms)', async (payMs) => {
  const { begin, giveUp } = await openDesk({ payMs })
  const left = outcome(begin(topUp(100), way))
  giveUp()
  await passMs(6000)
  expect(await left).toEqual({ value: null })
})

it('after a lost answer the same thing goes on with the same key, until it is forgotten', async () => {
  const { browser, begin, forget } = await openDesk({ payMs: 9000 })
  const lost = outcome(begin(topUp(100), way))
  await passMs(6000)
  expect(await lost).toEqual({ error: 'client.timeout' })
  browser.answer('/api/user/alipay/pay', { fails: 'network' })
  const again = outcome(begin(topUp(100), way))
  await passMs(100)
  await again
  forget()
  const other = outcome(begin(topUp(100), way))
  await passMs(100)
  await other
  const keys = browser.sent('/api/user/alipay/pay').map(({ body }) => (body as { key: string }).key)
  expect(keys).toEqual(['key-1', 'key-1', 'key-2'])
})

it('a key that did not come is asked for again', async () => {
  const { browser, begin } = await openDesk()
  browser.answer('/api/user/alipay/getKey', { fails: 'network' })
  expect(await outcome(begin(topUp(100), way))).toEqual({ error: 'client.network' })
  browser.answer('/api/user/alipay/getKey', { data: { key: 'late' } })
  const begun = begin(topUp(100), way)
  await passMs(100)
  expect((await begun)?.outTradeNo).toBe('100-late')
})
