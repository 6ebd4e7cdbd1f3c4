import { createVerify } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { PAY_PATH } from '../../../contract/page.ts'
import { providers } from '../../domains/payments/gateways/providers.ts'
import { sealMerchantSecret } from '../../domains/payments/merchants/merchant.ts'
import { clock } from '../../platform/clock.ts'
import { makePayDesk } from '../../test/build/pay-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { makeWebDir } from '../../test/run/make-web-dir.ts'

const made = await makeCashierApp()
const { db, config, control, shop } = made
const desk = makePayDesk(made)
const webDir = makeWebDir()
const pages = await makeApp(
  { DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString(), PUBLIC_URL: config.publicUrl },
  { webDir },
)
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
const merchant = await db.kysely
  .selectFrom('merchants')
  .select('id')
  .where('provider', '=', 'wechat')
  .executeTakeFirstOrThrow()

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0 Mobile Safari/537.36'
const WECHAT = `${PHONE} MicroMessenger/8.0.50`
const setSecret = (appSecret: string) =>
  db.kysely
    .updateTable('merchants')
    .set({
      sealedSecret: sealMerchantSecret(
        made,
        merchant.id,
        JSON.stringify({ ...JSON.parse(providers.wechat.sandbox.account(shop).secret), appSecret }),
      ),
    })
    .where('id', '=', merchant.id)
    .execute()
beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
  await control.change({ isOn: false })
  await setSecret(shop.wxAppSecret)
})

async function begin() {
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, 1234, { payType: `${merchant.id}-wxpay`, device: 'wap' })
  return { payer, number: data.out_trade_no, url: data.payUrl! }
}
const visit = (url: string, agent = PHONE) => {
  const { pathname, search } = new URL(url)
  return pages.inject({ url: `${pathname}${search}`, headers: { 'user-agent': agent } })
}
const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#39;', "'")
const linkIn = (body: string, id: string) => unescaped(new RegExp(`id="${id}" href="([^"]*)"`).exec(body)![1]!)

test('a phone is led on by a fresh link each time, tells WeChat whence, and comes back with the number', async () => {
  const { number, url } = await begin()
  expect(new URL(url)).toMatchObject({ origin: config.publicUrl, pathname: PAY_PATH })
  for (const minutes of [0, 6, 12]) {
    clock.reset()
    clock.shift(minutes * 60_000)
    const { statusCode, body, headers } = await visit(url)
    expect(statusCode).toBe(200)
    expect(body).toContain('<meta name="referrer" content="origin">')
    expect(body).toContain('¥12.34')
    expect(headers['content-security-policy']).toMatch(/script-src 'nonce-[^']+'; /)
    const link = new URL(linkIn(body, 'go'))
    expect(link.href.startsWith(made.cashier.url)).toBe(true)
    expect(link.searchParams.get('redirect_url')).toContain(`out_trade_no=${number}`)
    expect(linkIn(body, 'back')).toBe(link.searchParams.get('redirect_url'))
  }
})

/** As WeChat's browser goes: to WeChat for who it is, and back. */
async function comeAsVisitor(url: string) {
  const sent = await visit(url, WECHAT)
  expect(sent.statusCode).toBe(303)
  const asked = new URL(sent.headers['location']!)
  expect(asked.searchParams.get('scope')).toBe('snsapi_base')
  const back = await fetch(asked, { redirect: 'manual' })
  return { back: back.headers.get('location')!, page: await visit(back.headers.get('location')!, WECHAT) }
}

test('in WeChat the payer is asked who they are, and the app gets a wish that the shop signed; paid once', async () => {
  const { payer, number, url } = await begin()
  const { back, page } = await comeAsVisitor(url)
  const wish = JSON.parse(unescaped(/data-wish="([^"]*)"/.exec(page.body)![1]!)) as Record<string, string>
  expect(wish).toMatchObject({ appId: shop.wxAppId, signType: 'RSA' })
  expect(wish['package']).toMatch(/^prepay_id=wx/)
  const text = `${wish['appId']}\n${wish['timeStamp']}\n${wish['nonceStr']}\n${wish['package']}\n`
  const verify = createVerify('RSA-SHA256').update(text)
  expect(verify.verify(shop.wxMerchantPublicKey, wish['paySign']!, 'base64')).toBe(true)
  expect(linkIn(page.body, 'back')).toContain(`out_trade_no=${number}`)
  // A page that is loaded again has a code that was used: WeChat is asked anew.
  expect((await visit(back, WECHAT)).headers['location']).toContain('/connect/oauth2/authorize')
  await desk.payQuietly(number)
  expect(await control.notify(number)).toEqual(['success'])
  expect(await desk.balanceFen(payer)).toBe(1234)
  expect((await visit(url, WECHAT)).headers['location']).toContain(`out_trade_no=${number}`)
  const rows = await db.pool.query<{ text: string }>(`select string_agg(p::text, ' ') as text from payments p`)
  expect(rows.rows[0]!.text).not.toContain('oUpF8uMuAJO')
})

test('in WeChat without the AppSecret the page says where to pay; a phone’s browser still can', async () => {
  await setSecret('')
  const { url } = await begin()
  const { body } = await visit(url, WECHAT)
  expect(body).toContain('在浏览器打开')
  expect(body).not.toContain('<script')
  expect(linkIn((await visit(url)).body, 'go')).toContain('/pay/')
})

test.each(['status_500', 'garbage', 'lost_answer', 'unavailable', 'bad_sign'] as const)(
  'a gateway that answers with %s leaves a way back and another try, which works',
  async (kind) => {
    const { url } = await begin()
    await control.orderFault({ kind, method: 'h5' })
    const { body, statusCode } = await visit(url)
    expect([statusCode, body.includes('还没有扣款')]).toEqual([200, true])
    expect(linkIn(body, 'back')).toContain('out_trade_no=')
    expect(linkIn((await visit(new URL(linkIn(body, 'go'), url).href)).body, 'go')).toContain('/pay/')
  },
)

test('closed, paid, late, forged or asked too often: back to the portal, and nothing else', async () => {
  const closed = await begin()
  await visit(closed.url)
  await control.move(closed.number, 'close', { tells: false })
  expect((await visit(closed.url)).headers['location']).toContain(`out_trade_no=${closed.number}`)
  const late = await begin()
  clock.shift(31 * 60_000)
  expect((await visit(late.url)).headers['location']).toContain(`out_trade_no=${late.number}`)
  clock.reset()
  expect((await visit(`${config.publicUrl}${PAY_PATH}?paid=nothing`)).headers['location']).toBe('/')
  const often = await begin()
  for (let times = 0; times < 20; times += 1) await visit(often.url)
  expect((await visit(often.url)).body).toContain('再试一次')
})
