import type { BrowserContext, Locator, Page } from '@playwright/test'

import { DEMO, expect, test as base } from './fixtures.ts'
import { startFrontDoor, type FrontDoor } from './front-door.ts'
import { signInDemo } from './stage.ts'
import { takeLooks } from './take-looks.ts'

const KEPT = /显示的是.+的数据/
const main = (page: Page) => page.getByRole('main')

/** The server behind a door that a test can close: a worker and its pages then have no network at all. */
const test = base.extend<{ door: FrontDoor }>({
  door: async ({ server }, use) => {
    const door = await startFrontDoor(server.url)
    await use(door)
    await door.close()
  },
  baseURL: async ({ door }, use) => use(door.url),
})
test.use({ serviceWorkers: 'allow' })

/** Signs in, waits until the page and its facts are kept, and opens the page again under the worker. */
async function keepVisit(page: Page, door: FrontDoor, appKey = 'yx_0'): Promise<void> {
  await signInDemo(page, door, appKey)
  await expect(main(page).getByText('选一个套餐')).toBeVisible()
  await expect.poll(() => keptIn(page)).toContain('/kept/page')
  await expect.poll(() => keptIn(page)).toContainEqual(expect.stringContaining('user%2Finfo'))
  await openKept(page)
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
}

/**
 * Opens the user area of a remembered user, who gets a new token after the page appears, and waits until everything
 * kept belongs to it. Before that it belongs to the token of the page before.
 */
async function openKept(page: Page): Promise<void> {
  const renewed = page.waitForResponse('**/api/user/silentLogin')
  await page.goto('/user')
  const { data } = (await (await renewed).json()) as { data: { token: string } }
  await expect.poll(() => page.evaluate('localStorage.userToken')).toBe(`Bearer ${data.token}`)
  await expect.poll(() => isTied(page)).toBe(true)
  await expect(main(page).getByText('选一个套餐')).toBeVisible()
}

/** The browser shows its own page. */
async function refuse(page: Page, path: string): Promise<void> {
  // Otherwise an earlier error page would be taken for this one.
  await page.goto('about:blank')
  await expect(page.goto(path)).rejects.toThrow(/ERR_/)
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/)
}

/** The addresses of everything kept in Cache Storage about a user. */
function keptIn(page: Page): Promise<string[]> {
  const read = page.evaluate<string[]>(`(async () => {
    if (!(await caches.has('kept'))) return []
    const keys = await (await caches.open('kept')).keys()
    return keys.map(({ url }) => url.replace(location.origin, ''))
  })()`)
  return read.catch(() => ['the page is on its way'])
}

/** Whether what is kept belongs to the token of now. */
const isTied = (page: Page) =>
  page.evaluate<boolean>(`(async () => {
    const token = new TextEncoder().encode(localStorage.userToken)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', token))
    const owner = await (await caches.match('/kept/owner'))?.text()
    return owner?.includes([...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')) ?? false
  })()`)

const keptText = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const cache = await caches.open('kept')
    const texts = (await cache.keys()).map(async (key) => (await cache.match(key)).text())
    return (await Promise.all(texts)).join(' ')
  })()`)

/** Chromium without a head has no push service. This stands in for it, and stays over page loads. */
const STAND_IN_PUSH = `
  const kept = sessionStorage
  const encode = (bytes) =>
    btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const made = () => kept.push ? { ...JSON.parse(kept.push), toJSON: () => JSON.parse(kept.push) } : null
  window.PushManager = class {}
  window.Notification = class {
    static get permission() { return kept.allows ?? 'default' }
    static async requestPermission() { return (kept.allows ??= 'granted') }
  }
  const pushManager = {
    getSubscription: async () => made(),
    async subscribe({ applicationServerKey }) {
      if (applicationServerKey.length !== 65) throw new Error('the key of the server is no point of P-256')
      const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      const p256dh = encode(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
      const keys = { p256dh, auth: encode(crypto.getRandomValues(new Uint8Array(16))) }
      kept.push = JSON.stringify({ endpoint: 'https://1.1.1.1/push/' + crypto.randomUUID(), keys })
      return made()
    },
  }
  Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', { get: () => pushManager })`

/** Opens the settings of reminders, after a page load. */
async function deviceSwitch(page: Page): Promise<Locator> {
  await page.goto('/user')
  await page.getByRole('button', { name: /^消息/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '提醒设置' }).click()
  return sheet.getByRole('switch', { name: '在这台设备上弹通知' })
}

const cacheNames = (page: Page) => page.evaluate<string[]>('caches.keys()')
const stored = (context: BrowserContext) => context.storageState()

test('without a network, home and the list of lines show the last visit and its age', async ({ page, door }) => {
  await keepVisit(page, door)
  await page.getByRole('link', { name: '线路', exact: true }).first().click()
  await expect.poll(() => keptIn(page)).toContainEqual(expect.stringContaining('line%2Flist'))
  await page.getByRole('link', { name: '首页', exact: true }).first().click()
  const text = await keptText(page)
  expect(text).not.toMatch(/tk1\.|dc1\.|Bearer|\/sub\/|"credential"/)
  const before = await stored(page.context())
  door.shut()
  await page.reload()
  await expect(page.getByText(KEPT)).toBeVisible()
  await expect(page).toHaveTitle('鱼线用户中心')
  await expect(main(page).getByText('选一个套餐')).toBeVisible()
  await takeLooks(page, 'offline-home')
  // The installed app starts at the sign-in page.
  await page.goto('/login?app_key=yx_0')
  await expect(page).toHaveURL(/\/user$/)
  await expect(page.getByText(KEPT)).toBeVisible()
  await page.getByRole('link', { name: '线路', exact: true }).first().click()
  await expect(main(page).getByText('还没有线路').first()).toBeVisible()
  await takeLooks(page, 'offline-lines')
  expect((await stored(page.context())).origins).toEqual(before.origins)

  door.reopen()
  await page.reload()
  await expect(main(page).getByText('还没有线路').first()).toBeVisible()
  await expect(page.getByText(KEPT)).toHaveCount(0)

  await test.step('the switch of this device subscribes it, and a browser that denies it says so', async () => {
    await page.addInitScript(STAND_IN_PUSH)
    await page.evaluate("sessionStorage.allows = 'denied'")
    await expect(await deviceSwitch(page)).toBeDisabled()
    await expect(page.getByText('浏览器不让弹通知')).toBeVisible()
    await page.evaluate("sessionStorage.removeItem('allows')")
    for (const isOn of [true, false]) {
      const device = await deviceSwitch(page)
      await expect(device).toBeChecked({ checked: !isOn })
      await device.click()
      await expect(device).toBeChecked({ checked: isOn })
      // The server has it: it says so after a page load.
      await expect(await deviceSwitch(page)).toBeChecked({ checked: isOn })
    }
  })
})

test('signing out and an ended session leave nothing, and another user sees nothing', async ({ page, door }) => {
  await keepVisit(page, door)
  // Another user's token in the same browser, as an app around the page may put it there.
  await page.evaluate(`
    for (const name of ['userToken', 'token']) localStorage.setItem(name, 'Bearer of-another')
    for (const name of ['username', 'password']) localStorage.removeItem(name)`)
  door.shut()
  await page.reload()
  await expect(page.getByText('获取用户信息失败')).toBeVisible()
  await expect(main(page).getByText('demo', { exact: true })).toHaveCount(0)
  await expect(page.getByText(KEPT)).toHaveCount(0)
  door.reopen()
  await page.reload()
  await page.waitForURL(/\/login\?message=/)
  await expect.poll(() => keptIn(page)).toEqual([])

  await keepVisit(page, door)
  await page.getByRole('button', { name: '我的', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(() => cacheNames(page)).toEqual([expect.stringMatching(/^files-/)])
  door.shut()
  await refuse(page, '/user')
  door.reopen()
})

test('another brand gets neither page nor facts, and deletes those of the first', async ({ page, door }) => {
  await keepVisit(page, door, 'yx_260')
  await expect(page).toHaveTitle('海豚加速用户中心')
  door.shut()
  await refuse(page, '/user?app_key=yx_0')
  await page.goto('/user?app_key=yx_260')
  await expect(page).toHaveTitle('海豚加速用户中心')
  await expect(page.getByText(KEPT)).toBeVisible()
  door.reopen()
  await page.goto('/login?app_key=yx_0')
  await expect(page).toHaveTitle('鱼线用户中心')
  await expect.poll(() => keptIn(page)).toEqual([])
})

test('a new version is offered, waits for the old pages, and each page has the files of its own', async ({
  page,
  door,
  context,
}) => {
  await keepVisit(page, door)
  const [first] = await cacheNames(page).then((names) => names.filter((name) => name.startsWith('files-')))
  door.serveBuild('abcdef123456')
  const known = page.waitForResponse('**/api/user/info')
  await page.getByRole('link', { name: '首页' }).first().click()
  await page.evaluate("dispatchEvent(new Event('online'))")
  await known
  await expect(page.getByText('有新版本')).toBeVisible()
  await page.evaluate('navigator.serviceWorker.ready.then((found) => void found.update())')
  await expect.poll(() => cacheNames(page)).toContain('files-abcdef123456')
  const states = `navigator.serviceWorker.ready.then(({ waiting, active }) => [waiting !== null, active !== null])`
  await expect.poll(() => page.evaluate(states)).toEqual([true, true])
  // The server has lost this page's files; the browser has not.
  door.loseFiles()
  await page.getByRole('link', { name: '线路', exact: true }).first().click()
  await expect(main(page).getByText('还没有线路').first()).toBeVisible()
  expect(await cacheNames(page)).toContain(first)
  door.findFiles()

  await page.getByRole('button', { name: '现在刷新' }).click()
  await expect(main(page).getByText('还没有线路').first()).toBeVisible()
  await expect(page.getByText('有新版本')).toHaveCount(0)
  await expect.poll(() => keptText(page)).toContain('"build":"abcdef123456"')
  await page.close()
  const next = await context.newPage()
  await openKept(next)
  await expect.poll(() => cacheNames(next)).not.toContain(first)
  door.shut()
  await next.reload()
  await expect(next.getByText(KEPT)).toBeVisible()
  door.reopen()
})

test('a server that serves no worker any more unregisters it; frames and other areas do without', async ({
  page,
  door,
}) => {
  await keepVisit(page, door)
  const count = () => page.evaluate<number>('navigator.serviceWorker.getRegistrations().then(({ length }) => length)')
  expect(await count()).toBe(1)
  for (const path of ['/monitor', '/demo', '/online', '/hosted/help', '/console']) {
    door.shut()
    await refuse(page, path)
    door.reopen()
  }
  // As an older release would.
  door.withdrawWorker()
  door.serveBuild('abcdef123456')
  await page.goto('/login')
  await expect.poll(count).toBe(0)
  await expect.poll(() => cacheNames(page)).toEqual([])
})

test('inside a frame no worker is registered', async ({ page, door }) => {
  await page.goto('/login?app_key=yx_0&iframe=1')
  await page.fill('input[name="userName"]', DEMO.userName)
  await page.fill('input[name="passWord"]', DEMO.password)
  await page.click('button[type="submit"]')
  await page.waitForURL('**/user')
  await page.waitForRequest('**/static/js/keeper-*.js')
  await page.goto('/user')
  await page.waitForResponse('**/static/js/keeper-*.js')
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)')).toBe(0)
  expect(door.asked).not.toContain('/sw.js')
})
