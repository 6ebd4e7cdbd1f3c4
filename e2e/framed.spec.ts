import type { FrameLocator, Page } from '@playwright/test'

import { DEMO, expect } from './fixtures.ts'
import { type Stage, test } from './stage.ts'
import { takeLooks } from './take-looks.ts'
import { yx } from './yx.ts'

const SHOP = 'https://shop.example'

/** Pages of other sites that show a portal in a frame; the path is the app key. Only SHOP may do it, for one reseller. */
async function openSites(page: Page, stage: Stage): Promise<FrameLocator> {
  yx(stage, ['resellers', 'set', '--reseller', '260', '--frame-origins', SHOP])
  await page.route('https://*.example/*', (route) => {
    const appKey = new URL(route.request().url()).pathname.slice(1)
    const src = `${stage.portal.url}/login?app_key=${appKey}&iframe=1`
    const body = `<body style="margin: 0"><iframe style="border: 0; width: 100%; height: 100vh" src="${src}"></iframe>`
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html>${body}` })
  })
  // The test's server is on this machine, and an outside page needs permission to reach it.
  await page.context().grantPermissions(['local-network-access'])
  return page.frameLocator('iframe')
}

async function signIn(portal: FrameLocator): Promise<void> {
  await portal.locator('input[name="userName"]').fill(DEMO.userName)
  await portal.locator('input[name="passWord"]').fill(DEMO.password)
  await portal.locator('button[type="submit"]').click()
}

/** The demo user has no package yet. */
const homeIn = (portal: FrameLocator) => portal.getByRole('main').getByText('还没有套餐')

/** Another tab signs in: this frame loads again. No cookie of ours names the brand here, so the address must. */
async function reloadFrame(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse('**/user?app_key=yx_260'),
    page.frames()[1]!.evaluate("new BroadcastChannel('yuxian-session').postMessage('login')"),
  ])
}

test('a reseller’s own site can frame the portal with a working sign-in, and no other site can', async ({
  page,
  stage,
  faults,
}) => {
  const portal = await openSites(page, stage)
  await page.goto(`${SHOP}/yx_260`)
  await signIn(portal)
  const home = homeIn(portal)
  await expect(home).toBeVisible()
  await expect(portal.getByRole('banner')).toHaveCount(0)
  // A browser that denies storage keeps the session in cookies that no other site's frame and no window has.
  const cookies = await page.context().cookies(stage.portal.url)
  expect(cookies.filter((cookie) => cookie.partitionKey !== SHOP || !cookie.name.startsWith('__Host-kept-'))).toEqual(
    [],
  )

  // Going back in the window closes what is open in the frame, and does not leave the reseller's page.
  await portal.getByRole('button', { name: '语言' }).click()
  await expect(portal.getByRole('dialog')).toBeVisible()
  await page.evaluate('history.back()')
  await expect(portal.getByRole('dialog')).toHaveCount(0)
  await expect(home).toBeVisible()
  expect(page.url()).toBe(`${SHOP}/yx_260`)

  await reloadFrame(page)
  await expect(home).toBeVisible()

  // Pages framed by the portal are in the same window.
  const side = portal.getByRole('complementary')
  await side.getByRole('button', { name: '更多' }).click()
  await portal.getByRole('dialog').getByRole('link', { name: '使用教程' }).click()
  const tutorial = portal.frameLocator('main iframe')
  await expect(tutorial.getByRole('heading', { name: '使用教程', level: 1 })).toBeVisible()
  // Its links stay in the frame or open a window; none replaces the reseller's page.
  await expect(tutorial.locator('a[target="_top"]')).toHaveCount(0)

  for (const url of [`${SHOP}/yx_0`, 'https://other.example/yx_260']) {
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(url)
    await refused
    await expect(portal.locator('input')).toHaveCount(0)
  }
  // The browser tells what it refused, storage too where it is denied.
  expect(faults.splice(0).filter((text) => !/frame-ancestors|requestStorageAccess/.test(text))).toEqual([])
})

/** What a private window, blocked third-party storage and blocked cookies look like to the page. */
const DENY_STORAGE = `for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError') } })
}
document.requestStorageAccess = async () => {
  top.postMessage(navigator.userActivation.isActive ? 'asked' : 'asked out of the blue', '*')
  throw new DOMException('denied', 'NotAllowedError')
};`
const DENY_COOKIES = `Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })`
const inFrames = (script: string) => ({ content: `if (window !== top) { ${script} }` })

test('where storage is denied, the sign-in button asks for it, and the frame’s own cookies keep the session', async ({
  page,
  stage,
}) => {
  const portal = await openSites(page, stage)
  await page.addInitScript(inFrames(DENY_STORAGE))
  await page.goto(`${SHOP}/yx_260`)
  await expect(portal.getByText('记不住登录')).toBeVisible()
  await takeLooks(page, 'frame-without-storage-login')
  const asked = page.evaluate(`new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data)))`)
  await signIn(portal)
  expect(await asked).toBe('asked')
  await expect(homeIn(portal)).toBeVisible()
  await takeLooks(page, 'frame-without-storage-home')
  await reloadFrame(page)
  await expect(homeIn(portal)).toBeVisible()

  await test.step('a line offers a window of its own, where the top bar is back', async () => {
    const [own] = await Promise.all([
      page.waitForEvent('popup'),
      portal.getByRole('button', { name: '在新窗口打开' }).click(),
    ])
    await own.waitForURL('**/login?**')
    await expect(own.getByRole('button', { name: '登录' })).toBeVisible()
    expect(await own.evaluate('[window.opener, localStorage.iframe]')).toEqual([null, undefined])
    await expect(own.getByText('记不住登录')).toHaveCount(0)
    await own.close()
  })

  await test.step('the site’s own reload leads back without a password', async () => {
    await page.reload()
    await portal.getByRole('link', { name: `继续使用 ${DEMO.userName}` }).click()
    await expect(homeIn(portal)).toBeVisible()
  })

  await test.step('a session that has ended is renewed from the credential', async () => {
    await page.context().clearCookies({ name: '__Host-kept-userToken' })
    await page.context().clearCookies({ name: '__Host-kept-token' })
    await reloadFrame(page)
    await expect(homeIn(portal)).toBeVisible()
  })
})

test('where cookies are denied too, no load of our own throws the session away', async ({ page, stage }) => {
  const portal = await openSites(page, stage)
  await page.addInitScript(inFrames(DENY_STORAGE + DENY_COOKIES))
  await page.goto(`${SHOP}/yx_260`)
  await expect(portal.getByText('记不住登录')).toBeVisible()
  await portal.getByRole('link', { name: '注册' }).click()
  await portal.getByLabel('账号').fill('framed_newcomer')
  await portal.getByRole('textbox', { name: '密码', exact: true }).fill('paper lantern 52')
  await portal.getByRole('checkbox', { name: '同意' }).check()
  await portal.getByRole('button', { name: '注册' }).click()
  const plans = portal.getByRole('button', { name: '选择' }).first()
  await expect(plans).toBeVisible()
  await Promise.all([
    page.waitForResponse('**/user/tcBuy?app_key=yx_260'),
    page.frames()[1]!.evaluate("new BroadcastChannel('yuxian-session').postMessage('login')"),
  ])
  await expect(plans).toBeVisible()
  expect(await page.context().cookies(stage.portal.url)).toEqual([])
  expect(await page.frames()[1]!.evaluate('history.state?.carried')).toBeUndefined()
})
