import Value from 'typebox/value'
import { expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import type { Route } from '../../contract/route.ts'
import { sampleCatalogue, sampleCoupon } from '../../contract/sample-catalogue.ts'
import { openBrowser } from '../../ui/test/browser.ts'
import { sampleMs } from '../features/lines/latency-sign.tsx'

openBrowser({ url: 'https://portal.example/demo' })
const { answers, sendToDemo } = await import('./transport.ts')
const { startWords } = await import('../../ui/words/word-store.ts')
await import('../words/user-words.ts')
await startWords('zh-CN', ['demo'])

const routes: Route[] = Object.values(api).flatMap((domain) => Object.values<Route>(domain))
const send = (route: Route, input: Record<string, unknown> = {}) =>
  sendToDemo(
    {
      method: route.method,
      url:
        route.method === 'GET' ? `${route.path}?${new URLSearchParams(input as Record<string, string>)}` : route.path,
      body: route.method === 'GET' ? null : JSON.stringify(input),
      token: null,
      language: 'zh-CN',
    },
    () => {},
  )

const inputs: Record<string, Record<string, unknown>> = {
  '/api/user/info': { dailiKey: 0 },
  '/api/user/freeze': { type: 'resume' },
  '/api/user/bindEmail': { email: 'new@example.com', code: '123456' },
  '/api/user/sessions/revoke': { all: true },
  '/api/daili/dailiConfig': { daili_id: 260 },
  '/api/tc/quote': { action: 'renew', packageId: '2', period: 'month' },
  '/api/tc/autoRenew': { on: true },
  '/api/tc/renewEarly': { on: true },
  '/api/tc/next': { next: { packageId: '1', period: 'month' } },
  '/api/user/alipay/pay': { type: 'user', payType: 'alipay', amountFen: 1000 },
  '/api/user/alipay/check': { out_trade_no: 'DEMO20000000' },
  '/api/payment/cancel': { out_trade_no: 'DEMO20000000' },
  '/api/user/createDaili': { name: '海边', contact: 'x', payBy: 'online' },
  '/api/km/redeem': { code: 'demo2026abcd8f3k' },
  '/api/gift/make': { packageId: '2', days: 7 },
  '/api/gift/look': { code: 'demo2026abcd8f3k', dailiKey: 0 },
  '/api/invite/toBalance': { amountFen: 100 },
  '/api/invite/withdraw': { amountFen: 1000, method: 'alipay', account: 'me@example.com' },
  '/api/line/install': { nodeId: 4 },
  '/api/message/read': { id: 'all' },
  '/api/help/search': { text: '没反应' },
  '/api/help/vote': { articleId: 'connect', helped: true },
  '/api/tickets/open': { category: 'dead', text: '没反应' },
  '/api/tickets/write': { ticketId: 12, text: '还是卡' },
  '/api/tickets/reopen': { ticketId: 12, text: '还是卡' },
  '/api/message/reminders': { kind: 'ends', on: true },
}
/** What a call asks for that only lets choose. */
function firstChoices(input: unknown): Record<string, unknown> {
  type Schema = { required?: string[]; properties?: Record<string, { anyOf?: { const?: unknown }[] }> }
  const { required = [], properties = {} } = (input ?? {}) as Schema
  return Object.fromEntries(required.map((name) => [name, properties[name]?.anyOf?.[0]?.const]))
}

/** The tests below cover these, because they need the result of another call. */
const FOLLOWING = [
  '/api/tc/buy',
  '/api/order/detail',
  '/api/order/cancel',
  '/api/gift/takeBack',
  '/api/line/move',
  '/api/line/undoMove',
  '/api/line/rotate',
  '/api/line/uninstall',
]
/** The demo refuses these with a sentence. */
const REFUSED = [
  '/api/tc/trial',
  '/api/user/passkey/begin',
  '/api/user/passkey/finish',
  '/api/user/passkey/remove',
  '/api/user/daili/console',
]

test('answers every call of a signed-in user', () => {
  // The demo stores nothing, so there is no silent login.
  const asked = routes.filter(
    (route) => route !== api.sessions.silentLogin && (route.access === 'user' || route.access === 'anyone'),
  )
  const answered = answers.map(({ method, path }) => `${method} ${path}`)
  expect(asked.map(({ method, path }) => `${method} ${path}`).filter((one) => !answered.includes(one))).toEqual([])
  expect(new Set(answered).size).toBe(answered.length)
})

const single = answers.filter(({ path }) => !FOLLOWING.includes(path) && !REFUSED.includes(path))
test.each(single)('$path answers as the contract says', async ({ method, path }) => {
  const route = routes.find((one) => one.method === method && one.path === path)!
  const data = await send(route, inputs[path] ?? firstChoices(route.input))
  expect(Value.Errors(route.output, data)).toEqual([])
})

test('takes the money once and renews the package when buying from the balance', async () => {
  const before = (await send(api.accounts.info, { dailiKey: 0 })) as { balanceFen: number; expiresAt: string }
  const quote = (await send(api.packages.quote, inputs['/api/tc/quote'])) as { quoteId: string; totalFen: number }
  const bought = await send(api.packages.buy, { quoteId: quote.quoteId, payBy: 'balance', key: 'k' })
  expect(Value.Errors(api.packages.buy.output, bought)).toEqual([])
  const { orderId } = bought as { orderId: string }
  const order = await send(api.orders.detail, { orderId })
  expect(Value.Errors(api.orders.detail.output, order)).toEqual([])
  expect(order).toMatchObject({ state: 'paid', paidBy: 'balance' })
  const after = (await send(api.accounts.info, { dailiKey: 0 })) as { balanceFen: number; expiresAt: string }
  expect(after.balanceFen).toBe(before.balanceFen - quote.totalFen)
  expect(after.expiresAt > before.expiresAt).toBe(true)
})

test('takes the price of a gift link and gives it back', async () => {
  const balance = async () => ((await send(api.balance.entries)) as { balanceFen: number }).balanceFen
  const before = await balance()
  const { link } = (await send(api.gifts.make, inputs['/api/gift/make'])) as { link: { id: string; priceFen: number } }
  expect(await balance()).toBe(before - link.priceFen)
  const back = await send(api.gifts.takeBack, { id: link.id })
  expect(Value.Errors(api.gifts.takeBack.output, back)).toEqual([])
  expect(await balance()).toBe(before)
})

test('lets a payment arrive by itself and credits it once', async () => {
  vi.useFakeTimers({ now: Date.now() })
  const balance = async () => ((await send(api.balance.entries)) as { balanceFen: number }).balanceFen
  const before = await balance()
  const { out_trade_no } = (await send(api.payments.pay, inputs['/api/user/alipay/pay'])) as { out_trade_no: string }
  expect(await send(api.payments.check, { out_trade_no })).toMatchObject({ status: 'pending' })
  vi.advanceTimersByTime(5000)
  for (let look = 0; look < 2; look++) {
    expect(await send(api.payments.check, { out_trade_no })).toMatchObject({ status: 'paid', creditedTo: 'balance' })
  }
  expect(await balance()).toBe(before + 1000)
  vi.useRealTimers()
})

test('never receives a cancelled payment', async () => {
  vi.useFakeTimers({ now: Date.now() + 60_000 })
  const { out_trade_no } = (await send(api.payments.pay, inputs['/api/user/alipay/pay'])) as { out_trade_no: string }
  expect(await send(api.payments.cancel, { out_trade_no })).toMatchObject({ status: 'closed' })
  vi.advanceTimersByTime(5000)
  expect(await send(api.payments.check, { out_trade_no })).toMatchObject({ status: 'closed' })
  vi.useRealTimers()
})

test('shows as many unread on the bell as in the list', async () => {
  const unread = async () => ((await send(api.accounts.info, { dailiKey: 0 })) as { unread: number }).unread
  const listed = async () =>
    ((await send(api.notices.list)) as { items: { isRead: boolean }[] }).items.filter(({ isRead }) => !isRead).length
  expect(await unread()).toBe(await listed())
  await send(api.notices.read, { id: '2' })
  expect(await unread()).toBe(await listed())
})

test("uses the product's own fees, prices and discounts", async () => {
  const { feeFen } = (await send(api.agencies.own)) as { feeFen: number }
  expect(feeFen).toBe(limits.agencyFeeFen)
  const { items } = (await send(api.packages.list)) as {
    items: { name: string; offers: { period: string; priceFen: number }[] }[]
  }
  const prices = items.map(({ name, offers }) => [
    name,
    Object.fromEntries(offers.map((one) => [one.period, one.priceFen])),
  ])
  expect(prices).toEqual(sampleCatalogue.map(({ name, fen }) => [name, fen]))
  const wish = { ...inputs['/api/tc/quote'], coupon: sampleCoupon.code.toLowerCase() }
  const { listFen, discountFen } = (await send(api.packages.quote, wish)) as { listFen: number; discountFen: number }
  expect(discountFen).toBe((listFen * sampleCoupon.percent) / 100)
})

test('gives each region a realistic latency', async () => {
  const nodes = (await send(api.lines.nodes)) as { region: string; probeUrl: string }[]
  const bounds: Record<string, [number, number]> = {
    HK: [30, 60],
    KR: [45, 90],
    JP: [45, 90],
    SG: [55, 100],
    US: [150, 220],
    DE: [180, 280],
  }
  for (const { region, probeUrl } of nodes) {
    const ms = sampleMs(probeUrl)!
    const [least, most] = bounds[region]!
    expect([region, ms >= least && ms <= most]).toEqual([region, true])
  }
})

test('moves a line, undoes it, moves again, gives it a new secret and removes it', async () => {
  const list = async () => ((await send(api.lines.list)) as { lines: { id: string; nodeId: number }[] }).lines
  const [first] = await list()
  const wrong = (await send(api.lines.move, { lineId: first!.id, nodeId: 6 })) as { id: string }
  expect(await send(api.lines.undoMove, { lineId: wrong.id })).toMatchObject({ id: first!.id, nodeId: first!.nodeId })
  const moved = await send(api.lines.move, { lineId: first!.id, nodeId: 7 })
  expect(Value.Errors(api.lines.move.output, moved)).toEqual([])
  const { id } = moved as { id: string }
  expect(Value.Errors(api.lines.rotate.output, await send(api.lines.rotate, { lineId: id }))).toEqual([])
  await send(api.lines.uninstall, { lineId: id })
  expect((await list()).some((line) => line.id === id || line.id === first!.id)).toBe(false)
})

test.each(REFUSED)('%s is refused with a sentence', async (path) => {
  const route = routes.find((one) => one.path === path)!
  await expect(send(route)).rejects.toThrow(/演示/)
})

test('cancels an order', async () => {
  const { orderId } = (await send(api.agencies.create, inputs['/api/user/createDaili'])) as { orderId: string }
  expect(await send(api.orders.cancel, { orderId })).toEqual({ state: 'cancelled' })
  expect(await send(api.orders.detail, { orderId })).toMatchObject({ state: 'cancelled' })
})
