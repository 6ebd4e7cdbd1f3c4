import { expect, test } from './fixtures.ts'
import { signInDemo } from './stage.ts'

test('offline says so, and being back reads everything again', async ({ page, context, server }) => {
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

test('a version deployed meanwhile is offered, and a chunk that is gone leads to a reload', async ({
  page,
  server,
  faults,
}) => {
  await signInDemo(page, server, 'yx_0')
  await expect(page.getByText('有新版本')).toHaveCount(0)
  await page.route('**/api/user/info', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'a-newer-one' } })
  })
  await page.goto('/user/line_list')
  await expect(page.getByText('有新版本')).toBeVisible()
  await page.unroute('**/api/user/info')
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: '现在刷新' }).click()])
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('navigation').first()).toBeVisible()
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
  // React tells the console what the boundary caught.
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
  test(`the app of ${appKey} is its own`, async ({ page, request }) => {
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
    // What the browser itself thinks of it.
    const devtools = await page.context().newCDPSession(page)
    const { errors } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
  })
}

test('who is in an app already is not asked to install one', async ({ page }) => {
  const isHeld = () => page.evaluate("!dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))")
  await page.goto('/login?app_key=yx_0')
  await page.waitForLoadState('networkidle')
  expect(await isHeld()).toBe(false)
  await page.goto('/login?app_key=yx_0&pc=1')
  await page.waitForLoadState('networkidle')
  expect(await isHeld()).toBe(true)
})

test('in another app’s frame the top bar is left out, from the first paint on', async ({ page, server }) => {
  await signInDemo(page, server, 'yx_0')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.goto('/user?iframe=1')
  await expect(page.getByRole('main').getByText('demo').first()).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-framed', '')
})
