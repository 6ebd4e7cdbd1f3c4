import { DEMO, expect, test, untilAlive } from './fixtures.ts'

const MOST_REQUESTS = 12

/** 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

test('on slow 4G with a slow processor, the form is in the first answer and early typing is kept', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/login?app_key=yx_260')).text()
  expect(html).toContain('海豚加速用户中心</')
  expect(html).toMatch(/<input[^>]+name="userName"/)
  expect(html).toMatch(/<input[^>]+name="passWord"/)

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // The script waits until the typing is done, so that the order is always the same.
  let release = () => {}
  const typed = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/static/js/main-*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto('/login?app_key=yx_260', { waitUntil: 'commit' })
  await expect(page.getByText('海豚加速用户中心').first()).toBeVisible()
  await page.locator('input[name="userName"]').pressSequentially(DEMO.userName)
  await page.locator('input[name="passWord"]').pressSequentially(DEMO.password)
  release()
  const isTakenOver = () =>
    page.locator('form').evaluate((form) => Object.keys(form).some((key) => key.startsWith('__react')))
  await expect.poll(isTakenOver).toBe(true)
  await expect(page.locator('input[name="userName"]')).toHaveValue(DEMO.userName)
  await expect(page.locator('input[name="passWord"]')).toHaveValue(DEMO.password)
  await page.click('button[type="submit"]')
  await page.waitForURL('**/user')
})

/** The browser's report about its connection, and whether /login then fetches files ahead. */
const lines: [name: string, line: object, isFetched: boolean][] = [
  ['a good line', { saveData: false, effectiveType: '4g', downlink: 10 }, true],
  ['saved data', { saveData: true, effectiveType: '4g', downlink: 10 }, false],
]
for (const [name, line, isFetched] of lines) {
  test(`/login makes few requests, and fetches files ahead on ${name}: ${isFetched}`, async ({ page }) => {
    await page.addInitScript((told) => Object.defineProperty(navigator, 'connection', { value: told }), line)
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    const configured = page.waitForResponse('**/api/daili/dailiConfig')
    await page.goto('/login')
    await untilAlive(page)
    await configured
    const next = (await page.locator('#root').getAttribute('data-ahead'))!.split(' ')
    const fetched = () => next.filter((file) => asked.includes(file))
    expect(asked.filter((path) => !next.includes(path)).slice(MOST_REQUESTS)).toEqual([])
    if (isFetched) return expect.poll(fetched).toEqual(next)
    expect(fetched()).toEqual([])
    // Now the files are needed, so they are fetched.
    await page.click('button[type="submit"]')
    await expect.poll(fetched).toEqual(next)
  })
}

const frames: [language: string, loading: string][] = [
  ['zh-CN', '加载中'],
  ['zh-TW', '載入中'],
  ['en', 'Loading'],
]
for (const [language, loading] of frames) {
  test(`without a script /user shows its frame and brand in ${language}`, async ({ browser, server, page: sized }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: server.url,
      locale: language,
      viewport: sized.viewportSize(),
    })
    const page = await context.newPage()
    for (const path of ['/user', '/user/line_list', '/demo']) {
      await page.goto(`${path}?app_key=yx_260`)
      await expect(page).toHaveTitle('海豚加速用户中心')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByText('海豚加速用户中心').filter({ visible: true })).toHaveCount(1)
      await expect(page.getByRole('status')).toHaveText(new RegExp(loading))
    }
    await context.close()
  })
}
