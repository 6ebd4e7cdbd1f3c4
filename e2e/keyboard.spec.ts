import type { Locator, Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'

import { fundReseller } from '../server/test/build/money-factories.ts'
import { expect } from './fixtures.ts'
import { test, type Stage } from './stage.ts'
import { yx } from './yx.ts'

const PASSWORD = 'amber kettle 58'
const MOST_STOPS = 150

test('registers, signs in, redeems, buys and pauses without a pointer', async ({ page, stage }) => {
  const { portal } = stage
  const name = `keys${randomBytes(3).toString('hex')}`
  await fundReseller(stage.db, 0, 20_000)
  const [code] = buyCard(stage)

  await test.step('register', async () => {
    await page.goto(`${portal.url}/reg?app_key=yx_0`)
    await type(page, page.getByLabel('账号'), name)
    await type(page, page.getByRole('textbox', { name: '密码', exact: true }), PASSWORD)
    await press(page, page.getByRole('checkbox', { name: '同意' }), 'Space')
    await press(page, page.getByRole('button', { name: '注册' }), 'Enter')
    await page.waitForURL('**/user/tcBuy')
  })

  await test.step('sign in', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${portal.url}/login?app_key=yx_0`)
    await type(page, page.getByLabel('账号'), name)
    await type(page, page.getByRole('textbox', { name: '密码', exact: true }), PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/user')
  })

  await test.step('redeem', async () => {
    await page.goto(`${portal.url}/user/kmList`)
    await type(page, page.getByRole('textbox').first(), code!)
    await press(page, page.getByRole('button', { name: '兑换', exact: true }), 'Enter')
    await expect(page.getByText(/已兑换：/).first()).toBeVisible()
  })

  await test.step('buy', async () => {
    await page.goto(`${portal.url}/user/tcBuy`)
    await press(page, page.getByRole('button', { name: '选择' }).first(), 'Enter')
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await press(page, sheet.getByRole('button', { name: /支付|付款/ }).last(), 'Enter')
    await expect(page.getByText('付好了，还差一步').first()).toBeVisible()
    await expect(sheet.locator(':focus')).toHaveCount(1)
  })

  await test.step('pause', async () => {
    await page.goto(`${portal.url}/user/freeze_acc`)
    await press(page, page.getByRole('button', { name: '暂停使用' }), 'Enter')
    await press(page, page.getByRole('button', { name: '确认暂停' }), 'Enter')
    await expect(page.getByText('已暂停').first()).toBeVisible()
  })
})

/** Buys a card of ¥100 from the reseller's own balance. */
function buyCard(stage: Stage): string[] {
  const wanted = ['cards', 'buy', '--reseller', '0', '--kind', 'balance', '--value', '10000', '--count', '1']
  return (yx(stage, wanted) as { data: { codes: string[] } }).data.codes
}

/** Presses Tab like a person: fails if the keyboard cannot reach the target. */
async function reach(page: Page, target: Locator): Promise<void> {
  // A button that waits for a price is disabled, and the keyboard skips it.
  await expect(target).toBeEnabled()
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${target.toString()}`)
}

async function press(page: Page, target: Locator, key: string): Promise<void> {
  await reach(page, target)
  // Keyboard users must see where the focus is.
  expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target)
  await page.keyboard.type(text)
}
