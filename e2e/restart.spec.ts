import { makeDataDir, removeDataDir, startServer, type ServerProcess } from '../server/test/run/server-process.ts'
import { DEMO, expect, test } from './fixtures.ts'

test('keeps data and session after kill -9 and a restart', async ({ page, request }) => {
  test.slow()
  const dataDir = makeDataDir()
  let running: ServerProcess | null = null
  try {
    const first = (running = await startServer({ dataDir }))
    await page.goto(`${first.url}/login?app_key=yx_0`)
    await page.fill('input[name="userName"]', DEMO.userName)
    await page.fill('input[name="passWord"]', DEMO.password)
    await page.click('button[type="submit"]')
    await page.waitForURL('**/user')
    const token = (await page.evaluate(() => localStorage.getItem('userToken'))) ?? ''
    // Leave the page: a page that is still loading would rightly report errors.
    await page.goto('about:blank')
    await first.kill()
    const second = (running = await startServer({ dataDir, port: Number(new URL(first.url).port) }))
    const info = await request.post(`${second.url}/api/user/info`, {
      data: { dailiKey: 0 },
      headers: { authorization: token },
    })
    expect(await info.json()).toMatchObject({ success: true, data: { iuser: 'demo' } })
    await page.goto(`${second.url}/user`)
    await expect(page.getByText('demo', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  } finally {
    await running?.stop()
    removeDataDir(dataDir)
  }
})
