import { DEMO, expect, test } from './fixtures.ts'
import { makeDataDir, removeDataDir, startServer } from '../server/test/server-process.ts'

test('killed with -9 and started again: the same data, the same session', async ({ page, request }) => {
  test.slow()
  const dataDir = makeDataDir()
  try {
    const first = await startServer({ dataDir })
    await page.goto(`${first.url}/login?app_key=yx_0`)
    await page.fill('input[name="userName"]', DEMO.userName)
    await page.fill('input[name="passWord"]', DEMO.password)
    await page.click('button[type="submit"]')
    await page.waitForURL('**/user')
    const token = (await page.evaluate(() => localStorage.getItem('userToken'))) ?? ''
    await first.kill()
    const second = await startServer({ dataDir, port: Number(new URL(first.url).port) })
    const info = await request.post(`${second.url}/api/user/info`, {
      data: { dailiKey: 0 },
      headers: { authorization: token },
    })
    expect(await info.json()).toMatchObject({ success: true, data: { iuser: 'demo' } })
    await page.goto(`${second.url}/user`)
    await expect(page.getByText('demo', { exact: true }).filter({ visible: true }).first()).toBeVisible()
    await second.stop()
  } finally {
    removeDataDir(dataDir)
  }
})
