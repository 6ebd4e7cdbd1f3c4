import { randomUUID } from 'node:crypto'

import { api } from '../contract/api.ts'
import { maskName } from '../contract/mask.ts'
import { fund } from '../server/test/build/money-factories.ts'
import { expectAccessible, expectNoSideways } from './check-screen.ts'
import { expect } from './fixtures.ts'
import { test, type OwnUser } from './own-user.ts'
import { takeLooks } from './take-looks.ts'

const PASSWORD = 'amber kettle 58'

test('a friend without an account opens a gift, registers, comes back to it and takes it; the next one reads that it is gone', async ({
  page,
  browser,
  screens: { db, portal },
  user,
}) => {
  await fund(db, user, 20_000)
  const give = await giver(user)
  const [first, second] = [await give(), await give()]
  const from = `${maskName(user.userName)} 送你一份礼物`
  const context = await browser.newContext({ baseURL: portal.url, storageState: { cookies: [], origins: [] } })
  const friend = await context.newPage()
  const gift = friend.getByRole('region', { name: '收到的礼物' })

  await test.step('signed out: who gives what until when, above the form', async () => {
    await friend.goto(first.path)
    await friend.waitForURL('**/login?**')
    await expect(gift).toContainText(from)
    await expect(gift).toContainText('轻享版 7 天')
    await expect(gift).toContainText(/\d{4}-\d\d-\d\d 前领取/)
    expect(friend.url()).not.toContain(first.code)
    await expectNoSideways(friend)
    await expectAccessible(friend)
    await takeLooks(friend, 'gift-login')
  })

  await test.step('registering leads back to it', async () => {
    await friend.getByRole('link', { name: '注册' }).click()
    await expect(gift).toContainText(from)
    await takeLooks(friend, 'gift-register')
    await friend.getByLabel('账号').fill(`friend${randomUUID().slice(0, 8)}`)
    await friend.getByRole('textbox', { name: '密码', exact: true }).fill(PASSWORD)
    await friend.getByRole('checkbox', { name: '同意' }).check()
    await friend.getByRole('button', { name: '注册' }).click()
    await friend.waitForURL('**/user/kmList**')
    await expect(gift.getByRole('heading')).toHaveText('轻享版 7 天')
    await expect.poll(() => friend.url()).not.toContain('#')
    await expectAccessible(friend)
    await takeLooks(friend, 'gift-open')
  })

  await test.step('one tap takes it', async () => {
    await gift.getByRole('button', { name: '领取' }).click()
    await expect(gift.getByRole('heading')).toHaveText('领到了：轻享版 7 天')
    await takeLooks(friend, 'gift-taken')
    // The card of connecting is the next step, with its lines already on their way.
    await expect(gift.locator('[data-stage="import"]')).toBeVisible()
    // Back from elsewhere: the same address again would not load the page anew.
    await friend.goto('/user')
    await friend.goto(first.path)
    await expect(gift).toContainText('这份礼物你已经领过了')
    await context.close()
  })

  await test.step('whose session has ended comes past the login page with the gift too', async () => {
    const localStorage = Object.entries({ userToken: 'Bearer ended', app_key: 'yx_0' })
    const origin = { origin: portal.url, localStorage: localStorage.map(([name, value]) => ({ name, value })) }
    const old = await browser.newContext({ baseURL: portal.url, storageState: { cookies: [], origins: [origin] } })
    const visitor = await old.newPage()
    await visitor.goto(second.path)
    await visitor.waitForURL('**/login?**')
    await expect(visitor.getByRole('region', { name: '收到的礼物' })).toContainText(from)
    await old.close()
  })

  await test.step('used, taken back: a sentence each', async () => {
    const own = page.getByRole('region', { name: '收到的礼物' })
    await page.goto(first.path)
    await expect(own).toContainText('已经被领走了')
    await expect(own.getByRole('button')).toHaveCount(0)
    await takeLooks(page, 'gift-used')
    await user.ask(api.gifts.takeBack, { id: second.id })
    // The next link in the same tab changes nothing but the fragment.
    await page.goto(second.path)
    await expect(own).toContainText('被送的人收回了')
    await takeLooks(page, 'gift-returned')
  })
})

test('a gift that the balance cannot pay leads to a top-up of what is missing, and back', async ({
  page,
  screens: { db },
  user,
}) => {
  await fund(db, user, 8)
  await page.goto('/user/kmList')
  await page.getByRole('button', { name: '送一份' }).click()
  const sheet = page.getByRole('dialog')
  const missing = /还差 ([\d.]+)/.exec(await sheet.getByText(/还差 [\d.]+/).innerText())![1]!
  await takeLooks(page, 'gift-short')
  await sheet.getByRole('button', { name: '先去充值' }).click()
  await page.waitForURL('**/user/userPay')
  await expect(page.getByRole('button', { name: `支付 ¥${missing}` })).toBeVisible()
  await page.goBack()
  await page.waitForURL('**/user/kmList')
})

/** Buys the first plan. Returns what makes a gift of seven days of it. */
async function giver({ ask }: OwnUser) {
  const { items } = await ask(api.packages.list, {})
  const packageId = items.find(({ kind }) => kind === 'plan')!.id
  const { quoteId } = await ask(api.packages.quote, { action: 'new', packageId, period: 'month' })
  await ask(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() })
  const { offers } = await ask(api.gifts.offers, {})
  const { priceFen } = offers.flatMap(({ prices }) => prices).find(({ days }) => days === 7)!
  return async () => {
    const { link, url } = await ask(api.gifts.make, { packageId, days: 7, priceFen, key: randomUUID() })
    const { pathname, search, hash } = new URL(url!)
    return { id: link.id, path: pathname + search + hash, code: hash.slice(1) }
  }
}
