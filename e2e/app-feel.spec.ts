import { watchTraffic } from './check-screen.ts'
import { expect, test, untilAlive } from './fixtures.ts'
import { SAMPLE_LINE } from './sample-line.ts'
import { signInDemo } from './stage.ts'

test('shows that the browser is offline, and reloads everything when it is back', async ({ page, context, server }) => {
  await signInDemo(page, server, 'yx_0')
  const read = page.waitForResponse('**/api/balance/entries**')
  await page.goto('/user/balance')
  await (await read).finished()
  await context.setOffline(true)
  await expect(page.getByText('没有网络，恢复后会自动刷新')).toBeVisible()
  const again = page.waitForRequest('**/api/balance/entries**')
  await context.setOffline(false)
  await again
  await expect(page.getByText('没有网络，恢复后会自动刷新')).toHaveCount(0)
})

test('a page that failed to load offline loads when the network is back', async ({ page, context, server, faults }) => {
  const { isQuiet } = watchTraffic(page)
  await signInDemo(page, server, 'yx_0')
  await expect(page.getByRole('main').getByText('选一个套餐')).toBeVisible()
  await expect.poll(isQuiet).toBe(true)
  await context.setOffline(true)
  await page.getByRole('link', { name: '套餐', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: '页面没有加载完整' })).toBeVisible()
  await expect(page.getByText('没有网络，恢复后会自动刷新')).toBeVisible()
  // React logs the error that the boundary caught.
  expect(faults.splice(0).filter((text) => !text.startsWith('ChunkError'))).toEqual([])
  await context.setOffline(false)
  await expect(page.getByRole('main').getByText('轻享版').first()).toBeVisible()
})

test('offers a new version after a deployment, and reloads when a chunk is gone', async ({ page, server, faults }) => {
  await signInDemo(page, server, 'yx_0')
  await expect(page.getByText('有新版本')).toHaveCount(0)
  await page.route('**/api/user/info', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'a-newer-one' } })
  })
  await page.goto('/user/line_list')
  await expect(page.getByText('有新版本')).toBeVisible()
  await page.unroute('**/api/user/info')
  const known = page.waitForResponse('**/api/user/info')
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: '现在刷新' }).click()])
  await (await known).finished()
  await expect(page.getByRole('main').getByText('还没有线路').first()).toBeVisible()
  await expect(page.getByText('有新版本')).toHaveCount(0)
  await expect(page).toHaveURL(/\/user\/line_list$/)

  await page.route('**/static/js/**', (route) => route.fulfill({ status: 404, body: '' }))
  const isPhone = (page.viewportSize()?.width ?? 0) < 640
  await page
    .getByRole('link', { name: isPhone ? '套餐' : '购买套餐', exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: '页面没有加载完整' })).toBeVisible()
  await page.unroute('**/static/js/**')
  // React logs the error that the boundary caught.
  expect(faults.splice(0).filter((text) => !text.startsWith('ChunkError'))).toEqual([])
  await page.getByRole('button', { name: '刷新页面' }).click()
  await expect(page.getByRole('main').getByText('轻享版').first()).toBeVisible()
})

const brands: [appKey: string, name: string, accent: string, icon: RegExp][] = [
  ['yx_0', '鱼线用户中心', '#0f766e', /fish\.svg$/],
  ['yx_260', '海豚加速用户中心', '#4f46e5', /^data:image\/svg\+xml/],
  ['yx_7', '用户中心', '#2563eb', /neutral\.svg$/],
]
for (const [appKey, name, accent, icon] of brands) {
  test(`${appKey} has its own app`, async ({ page, request }) => {
    await page.goto(`/login?app_key=${appKey}`)
    const address = await page.locator('link[rel="manifest"]').getAttribute('href')
    const response = await request.get(address!)
    expect(response.headers()['content-type']).toContain('application/manifest+json')
    const start = `/login?app_key=${appKey}`
    expect(await response.json()).toMatchObject({ id: start, start_url: start, scope: '/', name, theme_color: accent })
    const { icons } = (await response.json()) as { icons: { src: string; type: string }[] }
    expect(icons[0]!.src).toMatch(icon)
    expect(icons[0]!.type).toBe('image/svg+xml')
    if (!icons[0]!.src.startsWith('data:')) {
      const drawn = await request.get(icons[0]!.src)
      expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/svg+xml'])
    }
    const homeIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    const picture = await (await request.get(homeIcon!)).body()
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([512, 512])
    // The browser's own check of the manifest.
    const devtools = await page.context().newCDPSession(page)
    const { errors } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
  })
}

test('does not offer installation inside an app', async ({ page }) => {
  const isStopped = () => page.evaluate("!dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))")
  await page.goto('/login?app_key=yx_0')
  await untilAlive(page)
  expect(await isStopped()).toBe(false)
  await page.goto('/login?app_key=yx_0&pc=1')
  await expect.poll(isStopped).toBe(true)
})

test('a link leads to the top of the next page and moves the focus there', async ({ page, server }) => {
  await signInDemo(page, server, 'yx_0')
  const main = page.getByRole('main')
  const bottom = page.getByRole('navigation', { name: '主导航' }).filter({ visible: true })
  await expect(main.getByText('选一个套餐')).toBeVisible()
  // Home fits most phones.
  await page.setViewportSize({ width: 360, height: 400 })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
  await bottom.getByRole('link', { name: '套餐' }).click()
  await expect(page.getByRole('main', { name: '购买套餐' })).toBeFocused()
  await expect.poll(() => page.evaluate('scrollY')).toBe(0)

  await bottom.getByRole('button', { name: '我的' }).click()
  await page.getByRole('dialog').getByRole('link', { name: '鱼币明细' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main', { name: '鱼币明细' })).toBeFocused()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: '首页' }).filter({ visible: true }).click()
  const side = page.getByRole('complementary')
  await expect(side.getByRole('link', { name: '鱼币明细' })).not.toHaveAttribute('aria-current')
  await main.locator('a[href$="/user/balance"]').click()
  await expect(side.getByRole('link', { name: '鱼币明细' })).toHaveAttribute('aria-current', 'page')
})

test('language and colours are in 我的 on a phone and in the bar on a desktop, and are kept', async ({
  page,
  server,
}) => {
  await signInDemo(page, server, 'yx_0')
  const html = page.locator('html')
  const bar = page.getByRole('banner')
  const sheet = page.getByRole('dialog')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(bar.getByRole('button')).toHaveCount(1)
  await page.getByRole('button', { name: '我的', exact: true }).click()
  await expect(sheet.getByText('demo', { exact: true })).toBeVisible()
  await expect(sheet.getByText('还没有套餐')).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^消息/ })).toBeVisible()
  await expect(sheet.getByRole('link', { name: /^登录设备\s?\d+ 台$/ })).toBeVisible()
  await expect(sheet.getByRole('link', { name: /^邮箱\s?未绑定$/ })).toBeVisible()
  await sheet.getByRole('button', { name: '深色模式' }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await sheet.getByRole('button', { name: /^语言/ }).click()
  await sheet.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('link', { name: 'Home' }).filter({ visible: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Home' }).filter({ visible: true })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'en')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await page.setViewportSize({ width: 1280, height: 800 })
  await bar.getByRole('button', { name: /dark mode/i }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await bar.getByRole('button', { name: 'Language' }).click()
  await sheet.getByRole('button', { name: '繁體中文' }).click()
  await expect(page.getByRole('link', { name: '首頁' }).filter({ visible: true })).toBeVisible()
  const cookies = await page.context().cookies()
  expect(Object.fromEntries(cookies.map(({ name, value }) => [name, value]))).toMatchObject({
    lang: 'zh-TW',
    scheme: 'light',
  })
})

/** Reads all boxes at one moment: skeletons could disappear while a list of locators is walked. */
const OUTERMOST = `(() => {
  const shown = [...document.querySelectorAll('header img, header button, main > *, nav a, nav button')]
  const boxes = shown.map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0)
  return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))]
})()`

test('turning the phone keeps the text typed in a sheet, and nothing hides behind the notch', async ({
  page,
  server,
}) => {
  await signInDemo(page, server, 'yx_0')
  await page.goto('/user/change_pass')
  await page.getByRole('button', { name: '注销账号' }).click()
  const password = page.getByRole('dialog').getByLabel('密码', { exact: true })
  await password.fill('half a pass')
  await page.setViewportSize({ width: 780, height: 360 })
  await expect(password).toHaveValue('half a pass')
  await page.setViewportSize({ width: 360, height: 780 })
  await expect(password).toHaveValue('half a pass')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 50, right: 50 } })
  await page.setViewportSize({ width: 780, height: 360 })
  await expect(async () => {
    const [left, right] = (await page.evaluate(OUTERMOST)) as [number, number]
    expect(left).toBeGreaterThanOrEqual(50)
    expect(right).toBeLessThanOrEqual(730)
  }).toPass()
})

test('a sheet is pulled down by its head', async ({ page, server }) => {
  await signInDemo(page, server, 'yx_0')
  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: '我的', exact: true }).click()
  await expect(sheet.getByText('demo', { exact: true })).toBeVisible()
  const pull = async (from: { x: number; y: number }, byPx: number) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + byPx, { steps: 4 })
    const moved = () => page.evaluate<string>(`document.querySelector('[role="dialog"]').style.translate`)
    await expect.poll(moved).toBe(byPx > 0 ? `0px ${byPx}px` : '')
    await page.mouse.up()
  }
  const head = async () => {
    const box = (await sheet.locator('header').boundingBox())!
    return { x: box.x + box.width / 3, y: box.y + box.height / 2 }
  }
  await pull(await head(), -40)
  await expect(sheet).toBeVisible()
  await pull(await head(), 400)
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/user$/)
})

test('home, lines and bell are fresh after a tap on the own tab, a pull, and when the page is seen again', async ({
  page,
  server,
}) => {
  let told = 1
  const tell = (pattern: string, over: () => object) =>
    page.route(pattern, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { ...body, data: { ...body.data, ...over() } } })
    })
  await tell('**/api/user/info', () => ({ unread: told, lineCount: 1 }))
  await tell('**/api/line/list*', () => ({ lines: [{ ...SAMPLE_LINE, nodeName: `节点 ${told}` }] }))
  await page.clock.install()
  await signInDemo(page, server, 'yx_0')
  const expectFresh = async () => {
    await expect(page.getByRole('button', { name: `消息，${told} 条未读` })).toBeVisible()
    await expect(page.getByRole('link', { name: `节点 ${told}` })).toBeVisible()
  }
  const watched = () => page.evaluate<string>('document.documentElement.style.overscrollBehaviorY')
  await expect.poll(watched, 'the gestures come after the page').toBe('contain')
  await expectFresh()

  told = 2
  await page.getByRole('navigation').getByRole('link', { name: '首页' }).filter({ visible: true }).click()
  await expectFresh()

  told = 3
  const screen = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] })
  await touch('touchStart', 200)
  for (const y of [240, 280, 320]) await touch('touchMove', y)
  await touch('touchEnd')
  await expectFresh()

  told = 4
  const see = (state: 'hidden' | 'visible') =>
    page.evaluate<void>(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${state === 'hidden'} })
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  await see('hidden')
  await page.clock.fastForward(11_000)
  await see('visible')
  await expectFresh()
})

test('leaves out the top bar in another app’s frame, from the first paint', async ({ page, server }) => {
  await signInDemo(page, server, 'yx_0')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.goto('/user?iframe=1')
  await expect(page.getByRole('main').getByText('选一个套餐')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-framed', '')
  await expect(page.getByRole('heading', { level: 1, name: '首页' })).toHaveCount(1)
  await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^消息/ }).click()
  const notices = page.getByRole('dialog', { name: '消息' })
  await expect(notices).toBeVisible()
  await expect(notices.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  const side = page.getByRole('complementary')
  for (const name of [/^消息/, '语言', '深色模式']) await expect(side.getByRole('button', { name })).toBeVisible()
})
