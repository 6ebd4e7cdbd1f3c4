import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'
import { register, signInDemo, test } from './stage.ts'

const PASSWORD = 'correct horse 42'
const TITLE = '<img src=x onerror=pwned()>"&amp;\'</b>'
/** As large as a row allows, but not a valid picture. */
const HUGE_ICON = `data:image/png;base64,${'A'.repeat(65_000)}`

function watch(page: Page): string[] {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return dialogs
}

/** Checks that nothing of the brand has run, and that the page works. */
async function expectUnharmed(page: Page, dialogs: string[]): Promise<void> {
  // Wait: leaving a page that still loads would cause errors by the test itself.
  await page.waitForLoadState('networkidle')
  expect(dialogs).toEqual([])
  expect(await page.evaluate('"pwned" in window')).toBe(false)
  expect(await page.locator('img[onerror], script[src*="evil"], [onload], [onclick]').count()).toBe(0)
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(page.viewportSize()!.width)
}

test('shows HTML in the title, a huge icon and odd addresses from the database as text, and runs nothing', async ({
  page,
  stage,
}) => {
  const dialogs = watch(page)
  await stage.db.kysely
    .insertInto('resellers')
    .values({
      id: 1000,
      title: TITLE,
      icon: HUGE_ICON,
      kfUrl: 'https://*.example/',
      jcUrl: `https://u:p@evil.example/`,
    })
    .execute()
  const html = await (await page.request.get(`${stage.portal.url}/login?app_key=yx_1000`)).text()
  expect(html).not.toContain('<img src=x')
  await page.goto(`${stage.portal.url}/login?app_key=yx_1000`)
  await expect(page).toHaveTitle(TITLE)
  await expect(page.getByText(TITLE).first()).toBeVisible()
  await expectUnharmed(page, dialogs)

  await register(page, stage.portal, 'hostile1', PASSWORD, 'app_key=yx_1000')
  await expect(page.getByText(TITLE).filter({ visible: true }).first()).toBeVisible()
  await expectUnharmed(page, dialogs)
  for (const child of ['customer_service', 'use_tutorial']) {
    await page.goto(`${stage.portal.url}/user/${child}`)
    await expect(page.getByText('这个页面暂时打不开')).toBeVisible()
    await expect(page.locator('main iframe')).toHaveCount(0)
    await expect(page.getByRole('button', { name: '在新窗口打开' })).toHaveCount(0)
    await expectUnharmed(page, dialogs)
  }
  await page.goto(`${stage.portal.url}/user/message`)
  await expect(page.frameLocator('main iframe').getByRole('heading', { level: 1 })).toBeVisible()
  await expectUnharmed(page, dialogs)
  await page.goto(`${stage.portal.url}/hosted/notices?app_key=yx_1000`)
  await expect(page.getByText(TITLE)).toBeVisible()
  await expectUnharmed(page, dialogs)
  await page.goto(`${stage.portal.url}/user/tcBuy`)
  await expect(page.getByRole('main')).toBeVisible()
  await expectUnharmed(page, dialogs)
})

test('opens no address of a configuration that an attacker answers', async ({ page, server, faults }) => {
  const dialogs = watch(page)
  await signInDemo(page, server, 'yx_0')
  const addresses: [child: string, field: string, address: string][] = [
    ['customer_service', 'kf_url', 'javascript:alert(document.domain)'],
    ['use_tutorial', 'jc_url', `${server.url}/user/freeze_acc`],
    ['agreement', 'agreement_url', 'data:text/html,<script>alert(1)</script>'],
    ['message', 'message_url', 'https://demo:demo@evil.example/'],
    ['usage_record', 'usage_url', '/hosted/../user/freeze_acc'],
  ]
  await page.route('**/api/daili/dailiConfig', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Record<string, unknown> }
    const hostile = Object.fromEntries(addresses.map(([, field, address]) => [field, address]))
    const data = { ...body.data, ...hostile, title: TITLE, icon: 'data:image/svg+xml,<svg onload="pwned()"/>' }
    await route.fulfill({ response: answer, json: { ...body, data } })
  })
  for (const [child] of addresses) {
    await page.goto(`${server.url}/user/${child}`)
    await expect(page.getByText('这个页面暂时打不开')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await expectUnharmed(page, dialogs)
  }
  expect(faults).toEqual([])
})

test('does not load a frame of another site that the page’s policy does not name', async ({ page, server, faults }) => {
  await signInDemo(page, server, 'yx_0')
  const asked: string[] = []
  await page.route('https://evil.example/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<h1>evil</h1>' })
  })
  await page.route('**/api/daili/dailiConfig', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Record<string, unknown> }
    await route.fulfill({
      response: answer,
      json: { ...body, data: { ...body.data, usage_url: 'https://evil.example/u' } },
    })
  })
  await page.goto(`${server.url}/user/usage_record`)
  await expect(page.getByText('这个页面不能在这里显示')).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: '消息' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(faults.splice(0).filter((text) => !text.includes('frame-src'))).toEqual([])
})
