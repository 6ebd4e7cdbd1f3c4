import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'
import { signInDemo, test } from './stage.ts'

type Portal = { url: string }

/** Opens a screen, waits until its frame has loaded, and returns the frame's address and rights. */
async function openFrame(page: Page, portal: Portal, child: string): Promise<{ url: URL; sandbox: string[] }> {
  await page.goto(`${portal.url}/user/${child}`)
  return readFrame(page)
}

async function readFrame(page: Page): Promise<{ url: URL; sandbox: string[] }> {
  const frame = page.locator('main iframe[data-shown="true"]')
  await expect(frame).toBeVisible()
  const sandbox = (await frame.getAttribute('sandbox')) ?? ''
  return { url: new URL((await frame.getAttribute('src')) ?? ''), sandbox: sandbox.split(' ') }
}

const paramsOf = ({ url }: { url: URL }) => [...url.searchParams]
/** Parameters that our own pages get besides the seed's names. */
const LOOK = [
  ['lang', 'zh-CN'],
  ['scheme', 'auto'],
]
const TICKET = /^tk1\.[\w-]+\.[\w-]{43}$/

test('the frames’ addresses have the right paths, names, ticket form and two-segment app key, and no rights', async ({
  page,
  server,
}) => {
  await signInDemo(page, server, 'yx_260_n')
  const usage = await openFrame(page, server, 'usage_record')
  expect(usage.url.pathname).toBe('/hosted/usage')
  expect(paramsOf(usage)).toEqual([
    ['username', 'demo'],
    ['password', expect.stringMatching(TICKET)],
    ['app_key', 'yx_260'],
    ...LOOK,
  ])
  const message = await openFrame(page, server, 'message')
  expect(message.url.pathname).toBe('/hosted/notices')
  expect(paramsOf(message)).toEqual([['username', 'demo'], ['password', 'demo'], ['app_key', 'yx_260'], ...LOOK])
  const others = [
    ['customer_service', '/hosted/help', '帮助与客服'],
    ['agreement', '/hosted/agreement', '用户协议与隐私说明'],
    ['use_tutorial', '/hosted/tutorial', '使用教程'],
  ] as const
  const frames = [usage, message]
  for (const [child, path, heading] of others) {
    const frame = await openFrame(page, server, child)
    expect([frame.url.pathname, paramsOf(frame)]).toEqual([path, [['app_key', 'yx_260'], ...LOOK]])
    await expect(page.frameLocator('main iframe').getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    frames.push(frame)
  }
  for (const { url, sandbox } of frames) {
    expect(url.origin).toBe(server.url)
    expect(sandbox).not.toContain('allow-scripts')
    expect(sandbox).not.toContain('allow-same-origin')
  }
  expect(await page.evaluate(() => localStorage.getItem('app_key'))).toBe('yx_260_n')
  // The log redacts tickets in addresses.
  await expect.poll(() => server.output()).toContain(`"url":"${usage.url.pathname}?`)
  expect(server.output()).not.toContain(usage.url.searchParams.get('password'))
})

test('every load and every window takes a new ticket, and a used one explains itself', async ({ page, server }) => {
  await signInDemo(page, server, 'yx_0')
  const usagePage = page.frameLocator('main iframe').getByRole('heading', { level: 1 })
  const urls = [(await openFrame(page, server, 'usage_record')).url.href]
  await expect(usagePage).toHaveText('使用记录')
  await page.reload()
  urls.push((await readFrame(page)).url.href)
  await expect(usagePage).toHaveText('使用记录')
  const ticketed = page.waitForResponse('**/api/user/ticket')
  await page.getByRole('button', { name: '重新加载' }).click()
  await ticketed
  urls.push((await readFrame(page)).url.href)
  await expect(usagePage).toHaveText('使用记录')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: '在新窗口打开' }).click(),
  ])
  await popup.waitForURL('**/hosted/usage?**')
  urls.push(popup.url())
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('使用记录')
  expect(await popup.evaluate('window.opener')).toBeNull()
  expect(new Set(urls).size).toBe(4)
  await popup.reload()
  await expect(popup.locator('body')).toContainText('请重新打开')
  await expect(popup.locator('body')).not.toContainText('"success"')
})

test('the help page searches its articles and takes an answer, in a frame without scripts or an origin', async ({
  page,
  server,
}) => {
  await signInDemo(page, server, 'yx_260')
  const { sandbox } = await openFrame(page, server, 'customer_service')
  expect(sandbox).toContain('allow-forms')
  const help = page.frameLocator('main iframe')
  await help.getByRole('searchbox', { name: '遇到了什么问题' }).fill('手机没反应，连不上')
  await help.getByRole('button', { name: '查找' }).click()
  const articles = help.locator('.articles').getByRole('listitem')
  await expect(articles).not.toHaveCount(10)
  await articles.first().getByRole('link', { name: '连不上怎么办' }).click()
  await expect(help.getByRole('heading', { name: '连不上怎么办' })).toBeVisible()
  await help.getByRole('button', { name: '没有', exact: true }).click()
  await expect(help.getByRole('status')).toContainText('请联系客服')
  await help.getByRole('link', { name: '全部问题' }).click()
  await expect(articles).toHaveCount(10)
})

test('the tutorial follows language and colours, and its links lead to the user’s own lines', async ({
  page,
  server,
}) => {
  await signInDemo(page, server, 'yx_0')
  await openFrame(page, server, 'use_tutorial')
  const tutorial = page.frameLocator('main iframe')
  await page.getByRole('button', { name: '深色模式' }).click()
  await expect(tutorial.locator('html[data-scheme="dark"]')).toBeVisible()
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'English' }).click()
  await expect(tutorial.getByRole('heading', { level: 1 })).toHaveText('Tutorial')
  await expect(tutorial.locator('html[data-scheme="dark"]')).toBeVisible()
  await tutorial.getByRole('link', { name: 'Open my lines' }).click()
  await page.waitForURL('**/user/line_list?app_key=yx_0')
  await expect(page.getByRole('main')).toBeVisible()
})

test('names a page that cannot be fetched, and a retry works', async ({ page, server }) => {
  await signInDemo(page, server, 'yx_0')
  await page.route('**/api/user/ticket', (route) => route.abort())
  await page.goto(`${server.url}/user/usage_record`)
  await expect(page.getByText('没能准备好页面')).toBeVisible()
  await page.unroute('**/api/user/ticket')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.locator('main iframe[data-shown="true"]')).toBeVisible()

  await page.route('**/api/daili/dailiConfig', (route) => route.abort())
  await page.goto(`${server.url}/user/agreement`)
  await expect(page.getByText('页面地址没加载出来')).toBeVisible()
  await page.unroute('**/api/daili/dailiConfig')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.frameLocator('main iframe').getByRole('heading', { level: 1 })).toBeVisible()
})

const HOSTILE_PAGE = `<h1>chat</h1><script>
  document.querySelector('h1').textContent = 'chat runs'
  try { top.location = 'https://evil.example/' } catch {}
  try { parent.localStorage.setItem('userToken', 'stolen') } catch {}
  try { alert('a page of somebody else') } catch {}
</script>`

test('a reseller’s own pages cannot reach ours, cannot lead elsewhere, and may be late', async ({
  page,
  stage,
  faults,
}) => {
  await stage.db.kysely
    .updateTable('resellers')
    .set({ kfUrl: 'https://kf.example/chat?room=7', jcUrl: 'https://jc.example/' })
    .where('id', '=', 0)
    .execute()
  const KF = 'https://kf.example/**'
  const html = (body: string) => ({ contentType: 'text/html', body })
  await page.route(KF, (route) => route.fulfill(html(HOSTILE_PAGE)))
  const leading = `<script>location = 'https://elsewhere.example/'</script>`
  await page.route('https://jc.example/**', (route) => route.fulfill(html(leading)))
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.clock.install()
  await signInDemo(page, stage.portal, 'yx_0')
  const { url, sandbox } = await openFrame(page, stage.portal, 'customer_service')
  expect(url.href).toBe('https://kf.example/chat?room=7')
  expect(sandbox.toSorted()).toEqual(['allow-forms', 'allow-popups', 'allow-same-origin', 'allow-scripts'])
  await expect(page.frameLocator('main iframe').getByRole('heading')).toHaveText('chat runs')
  // Only the user can see that the frame is empty.
  await expect(page.getByText('没有看到内容？').getByRole('button', { name: '在新窗口打开' })).toBeVisible()
  expect(page.url()).toBe(`${stage.portal.url}/user/customer_service`)
  expect(await page.evaluate(() => localStorage.getItem('userToken'))).toMatch(/^Bearer /)

  // Our policy lets the frame show only the reseller's site: the page says so and offers a way out.
  await page.goto(`${stage.portal.url}/user/use_tutorial`)
  await expect(page.getByText('这个页面不能在这里显示')).toBeVisible()
  await expect(page.getByRole('button', { name: '在新窗口打开' }).last()).toBeVisible()

  // The portal gives up a page that does not load, and a retry may work.
  await page.unroute(KF)
  await page.route(KF, () => {
    // Never answer.
  })
  await page.goto(`${stage.portal.url}/user/customer_service`, { waitUntil: 'commit' })
  await expect(page.locator('main iframe')).toBeAttached()
  await expect(page.getByRole('main').getByRole('status', { name: '加载中' })).toBeVisible()
  await page.clock.fastForward(16_000)
  await expect(page.getByText('页面迟迟没有出现')).toBeVisible()
  await page.unroute(KF)
  await page.route(KF, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>open</h1>' }))
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.frameLocator('main iframe').getByRole('heading')).toHaveText('open')

  expect(dialogs).toEqual([])
  // The browser logs the refused attempts, as it should.
  expect(faults.splice(0).filter((text) => !/frame-src|sandboxed|Unsafe attempt|Ignored call/.test(text))).toEqual([])
})
