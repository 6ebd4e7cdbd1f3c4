import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { controlCashier } from '../../cashier/control-client.ts'
import { api } from '../../contract/api.ts'
import type { OpenPayment, PaymentState, PayType } from '../../contract/payments.ts'
import { createTestDatabase } from '../test/run/database.ts'
import { makeDataDir, removeDataDir, startServer, type ServerProcess } from '../test/run/server-process.ts'
import { waitUntil } from '../test/run/wait-until.ts'

const dataDir = makeDataDir()
const { url: databaseUrl } = await createTestDatabase()
afterAll(() => removeDataDir(dataDir))

async function open(server: ServerProcess) {
  const send = async <T>(route: { path: string }, body: object, token?: string): Promise<T> => {
    const answer = await fetch(server.url + route.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { data: T }).data
  }
  const login = { userName: 'demo', passWord: 'yuxian-demo', dailiKey: 0 }
  const { token } = await send<{ token: string }>(api.sessions.login, login)
  const running = JSON.parse(readFileSync(path.join(dataDir, 'cashier', 'running.json'), 'utf8')) as never
  return {
    control: controlCashier(running),
    payTypes: async () => {
      const answer = await fetch(`${server.url}${api.payments.payTypes.path}?paytype=user&dailiKey=0`)
      return ((await answer.json()) as { data: PayType[] }).data
    },
    topUp: (payType: string, device: string) =>
      send<OpenPayment>(api.payments.pay, { type: 'user', amountFen: 1500, payType, device, key: randomUUID() }, token),
    check: (outTradeNo: string) => send<PaymentState>(api.payments.check, { out_trade_no: outTradeNo }, token),
  }
}

test("a buyer scans and pays on the portal's own port, the notify arrives, and the payment survives a restart", async () => {
  const first = await startServer({ dataDir, env: { DATABASE_URL: databaseUrl, WORKERS: '2' } })
  let unpaid: OpenPayment
  let ways: PayType[]
  try {
    const client = await open(first)
    ways = await client.payTypes()
    const [alipay, wxpay] = ways
    expect([alipay, wxpay]).toMatchObject([
      { icon: 'alipay', sandbox: true },
      { icon: 'wxpay', sandbox: true },
    ])
    const paid = await client.topUp(alipay!.id, 'qr')
    expect(paid.qrCode).toMatch(new RegExp(`^${first.url}/cashier/q/[0-9a-f]{32}$`))
    const page = await fetch(paid.qrCode!)
    expect(await page.text()).toContain('已扫码')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await (await fetch(`${page.url}/pay`, { method: 'POST' })).text()).toContain('付款成功')
    // No query is made: the notify alone settles the payment.
    await waitUntil(async () => (await client.control.deliveries(paid.out_trade_no))[0]?.isDone, 'the notify')
    expect(await client.check(paid.out_trade_no)).toMatchObject({ status: 'paid', creditedTo: 'balance' })
    const desktop = await client.topUp(wxpay!.id, 'pc')
    expect(await (await fetch(desktop.payUrl!)).text()).toContain('微信支付')
    unpaid = await client.topUp(alipay!.id, 'pc')
    expect(unpaid.payUrl).toContain(`${first.url}/cashier/gateway.do`)
    await fetch(unpaid.payUrl!)
    expect((await fetch(`${first.url}/cashier/control/totals`, { method: 'POST' })).status).toBe(404)
  } finally {
    await first.stop()
  }
  const second = await startServer({
    dataDir,
    port: Number(new URL(first.url).port),
    env: { DATABASE_URL: databaseUrl },
  })
  try {
    const client = await open(second)
    expect(await client.payTypes()).toEqual(ways)
    await client.control.move(unpaid.out_trade_no, 'pay', { tells: false })
    expect(await client.check(unpaid.out_trade_no)).toMatchObject({ status: 'paid' })
  } finally {
    await second.stop()
  }
})
