import { AxeBuilder } from '@axe-core/playwright'

import { missingEngines } from '../agent/test/engine-tools.ts'
import { openStream, startTarget } from '../agent/test/target.ts'
import { PASSWORD } from '../server/test/build/factories.ts'
import { expect } from './fixtures.ts'
import { startLineClient } from './plane/line-client.ts'
import { buildLineUser } from './plane/line-user.ts'
import { openNode } from './plane/open-node.ts'
import { test } from './stage.ts'

const PAYLOAD = 10_000_000

test.skip(missingEngines.length > 0 && process.env.CI !== 'true', `not installed: ${missingEngines.join(', ')}`)

test('a user installs a line, a real client uses it, and the gauge moves', async ({ page, stage }) => {
  test.setTimeout(120_000)
  const { portal } = stage
  const target = await startTarget()
  const node = await openNode(stage, { protocol: 'vless', name: '测试节点' })
  const user = await buildLineUser(stage)
  await page.goto(`${portal.url}/login?app_key=yx_0`)
  await page.fill('input[name="userName"]', user.userName)
  await page.fill('input[name="passWord"]', PASSWORD)
  await page.click('button[type="submit"]')
  await page.waitForURL('**/user')
  await expect(page.getByText('已用 0 Bytes').filter({ visible: true }).first()).toBeVisible()

  await page.goto(`${portal.url}/user/line_install`)
  await page.getByRole('button', { name: '在 测试节点 安装线路' }).click()
  await expect(page.getByText('测试节点 已可使用').first()).toBeVisible({ timeout: 30_000 })

  await page.goto(`${portal.url}/user/line_list`)
  await page
    .getByRole('button', { name: /测试节点/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('img', { name: '测试节点 的二维码' })).toBeVisible()
  const shown = await sheet.innerText()
  const uri = await user.activeUri(node.id)
  // The page shows the same credential that the client gets.
  expect(shown).toContain(/vless:\/\/([^@]+)@/.exec(uri)![1])

  await page.goto(`${portal.url}/user/line_list`)
  const { subscriptionUrl } = await user.call<{ subscriptionUrl: string }>('GET', '/api/line/list')
  // The portal's own port: public addresses name the one of production.
  const feedUrl = new URL(new URL(subscriptionUrl).pathname, portal.url).href
  await test.step('the page of the address leads another phone', async () => {
    const phone = await page.context().newPage()
    await phone.goto(feedUrl)
    await expect(phone.getByRole('heading', { name: '三步连上' })).toBeVisible()
    expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([])
    await phone.close()
  })
  await page.getByRole('link', { name: /^导入到/ }).click()
  await expect(page.getByText('等客户端来取线路')).toBeVisible()
  await fetch(feedUrl, { headers: { 'user-agent': 'ClashMetaForAndroid/2.11.14.Meta' } })
  await expect(page.getByText('已导入 Clash Meta')).toBeVisible()

  const client = await startLineClient(uri)
  const stream = openStream(client.socksPort, target.port, `/bytes/${PAYLOAD}`)
  await stream.flowing
  await expect(page.getByText(/^测试节点已连上，用时 \d+ 秒$/)).toBeVisible({ timeout: 3_000 })
  await stream.ended
  expect(stream.received()).toBe(PAYLOAD)
  await client.stop()
  await expect.poll(user.usedBytes, { timeout: 20_000 }).toBeGreaterThanOrEqual(PAYLOAD)

  await page.goto(`${portal.url}/user`)
  await expect(
    page
      .getByText(/已用 9\.5\d MB/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await page.goto(`${portal.url}/user/usage_record`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText(/9\.5\d MB/).first()).toBeVisible()
  await node.close()
  await target.stop()
})
