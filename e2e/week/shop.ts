import type { Page } from '@playwright/test'

import { buildAccount } from '../../server/test/build/factories.ts'
import { drawQr } from '../../ui/qr/draw-qr.ts'
import { press } from '../console/door.ts'
import { expectTitle, fillSignIn } from '../console/staff.ts'
import { expect } from '../fixtures.ts'
import { besides, type Week } from './week.ts'

/** A rule begins with today's mark-up, says in red what falls, and can be undone. */
async function priceByRule({ page, stage }: Week): Promise<void> {
  const { portal, db } = stage
  const retail = async () =>
    (await db.pool.query('select retail_fen from package_offers order by reseller_id, package_id, period')).rows
  const before = await retail()
  await page.goto(`${portal.url}/console/prices`)
  await page.getByRole('button', { name: '按规则定价' }).click()
  const rule = page.getByRole('dialog', { name: '按规则定价' })
  await expect(rule.getByLabel('加价百分之几')).toHaveValue(/^\d+%$/)
  await rule.getByLabel('加价百分之几').fill('1')
  // The preview shows only what changes.
  await expect(rule.getByText(/加价 \d+% · 毛利率 \d+%/).first()).toBeVisible()
  await expect(rule.getByText(/^\d+ 个都降价$/)).toBeVisible()
  await rule.getByRole('button', { name: /^改 \d+ 个价格$/ }).click()
  await expect(page.getByText('价格已改，下一单起生效')).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByText('已恢复原来的价格')).toBeVisible()
  expect(await retail()).toEqual(before)
}

/** A coupon that sells at a loss says so on its button. */
async function warnOfLoss(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新建优惠码' }).click()
  const coupon = page.getByRole('dialog', { name: '新建优惠码' })
  await coupon.getByLabel('优惠码').fill('TOOMUCH')
  await coupon.getByLabel('减百分之几').fill('99')
  await expect(coupon.getByText(/会亏本/)).toBeVisible()
  await expect(coupon.getByRole('button', { name: '亏本也建 TOOMUCH' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '不保存，离开' }).click()
  await expect(coupon).toHaveCount(0)
}

/** Without a balance the button tops up what is missing, over the form, and the form goes on. */
export async function topUpInPlace(week: Week): Promise<void> {
  const { page, stage } = week
  await priceByRule(week)
  await warnOfLoss(page)
  await page.goto(`${stage.portal.url}/console/cards`)
  await page.getByRole('button', { name: '买卡密' }).first().click()
  const form = page.getByRole('dialog', { name: '买卡密' })
  await form.getByText('套餐', { exact: true }).first().click()
  for (const field of ['套餐', '周期']) {
    await form.getByRole('combobox', { name: field }).click()
    await page.getByRole('option').filter({ visible: true }).first().click()
  }
  await form.getByLabel('张数').fill('2')
  const missing = form.getByRole('button', { name: /^去充值 ¥/ })
  const amount = /¥[\d.,]+/.exec((await missing.textContent())!)![0]
  await missing.click()
  const sheet = page.getByRole('dialog', { name: '给余额充值' })
  const pay = sheet.getByRole('button', { name: `付 ${amount}` })
  const link = sheet.getByRole('link', { name: '打开付款页' })
  await expect(async () => {
    // The gateway may be slow: pressing again continues the same payment.
    if ((await pay.isVisible()) && (await pay.isEnabled())) await pay.click()
    await expect(link).toBeVisible()
  }).toPass()
  const cashier = await page.context().newPage()
  await cashier.goto((await link.getAttribute('href'))!)
  await cashier.getByRole('button', { name: '确认付款' }).click()
  await expect(cashier.getByText('付款成功')).toBeVisible()
  await cashier.close()
  await expect(sheet.getByText(`已到账 ${amount}`)).toBeVisible()
  await sheet.getByRole('button', { name: '好的' }).click()
  await expect(form.getByRole('button', { name: `买 2 张，付 ${amount}` })).toBeVisible()
}

const KEY = /^[\dA-Z]{4}(-[\dA-Z]{4}){6}$/

/** The tickets stay until the browser has printed them. Returns what the code of the first one opens. */
async function printTickets(page: Page, codes: readonly string[]): Promise<string> {
  await page.evaluate('window.print = () => undefined')
  await page.getByRole('button', { name: '打印' }).click()
  const tickets = page.locator('[data-print-sheet] section')
  await expect(tickets).toHaveCount(codes.length)
  const told = await tickets.first().getByText('兑换地址').textContent()
  const link = `http://${told!.slice('兑换地址 '.length)}#${codes[0]}`
  await expect(tickets.first().locator('svg path')).toHaveAttribute('d', (await drawQr(link)).path)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ media: null, colorScheme: null })
  await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`)
  await expect(tickets).toHaveCount(0)
  return link
}

/** A click in the rail asks, loses nothing, and the keys are readable until they are confirmed as saved. */
export async function keepKeys({ page, stage }: Week): Promise<string> {
  await page
    .getByRole('dialog', { name: '买卡密' })
    .getByRole('button', { name: /^买 2 张/ })
    .click()
  await expect(page.getByRole('heading', { name: '存好这 2 张卡密' })).toBeVisible()
  const codes = await page.getByText(KEY).allInnerTexts()
  const address = page.url()
  await press(page, '用户')
  await page.getByRole('dialog', { name: '还没存下这些卡密' }).getByRole('button', { name: '先离开' }).click()
  await expectTitle(page, '用户')
  await press(page, '卡密')
  await page.getByRole('link', { name: '卡密还没存好' }).click()
  await expect(page.getByText(KEY)).toHaveText(codes)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page
    .getByRole('button', { name: /^复制尾号/ })
    .first()
    .click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(codes[0])
  await page.getByRole('button', { name: '复制全部' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain(codes[1])
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载', exact: true }).click()
  expect((await file).suggestedFilename()).toMatch(/^卡密-\d+\.txt$/)
  const link = await printTickets(page, codes)
  await page.getByRole('button', { name: '已存好' }).click()
  await page.getByRole('button', { name: '确认已存好' }).click()
  await expectTitle(page, '卡密')
  await page.goto(address)
  await expect(page.getByText('这些卡密看不到了')).toBeVisible()
  await page.goto(`${stage.portal.url}/console/cards`)
  return link
}

/** A person who scans a printed card signs in and finds the key in its field, and nothing of it in the address. */
async function redeemByTicket(week: Week, link: string): Promise<void> {
  const { stage, agency } = week
  const { userName, password } = await buildAccount(stage.db, { resellerId: agency.resellerId, userName: 'key.holder' })
  await besides(week, async (theirs) => {
    await theirs.goto(link)
    await fillSignIn(theirs, userName, password)
    await theirs.getByRole('button', { name: '兑换', exact: true }).click()
    // Only a filter of the list has the word.
    await expect(theirs.getByText(/^已兑换：/).first()).toBeVisible()
    expect(new URL(theirs.url()).hash).toBe('')
  })
}

/** A redeemed key counts with the price that the owner sets, its cost and its profit, beside the shop's sales. */
export async function countKeys(week: Week, link: string): Promise<void> {
  const { page, stage, agency } = week
  const { portal, db } = stage
  await redeemByTicket(week, link)
  await page.reload()
  await page.getByRole('button', { name: '改卖价' }).click()
  const price = page.getByRole('dialog', { name: /每张卖多少$/ })
  await price.getByLabel('卖价').fill('88')
  await price.getByRole('button', { name: '保存卖价' }).click()
  await expect(page.getByText('卖价已保存')).toBeVisible()
  await expect(price).toHaveCount(0)
  // Closing the sheet walks back one entry of the history, which would undo the next address.
  await expect.poll(() => page.evaluate('history.state?.sheets ?? 0')).toBe(0)
  const { rows } = await db.pool.query<{ cost: string; profit: string }>(
    `select to_char(cost_fen / 100.0, 'FM999990.00') as cost, to_char((8800 - cost_fen) / 100.0, 'FM999990.00') as profit
       from card_batches where reseller_id = $1`,
    [agency.resellerId],
  )
  await page.goto(`${portal.url}/console/`)
  const card = page.locator('section').filter({ hasText: '没兑换的成本' })
  for (const told of ['1 张', '¥88.00', `¥${rows[0]!.cost}`, `¥${rows[0]!.profit}`]) {
    await expect(card).toContainText(told)
  }
  await expect(page.getByText('卡密 ¥88.00')).toBeVisible()
}
