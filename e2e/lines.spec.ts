import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'

import { missingEngines } from '../agent/test/engine-tools.ts'
import { openStream, startTarget } from '../agent/test/target.ts'
import { readClash } from '../server/test/look/parse-documents.ts'
import type { ParsedLine } from '../server/test/look/parse-uri.ts'
import { patient } from '../test/patience.ts'
import { expect } from './fixtures.ts'
import { startLineClient } from './plane/line-client.ts'
import { openNode } from './plane/open-node.ts'
import { test } from './stage.ts'
import { takeLooks } from './take-looks.ts'

const PAYLOAD = 10_000_000
const MOST_TAPS = 6
const NODE = '东京一号'

test.skip(missingEngines.length > 0 && process.env.CI !== 'true', `not installed: ${missingEngines.join(', ')}`)
// A phone pays on the cashier's page in the same window.
test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
})

test('a newcomer registers, pays and connects with six taps through a real line, and the gauge moves', async ({
  page,
  context,
  stage,
}) => {
  const { portal, db } = stage
  const target = await startTarget()
  const node = await openNode(stage, { protocol: 'vless', name: NODE })
  // Nobody can connect to the nodes of the sandbox.
  await db.pool.query('update nodes set in_maintenance = true where is_demo')
  const taps = await countTaps(context)

  await test.step('register, agreeing in the sheet of the text', async () => {
    await page.goto(`${portal.url}/reg?app_key=yx_0`)
    await page.getByLabel('账号').fill(`tapper${randomBytes(3).toString('hex')}`)
    await page.getByRole('textbox', { name: '密码', exact: true }).fill('paper lantern 52')
    await page.getByRole('button', { name: '注册' }).tap()
    const text = page.getByRole('dialog', { name: '用户协议' })
    await expect(text.frameLocator('iframe').getByRole('heading').first()).toBeVisible()
    expect((await new AxeBuilder({ page }).exclude('iframe').setLegacyMode().analyze()).violations).toEqual([])
    // Going back closes only the sheet: what was typed stays.
    await page.goBack()
    await expect(text).toBeHidden()
    await expect(page.getByLabel('账号')).toHaveValue(/^tapper/)
    taps.forget()
    await page.getByRole('button', { name: '注册' }).tap()
    await text.getByRole('button', { name: '同意并注册' }).tap()
  })

  await test.step('buy: the plans come first, the cashier leads back', async () => {
    await page.waitForURL('**/user/tcBuy')
    await page.getByRole('button', { name: '选择' }).first().tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^支付 ¥/ })
      .tap()
    await page.waitForURL('**/cashier/**')
    await page.getByRole('button', { name: '确认付款' }).tap()
    await page.waitForURL('**/user/tcBuy')
    await expect(page.getByText('付好了，还差一步')).toBeVisible()
  })

  const sheet = page.getByRole('dialog')
  const client = await test.step('import on the result itself', async () => {
    await expect(sheet.locator('[data-stage="import"]')).toBeVisible()
    await takeLooks(page, 'result-with-lines')
    const link = sheet.getByRole('link', { name: '导入到 Clash Meta' })
    await link.tap()
    expect(await page.evaluate('openedApps')).toEqual([await link.getAttribute('href')])
    expect(taps.count(), 'taps after typing').toBeLessThanOrEqual(MOST_TAPS)
    await expect(sheet.getByText('等你在客户端里导入')).toBeVisible()
    const feedUrl = feedOf(portal.url, await link.getAttribute('href'))
    const answer = await fetch(feedUrl, { headers: { 'user-agent': 'ClashMetaForAndroid/2.11.14.Meta' } })
    await expect(sheet.getByText('已导入 Clash Meta')).toBeVisible()
    await takeLooks(page, 'result-imported')
    return startLineClient(onlyVless(await answer.text()))
  })

  await test.step('connected within 3 s of the first byte', async () => {
    const stream = openStream(client.socksPort, target.port, `/bytes/${PAYLOAD}`)
    await stream.flowing
    await expect(sheet.getByText(new RegExp(`^${NODE}已连上，用时 \\d+ 秒$`))).toBeVisible({ timeout: patient(3_000) })
    expect(taps.count()).toBeLessThanOrEqual(MOST_TAPS)
    await stream.ended
    expect(stream.received()).toBe(PAYLOAD)
    await client.stop()
  })

  await test.step('the gauge and the usage page have the bytes', async () => {
    await expect
      .poll(async () => {
        await page.goto(`${portal.url}/user`)
        return page
          .getByText(/已用 9\.5\d MB/)
          .first()
          .isVisible()
      })
      .toBe(true)
    await page.goto(`${portal.url}/user/usage_record`)
    await expect(
      page
        .frameLocator('iframe')
        .getByText(/9\.5\d MB/)
        .first(),
    ).toBeVisible()
  })

  await test.step('the page of the address leads another phone', async () => {
    await page.goto(`${portal.url}/user/line_list`)
    await page.getByRole('button', { name: '换设备' }).tap()
    const feedUrl = feedOf(portal.url, await page.getByRole('link', { name: /^导入到/ }).getAttribute('href'))
    const phone = await context.newPage()
    // A link names the client's format; the code to scan does not.
    await phone.goto(new URL(new URL(feedUrl).pathname, portal.url).href)
    await expect(phone.getByRole('heading', { name: '三步连上' })).toBeVisible()
    expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([])
    await takeLooks(phone, 'feed-page')
    await phone.close()
  })

  await test.step('so does a code that is scanned once, and its owner sees how far the phone came', async () => {
    await page.getByRole('button', { name: '更多方式' }).tap()
    const made = page.waitForResponse('**/api/line/deviceCode')
    await sheet.getByRole('button', { name: '只让对方装一次？用一次性码' }).tap()
    const { url } = ((await (await made).json()) as { data: { url: string } }).data
    await expect(sheet.getByRole('img', { name: '一次性码的二维码' })).toBeVisible()
    await takeLooks(page, 'once-code')
    const phone = await context.newPage()
    await phone.goto(new URL(new URL(url).pathname + new URL(url).search, portal.url).href)
    expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([])
    await takeLooks(phone, 'once-page')
    const begun = phone.waitForRequest((request) => request.method() === 'POST')
    await phone.getByRole('button', { name: '开始' }).click()
    await expect(phone.getByRole('heading', { name: '三步连上' })).toBeVisible()
    // The server refuses what another site sends: an older browser says only by this whose form it is.
    expect((await (await begun).allHeaders())['origin']).toBe(portal.url)
    await expect(sheet.getByText(/^对方打开了页面/)).toBeVisible()
    await phone.close()
  })

  await test.step('another line, by hand', async () => {
    await db.pool.query('update nodes set in_maintenance = false where is_demo')
    await page.goto(`${portal.url}/user/line_install`)
    await page.getByRole('button', { name: '在 香港 01 安装线路' }).click()
    await expect(page.getByText('香港 01 已可使用').first()).toBeVisible()
    await page.goto(`${portal.url}/user/line_list`)
    await openLine(page, NODE)
    await expect(sheet.getByRole('img', { name: `${NODE} 的二维码` })).toBeVisible()
  })
  await node.close()
  await target.stop()
})

/** Counts fingers that touch any page of the context, also the cashier's. */
async function countTaps(context: BrowserContext): Promise<{ count(): number; forget(): void }> {
  let taps = 0
  await context.exposeBinding('noteTap', () => {
    taps += 1
  })
  const listen = `addEventListener('pointerdown', (event) => event.isTrusted && noteTap(), { capture: true })`
  await context.addInitScript({ content: listen })
  return {
    count: () => taps,
    forget: () => {
      taps = 0
    },
  }
}

/** The address as the client takes it from the link. Public addresses name the port of production. */
function feedOf(portalUrl: string, link: string | null): string {
  const { pathname, search } = new URL(new URL(link ?? '').searchParams.get('url') ?? '')
  return new URL(pathname + search, portalUrl).href
}

function onlyVless(document: string): ParsedLine {
  const { proxies } = readClash(document)
  expect(proxies).toHaveLength(1)
  const { name, server, port, uuid } = proxies[0] as { name: string; server: string; port: number; uuid: string }
  return { protocol: 'vless', name, address: server, port, credential: uuid }
}

async function openLine(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
}
