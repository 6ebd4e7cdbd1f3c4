import { expect } from './fixtures.ts'
import { signInDemo, test } from './stage.ts'

const HOSTILE =
  '<img src=x onerror=alert(1)> **今晚** [看](javascript:alert(1)) [状态](https://status.example/) [套餐](/user/tcBuy)'

test('a notice shows at the bell, is shown as text, and stays read', async ({ page, stage }) => {
  const publishedAt = new Date()
  await stage.db.kysely
    .insertInto('notices')
    .values([
      { resellerId: null, title: '香港节点升级', body: `${HOSTILE}\n\n- 香港\n- 日本`, publishedAt, isPinned: true },
      { resellerId: 0, title: '新节点', body: '东京', publishedAt },
      { resellerId: 260, title: '别人的', body: '不给看', publishedAt },
    ])
    .execute()
  await signInDemo(page, stage.portal, 'yx_0')
  const card = page.getByRole('main').locator('section').filter({ hasText: '最新消息' })
  await expect(card.getByText('香港节点升级')).toBeVisible()

  await page.getByRole('button', { name: '消息，2 条未读' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('button', { name: /香港节点升级|新节点/ })).toHaveCount(2)
  await expect(sheet.getByText('别人的')).toHaveCount(0)
  await sheet.getByRole('button', { name: /香港节点升级/ }).click()
  await expect(sheet.getByRole('heading', { name: '香港节点升级' })).toBeVisible()
  await expect(sheet.locator(':focus')).toHaveCount(1)
  await expect(sheet.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(sheet.locator('img')).toHaveCount(0)
  await expect(sheet.getByRole('listitem')).toHaveText(['香港', '日本'])
  await expect(sheet.getByRole('link')).toHaveText(['状态', '套餐'])
  const foreign = sheet.getByRole('link', { name: '状态' })
  await expect(foreign).toHaveAttribute('href', 'https://status.example/')
  await expect(foreign).toHaveAttribute('rel', /noopener.*nofollow/)

  await sheet.getByRole('button', { name: '返回列表' }).click()
  await expect(sheet.locator(':focus')).toHaveCount(1)
  await sheet.getByRole('button', { name: '全部标为已读' }).click()
  await expect(sheet.getByText('未读', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '消息', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '消息', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /条未读/ })).toHaveCount(0)

  await page.evaluate('document.body.dataset.samePage = true')
  await page.getByRole('button', { name: '消息', exact: true }).click()
  await sheet.getByRole('button', { name: /香港节点升级/ }).click()
  await sheet.getByRole('link', { name: '套餐' }).click()
  await expect(page).toHaveURL(/\/user\/tcBuy$/)
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: /购买|续费|选择/ }).first()).toBeVisible()
  await expect(page.locator('body[data-same-page]')).toHaveCount(1)
})

test('the bell says that there are no notices, and offers a retry when loading failed', async ({ page, server }) => {
  await signInDemo(page, server, 'yx_7')
  await page.route('**/api/message/list', (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: '消息', exact: true }).click()
  await expect(page.getByText('消息没加载出来')).toBeVisible()
  await page.unroute('**/api/message/list')
  await page.getByRole('dialog').getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('还没有消息')).toBeVisible()
})
