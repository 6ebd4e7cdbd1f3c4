import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'

import { api } from '../contract/api.ts'
import { clock } from '../server/platform/clock.ts'
import { fundCommission } from '../server/test/attack/commission-races.ts'
import { buildReseller } from '../server/test/build/factories.ts'
import { fund } from '../server/test/build/money-factories.ts'
import { expect } from './fixtures.ts'
import { test } from './own-user.ts'
import { payAtCashier, readCode } from './pay-at-cashier.ts'
import { subscribe } from './screen-user.ts'
import { takeLooks } from './take-looks.ts'

/** A coupon of the sandbox's catalogue. */
const COUPON = 'welcome'
const FIRST_PLAN_FEN = 1_500
const SUSPENDED = 1001

test('refuses a coupon or takes it off the price, and then switches automatic renewal on and off', async ({
  page,
  screens,
  user,
}) => {
  await fund(screens.db, user, 8_800)
  await page.goto('/user/tcBuy')
  await expect(page.getByText('沙箱环境')).toBeVisible()
  await page.getByRole('button', { name: '选择' }).first().click()
  const sheet = page.getByRole('dialog')
  const code = sheet.getByLabel('优惠码')
  await sheet.getByRole('button', { name: '有优惠码？' }).click()
  await code.fill('NO-SUCH-CODE')
  await sheet.getByRole('button', { name: '使用', exact: true }).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(sheet.getByRole('button', { name: /^支付 15\.00/ })).toBeVisible()
  await code.fill(COUPON)
  await sheet.getByRole('button', { name: '使用', exact: true }).click()
  await sheet.getByRole('button', { name: /^支付 13\.50/ }).click()
  // What comes next is the card of connecting: the sheet itself is left by its cross.
  await sheet.getByRole('button', { name: '关闭' }).click()
  await expect(sheet).toBeHidden()
  const paid = FIRST_PLAN_FEN * 0.9
  expect(await user.ask(api.accounts.info, { dailiKey: 0 })).toMatchObject({ balanceFen: 8_800 - paid })

  const autoRenew = page.getByRole('switch', { name: '自动续费' })
  const renews = async () => (await user.ask(api.packages.list, {})).current.autoRenew
  for (const isOn of [true, false]) {
    await autoRenew.press('Space')
    await expect.poll(renews).toBe(isOn)
    await page.reload()
    await expect(autoRenew).toBeChecked({ checked: isOn })
  }
})

test.describe('of a remembered device', () => {
  test.use({ strength: 'remembered' })

  test('pays commission out only after the password', async ({ page, screens, user }) => {
    await fundCommission(screens.db, user, 5_000)
    const sheet = page.getByRole('dialog')
    const withdraw = async () => {
      await page.getByRole('button', { name: '申请提现' }).click()
      await sheet.getByLabel('金额').fill('20')
      await sheet.getByLabel('收款账号').fill('zhang.wei@mail.example')
      await sheet.getByLabel('收款人姓名').fill('张伟')
      await expect(sheet.getByText('3 个工作日内')).toBeVisible()
      await expect(sheet.getByText('20.00')).toBeVisible()
      await sheet.getByRole('button', { name: '提交申请' }).click()
    }
    await page.goto('/user/invite')
    await withdraw()
    const password = sheet.getByRole('textbox', { name: '密码', exact: true })
    await password.fill('not the password')
    await sheet.getByRole('button', { name: '提交申请' }).click()
    await expect(sheet.getByText('密码不正确')).toBeVisible()
    expect(await user.ask(api.invites.summary, {})).toMatchObject({ confirmedFen: 5_000, heldFen: 0 })
    await password.fill(user.password)
    await sheet.getByRole('button', { name: '提交申请' }).click()
    await sheet.getByRole('button', { name: '完成' }).click()
    const now = await user.ask(api.invites.summary, {})
    expect(now).toMatchObject({ confirmedFen: 3_000, heldFen: 2_000, withdrawals: [{ state: 'pending' }] })
    await expect(page.getByRole('listitem').filter({ hasText: now.withdrawals[0]!.accountMasked })).toContainText('20')
  })
})

test('payment methods that did not load come by themselves when the network is back', async ({ page, context }) => {
  await page.route(`**${api.payments.payTypes.path}*`, (route) => route.abort())
  await page.goto('/user/userPay')
  await expect(page.getByText('付款方式没加载出来')).toBeVisible()
  await page.unrouteAll()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.getByRole('radio', { name: '支付宝' })).toBeVisible()
  await expect(page.getByText('付款方式没加载出来')).toBeHidden()
})

test('an ended plan that is no longer sold is not said to run on', async ({ page, screens, user }) => {
  await subscribe(screens.db, user)
  await page.route(`**${api.packages.list.path}`, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: Static<typeof api.packages.list.output> }
    const { current } = answer.data
    const items = answer.data.items.filter(({ id }) => id !== current.packageId)
    const data = { ...answer.data, items, current: { ...current, state: 'expired' } }
    await route.fulfill({ json: { ...answer, data } })
  })
  await page.goto('/user/tcBuy')
  await expect(page.getByText('这个套餐已停售，请换一个。').first()).toBeVisible()
  await expect(page.getByText('可以用到到期')).toBeHidden()
})

test('finds a payment again, continues it and pays it', async ({ page, user }) => {
  const [way] = await user.ask(api.payments.payTypes, { paytype: 'user', dailiKey: 0 })
  const topUp = { type: 'user', amountFen: 5_000, payType: way!.id, device: 'qr', key: randomUUID() }
  await user.ask(api.payments.pay, topUp)
  await page.goto('/user/user_payment')
  const sheet = page.getByRole('dialog')
  const payments = page.getByRole('main').getByRole('listitem')
  await payments.getByRole('button', { name: '账户充值' }).click()
  await sheet.getByRole('button', { name: '重新查询' }).click()
  await expect(page.getByText('还没有收到这笔付款')).toBeVisible()
  await sheet.getByRole('button', { name: '继续付款' }).click()
  await page.getByRole('button', { name: '我付好了' }).click()
  await expect(sheet.getByText('还没有收到付款')).toBeVisible()
  await payAtCashier(page)
  await sheet.getByRole('button', { name: '完成' }).click()
  await expect(payments).toContainText('已付款')
  expect(await user.ask(api.accounts.info, { dailiKey: 0 })).toMatchObject({ balanceFen: 5_000 })
})

test('with ¥0.08 no pay sheet ends at a grey button', async ({ page, screens, user }) => {
  await subscribe(screens.db, user)
  await fund(screens.db, user, 8)
  const press = (name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first().click()
  const applied = async () => {
    await page.getByLabel('代理名称').fill('蓝鲸网络')
    await page.getByLabel('联系方式').fill('help@whale.example')
    await press(/^下一步/)
  }
  const part = page.getByRole('switch', { name: '鱼币抵扣' })
  const sheets: [path: string, open: () => Promise<unknown>][] = [
    ['/user/tcBuy', () => press(/^续费/)],
    ['/user/tcBuy', () => press(/^升级到/)],
    // So little is only a part of the sum when the user says so.
    [
      '/user/tcBuy',
      () =>
        press(/^续费/)
          .then(() => expect(part).not.toBeChecked())
          .then(() => part.press('Space')),
    ],
    ['/user/tcBuy', () => press(/^购买/)],
    ['/user/kmList', () => press('送一份')],
    ['/user/open_agency', applied],
  ]
  const sheet = page.getByRole('dialog')
  for (const [path, open] of sheets) {
    await page.goto(path)
    await open()
    await expect(sheet.getByRole('button', { name: /^(支付|先去充值|充值)/ }), path).toBeEnabled()
    await expect(sheet.locator('button:disabled'), path).toHaveCount(0)
  }
  await page.goto('/user/tcBuy')
  await page.getByRole('switch', { name: '自动续费' }).press('Space')
  await expect(page.getByText(/\d{4}-\d\d-\d\d 扣款时会差 \d+\.92/)).toBeVisible()
  await expect(page.getByRole('button', { name: '先去充值' })).toBeEnabled()
})

test('an answer that was lost pays nothing twice: pressed again, it is the same payment', async ({ page, user }) => {
  await page.route(
    `**${api.payments.pay.path}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.goto('/user/userPay')
  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: /^支付 ¥/ }).click()
  await expect(sheet.getByText('还没有扣款')).toBeVisible()
  await sheet.getByRole('button', { name: /^支付 ¥/ }).click()
  await payAtCashier(page)
  await sheet.getByRole('button', { name: '完成' }).click()
  expect((await user.ask(api.payments.list, {})).items).toHaveLength(1)
  expect(await user.ask(api.accounts.info, { dailiKey: 0 })).toMatchObject({ balanceFen: 5_000 })
})

test('credits a payment for a closed order to the balance, with the part it had held, and the sheet says so', async ({
  page,
  screens,
  user,
}) => {
  await fund(screens.db, user, 500)
  await page.goto('/user/tcBuy')
  await page.getByRole('button', { name: '选择' }).first().click()
  const sheet = page.getByRole('dialog')
  // The balance is too low, so it pays the first part and the first online way the rest.
  const order = page.getByRole('dialog', { name: '购买套餐' })
  await expect(order.getByRole('switch', { name: '鱼币抵扣' })).toBeChecked()
  await expect(order.getByText('鱼币', { exact: true })).toHaveCount(0)
  await order.getByRole('button', { name: '支付 ¥10.00' }).click()
  await expect(sheet.getByRole('img', { name: '付款二维码' })).toBeVisible()
  const code = await readCode(page)
  const other = await page.context().newPage()
  await other.goto('/user/balance')
  await expect(other.getByText('5.00 鱼币留给未完成的订单')).toBeVisible()
  await takeLooks(other, 'balance-held')
  await other.goto('/user')
  await expect(other.getByText('5.00 鱼币留给未完成的订单')).toBeVisible()
  await other.close()
  const { items } = await user.ask(api.orders.list, {})
  await user.ask(api.orders.cancel, { orderId: items[0]!.orderId })
  await expect(sheet.getByText('你取消了付款')).toBeVisible()
  await payAtCashier(page, code)
  await sheet.getByRole('button', { name: '我付好了' }).click()
  await expect(sheet.getByText('已转入鱼币', { exact: true })).toBeVisible()
  const info = await user.ask(api.accounts.info, { dailiKey: 0 })
  expect(info).toMatchObject({ state: 'none', balanceFen: FIRST_PLAN_FEN })
  await page.goto('/user/user_payment')
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('已转入鱼币')
})

test.describe('with a phone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0 Mobile Safari/537.36' })
  const HELD_FEN = 500

  test('cancels a part payment at the cashier, is led back, and pays again or cancels the order', async ({
    page,
    screens,
    user,
  }) => {
    await fund(screens.db, user, HELD_FEN)
    const balance = async () => (await user.ask(api.accounts.info, { dailiKey: 0 })).balanceFen
    const sheet = page.getByRole('dialog')
    const giveUp = async () => {
      await page.waitForURL('**/cashier/pay/**')
      expect(await balance()).toBe(0)
      await page.getByRole('button', { name: '取消付款' }).click()
      // The cashier leads back by itself, and the gateway is asked at once.
      await expect(page).toHaveURL(/\/user\/tcBuy$/)
      await expect(sheet.getByText('你取消了付款')).toBeVisible()
      expect(await balance()).toBe(HELD_FEN)
    }

    await page.goto('/user/tcBuy')
    await page.getByRole('button', { name: '选择' }).first().click()
    await page.getByRole('dialog', { name: '购买套餐' }).getByRole('button', { name: '支付 ¥10.00' }).click()
    await giveUp()
    await takeLooks(page, 'closed-at-cashier')
    await sheet.getByRole('button', { name: '重新付款' }).click()
    await sheet.getByRole('button', { name: '支付 ¥10.00' }).click()
    await giveUp()
    await sheet.getByRole('button', { name: '取消订单' }).click()
    await expect(page.getByText('订单已取消，没有扣款')).toBeVisible()
    await expect(page.getByText('未完成的订单')).toHaveCount(0)
    expect(await balance()).toBe(HELD_FEN)
  })

  test('goes on with a payment that died meanwhile by a new one', async ({ page, user }) => {
    const [way] = await user.ask(api.payments.payTypes, { paytype: 'user', dailiKey: 0 })
    const topUp = { type: 'user', amountFen: 5_000, payType: way!.id, device: 'qr', key: randomUUID() }
    const { qrCode } = await user.ask(api.payments.pay, topUp)
    await page.goto('/user/user_payment')
    const payments = page.getByRole('main').getByRole('listitem')
    await payments.getByRole('button', { name: '账户充值' }).click()
    const cashier = await page.context().newPage()
    await cashier.goto(qrCode!)
    await cashier.getByRole('button', { name: '取消付款' }).click()
    await expect(cashier.getByText('交易已关闭')).toBeVisible()
    await cashier.close()
    await page.getByRole('dialog').getByRole('button', { name: '继续付款' }).click()
    await page.waitForURL('**/cashier/pay/**')
    await page.getByRole('button', { name: '确认付款' }).click()
    await expect(page).toHaveURL(/\/user\/userPay$/)
    await expect(page.getByText('付款成功')).toBeVisible()
    await page.goto('/user/user_payment')
    await expect(payments).toHaveText([/已付款/, /已关闭/])
  })
})

test.describe('of a suspended reseller', () => {
  test.use({ ofReseller: SUSPENDED })

  test('tells users whom to ask, and neither sells nor registers', async ({ page, screens, user }) => {
    const { db } = screens
    await buildReseller(db, { id: SUSPENDED, title: '停航网络', suspendedAt: clock.now() })
    await subscribe(db, user)
    await db.pool.query(
      `insert into package_offers (reseller_id, package_id, period, retail_fen)
       select $1, package_id, period, retail_fen from package_offers where reseller_id = 0 on conflict do nothing`,
      [SUSPENDED],
    )
    await page.goto('/user/tcBuy')
    await expect(page.getByText(screens.config.operatorContact!)).toBeVisible()
    const plans = page.getByRole('article')
    await expect(plans).toHaveCount(3)
    for (const plan of await plans.all()) await expect(plan.getByRole('button', { name: '暂停销售' })).toBeDisabled()
    await expect(page.getByRole('button', { name: /续费|选择|升级|换成/ })).toHaveCount(0)
    await page.goto('/user/userPay')
    await expect(page.getByRole('heading', { name: '暂停充值' })).toBeVisible()
    await expect(page.getByRole('button', { name: /支付/ })).toHaveCount(0)
    await expect(page.getByRole('main').getByText(screens.config.operatorContact!, { exact: true })).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: '复制联系方式' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(screens.config.operatorContact)

    await page.goto('/reg')
    await expect(page).toHaveTitle('停航网络')
    await expect(page.getByText('暂时不能注册')).toBeVisible()
    await expect(page.locator('form')).toHaveCount(0)
  })
})
