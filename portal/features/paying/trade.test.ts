import { afterEach, expect, it, vi, beforeEach } from 'vitest'

import { limits } from '../../../contract/limits.ts'
import type { PaymentState } from '../../../contract/payments.ts'
import { openBrowser } from '../../../ui/test/browser.ts'
import { outcome, passMs } from '../../../ui/test/calls.ts'
import { openPortal } from '../../test/portal.ts'
import { type Bill, newTrade, type Outcome, outcomeOf, payDevice } from './trade.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 14) Chrome/140 Mobile Safari/537.36'
const way = {
  id: 'm-alipay',
  name: '支付宝',
  icon: 'alipay' as const,
  sandbox: false,
  minFen: 0,
  feeFen: 0,
  feePermille: 0,
}
const given = {
  out_trade_no: 'T1',
  payUrl: null as string | null,
  quote: null,
  qrCode: null as string | null,
  amountFen: 1250,
  feeFen: 0,
  balanceFen: 0,
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
}
const code = 'https://qr.alipay.example/abc'
const page = 'https://openapi.alipay.example/gateway.do?x=1'

/** `window` is its own top unless the page is framed. */
function open(options: Parameters<typeof openBrowser>[0] = {}, isFramed = false): void {
  openBrowser(options)
  const self = {}
  vi.stubGlobal('window', { self, top: isFramed ? {} : self })
}

afterEach(() => vi.unstubAllGlobals())

it('a desktop shows the code and offers no page beside it', () => {
  open()
  expect(newTrade({ ...given, qrCode: code }, way, null)).toMatchObject({ qrCode: code, payUrl: null })
})

it('the sandbox opens its code as a page, because nobody can scan a code on this machine', () => {
  open()
  expect(newTrade({ ...given, qrCode: code }, { ...way, sandbox: true }, null)).toMatchObject({
    qrCode: code,
    payUrl: code,
    opensWindow: true,
  })
})

it('a phone opens the page in the same window', () => {
  open({ userAgent: PHONE })
  expect(newTrade({ ...given, payUrl: page }, way, null)).toMatchObject({
    qrCode: null,
    payUrl: page,
    opensWindow: false,
  })
})

it('a phone that finds a payment started elsewhere opens the address in its code', () => {
  open({ userAgent: PHONE })
  expect(newTrade({ ...given, qrCode: code }, way, null)).toMatchObject({ qrCode: null, payUrl: code })
})

it('a code that is no address is drawn, even on a phone', () => {
  open({ userAgent: PHONE })
  const scheme = 'weixin://wxpay/bizpayurl?pr=1'
  expect(newTrade({ ...given, qrCode: scheme, payUrl: 'javascript:alert(1)' }, way, null)).toMatchObject({
    qrCode: scheme,
    payUrl: null,
  })
})

it.each([
  ['the iframe flag', { userAgent: PHONE, stored: { iframe: '1' } }, false],
  ['a real frame', { userAgent: PHONE }, true],
])('%s: opens another window, never this one', (_name, options, isFramed) => {
  open(options, isFramed)
  expect(newTrade({ ...given, payUrl: page }, way, null).opensWindow).toBe(true)
})

it('a payer without an account keeps the page, because only the page has the key', () => {
  open({ userAgent: PHONE })
  expect(newTrade({ ...given, payUrl: page }, way, 'key').opensWindow).toBe(true)
})

it('the pc flag makes a client on a phone show the code', () => {
  open({ userAgent: PHONE, stored: { pc: '1' } })
  expect(newTrade({ ...given, qrCode: code }, way, null)).toMatchObject({ qrCode: code, payUrl: null })
})

it('a clock that is hours off does not end a payment started now', () => {
  open()
  const early = newTrade({ ...given, expiresAt: new Date(Date.now() - 7_200_000).toISOString() }, way, null)
  const late = newTrade({ ...given, expiresAt: new Date(Date.now() + 7_200_000).toISOString() }, way, null)
  for (const { payBeforeMs } of [early, late]) {
    expect(payBeforeMs - Date.now()).toBeGreaterThan(0)
    expect(payBeforeMs - Date.now()).toBeLessThanOrEqual(limits.payTtlMs)
  }
})

const WECHAT = 'Mozilla/5.0 (Linux; Android 16; wv) Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.60'

it.each([
  ['alipay', { payUrl: null, qrCode: null, needsBrowser: true }],
  ['wxpay', { payUrl: page, qrCode: null, needsBrowser: false }],
] as const)('what %s does in WeChat on a phone', (icon, expected) => {
  open({ userAgent: WECHAT })
  expect(newTrade({ ...given, payUrl: page, qrCode: code }, { ...way, icon }, null)).toMatchObject(expected)
  expect(newTrade({ ...given, qrCode: page }, { ...way, icon }, null)).toMatchObject(expected)
})

it('WeChat on a desktop shows the code like every browser there', () => {
  open({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 MicroMessenger/7.0.20' })
  expect(newTrade({ ...given, qrCode: code }, way, null)).toMatchObject({ qrCode: code, needsBrowser: false })
})

const topUp = (amountFen: number) => ({ type: 'user' as const, amountFen })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Every key is different; a payment is named after its amount and its key. */
async function openDesk({ keyMs = 10, payMs = 10 } = {}) {
  const { browser } = await openPortal()
  let keys = 0
  browser.answer('/api/user/alipay/getKey', () => ({ data: { key: `key-${++keys}` }, delayMs: keyMs }))
  browser.answer('/api/user/alipay/pay', ({ body }) => {
    const { amountFen, key } = body as { amountFen: number; key: string }
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const data = {
      out_trade_no: `${amountFen}-${key}`,
      payUrl: null,
      qrCode: 'code',
      quote: null,
      amountFen,
      expiresAt,
    }
    return { data, delayMs: payMs }
  })
  const { makeBegin } = await import('./trade.ts')
  return { browser, ...makeBegin() }
}

it('of two payments started at once the later one counts, with its own key', async () => {
  const { browser, begin } = await openDesk()
  const both = Promise.all([begin(topUp(100), way), begin(topUp(200), way)])
  await passMs(1500)
  const [first, second] = await both
  expect(first).toBeNull()
  expect(second?.outTradeNo).toBe('200-key-2')
  expect(browser.sent('/api/user/alipay/pay')).toMatchObject([{ body: { key: 'key-1' } }, { body: { key: 'key-2' } }])
})

it('starting the same thing twice at once makes one payment', async () => {
  const { browser, begin } = await openDesk()
  const both = Promise.all([begin(topUp(100), way), begin(topUp(100), way)])
  await passMs(1500)
  expect((await both)[1]?.outTradeNo).toBe('100-key-1')
  expect(browser.sent('/api/user/alipay/pay')).toHaveLength(1)
})

it.each([10, 9000])('a cancelled start shows neither an answer nor a failure (answered after %d ms)', async (payMs) => {
  const { begin, giveUp } = await openDesk({ payMs })
  const left = outcome(begin(topUp(100), way))
  giveUp()
  await passMs(6000)
  expect(await left).toEqual({ value: null })
})

it('after a lost answer the same thing continues with the same key, until it is forgotten', async () => {
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

it('a key that failed to load is requested again', async () => {
  const { browser, begin } = await openDesk()
  browser.answer('/api/user/alipay/getKey', { fails: 'network' })
  expect(await outcome(begin(topUp(100), way))).toEqual({ error: 'client.network' })
  browser.answer('/api/user/alipay/getKey', { data: { key: 'late' } })
  const begun = begin(topUp(100), way)
  await passMs(100)
  expect((await begun)?.outTradeNo).toBe('100-late')
})

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['a phone goes to the payment page', { userAgent: IPHONE, touchPoints: 5 }, 'wap'],
  ['a Mac shows a code', { userAgent: MAC, touchPoints: 0 }, 'qr'],
  ['an iPad, which says it is a Mac, cannot scan its own screen', { userAgent: MAC, touchPoints: 5 }, 'wap'],
  [
    'the desktop client shows a code, whatever it runs on',
    { userAgent: MAC, touchPoints: 5, stored: { pc: '1' } },
    'qr',
  ],
  ['a laptop with a touch screen shows a code', { userAgent: 'Mozilla/5.0 (Windows NT 10.0)', touchPoints: 10 }, 'qr'],
] as const)('%s', (_name, options, device) => {
  openBrowser(options)
  expect(payDevice()).toBe(device)
})

it.each<[Bill['type'], PaymentState['status'], PaymentState['creditedTo'], Outcome]>([
  ['user', 'paid', 'balance', 'paid'],
  ['daili', 'paid', 'balance', 'paid'],
  ['package', 'paid', 'order', 'paid'],
  ['package', 'paid', 'balance', 'late'],
  ['agency', 'paid', 'balance', 'late'],
  ['package', 'closed', 'none', 'closed'],
  ['user', 'refunded', 'balance', 'refunded'],
])('%s %s to %s: %s', (type, status, creditedTo, expected) => {
  expect(
    outcomeOf({ type }, { status, isSeen: false, creditedTo, amountFen: 100, feeFen: 0, balanceFen: 0, paidAt: null }),
  ).toBe(expected)
})
