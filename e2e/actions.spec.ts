import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'

import { api } from '../contract/api.ts'
import { formatBytes } from '../contract/bytes.ts'
import { showCardCode } from '../contract/card-code.ts'
import { HOUR_MS } from '../contract/durations.ts'
import { assignCards } from '../server/domains/cards/assign-cards.ts'
import { blockUser } from '../server/domains/sessions/operator/block-user.ts'
import { getUser } from '../server/domains/sessions/operator/find-users.ts'
import { makePartitions } from '../server/domains/traffic/make-partitions.ts'
import { clock } from '../server/platform/clock.ts'
import type { Db } from '../server/platform/db/db.ts'
import { buildCards } from '../server/test/build/build-cards.ts'
import { buildLine } from '../server/test/build/line-desk.ts'
import { fund, GB } from '../server/test/build/money-factories.ts'
import { expect } from './fixtures.ts'
import { test } from './own-user.ts'
import { subscribe } from './screen-user.ts'

const REFUSAL = { success: false, code: 'request.too_many', message: '稍等一下再试' }
const HOUR_AGO = new Date(Date.now() - HOUR_MS).toISOString()
const DAY_MS = 24 * HOUR_MS
const NO_TRAFFIC = '这段时间没有用量'

test('changes a line’s key and node, removes it, and resets the address', async ({ page, screens, user }) => {
  await subscribe(screens.db, user)
  await buildLine(screens, user, await nodeIdOf(screens.db, '香港 01'))
  const lines = async () => (await user.ask(api.lines.list, {})).lines
  const row = (name: string) => page.getByRole('listitem').getByRole('button', { name })
  const sheet = page.getByRole('dialog')
  await page.goto('/user/line_list')

  await test.step('key', async () => {
    const old = (await lines())[0]!.connection!.credential
    await row('香港 01').click()
    await expect(sheet).toContainText(old)
    await sheet.getByRole('button', { name: '换密钥' }).click()
    await sheet.getByRole('button', { name: '确认更换' }).click()
    await expect(sheet.getByRole('button', { name: '换密钥' })).toBeVisible()
    const now = (await lines())[0]!.connection!.credential
    expect(now).not.toBe(old)
    await expect(sheet).toContainText(now)
    await expect(sheet).not.toContainText(old)
  })

  await test.step('node', async () => {
    await sheet.getByRole('button', { name: '换节点' }).click()
    await sheet.getByRole('listitem').getByRole('button', { name: '东京' }).click()
    await expect(sheet).toBeHidden()
    await expect(row('东京')).toContainText('正常')
    await expect(row('香港 01')).toHaveCount(0)
    expect(await lines()).toMatchObject([{ nodeName: '东京', state: 'active' }])
  })

  await test.step('address', async () => {
    const address = async () => (await user.ask(api.lines.list, {})).subscriptionUrl
    const old = await address()
    expect((await fetch(old)).status).toBe(200)
    await page.getByRole('button', { name: '重置' }).click()
    await sheet.getByRole('button', { name: '确认重置' }).click()
    await expect(sheet).toBeHidden()
    expect((await fetch(old)).status).toBe(403)
    expect((await fetch(await address())).status).toBe(200)
  })

  await test.step('gone', async () => {
    await row('东京').click()
    await sheet.getByRole('button', { name: '卸载' }).click()
    await sheet.getByRole('button', { name: '确认卸载' }).click()
    await expect(sheet).toBeHidden()
    await expect(row('东京')).toHaveCount(0)
    expect(await lines()).toEqual([])
  })
})

test('home says when a line last carried bytes, and looks again when asked', async ({ page, screens, user }) => {
  await subscribe(screens.db, user)
  await buildLine(screens, user, await nodeIdOf(screens.db, '香港 01'))
  const carry = (ago: string) =>
    screens.db.pool.query(
      `insert into line_contacts (reseller_id, account_id, line_number, begun_at, seen_at)
       select reseller_id, account_id, number, now() - $2::interval, now() - $2::interval from lines where account_id = $1
       on conflict (reseller_id, account_id, line_number) do update set begun_at = excluded.begun_at, seen_at = excluded.seen_at`,
      [user.id, ago],
    )
  await carry('3 hours')
  await page.goto('/user')
  await expect(page.getByText('最近：香港 01，3 小时前连过')).toBeVisible()
  await page.getByRole('button', { name: '连上了吗？' }).click()
  await expect(page.getByText('正在看，请打开客户端的开关')).toBeVisible()
  await carry('0 seconds')
  await expect(page.getByText('香港 01已连上，刚刚有流量')).toBeVisible()
  await expect(page.getByText('最近：香港 01')).toHaveCount(0)
})

test('keeps a chosen speed mode', async ({ page, user }) => {
  const game = page.getByRole('button', { name: '游戏模式' })
  await page.goto('/user/speedMode')
  await expect(game).toHaveAttribute('aria-pressed', 'false')
  await game.click()
  await expect(game).toHaveAttribute('aria-pressed', 'true')
  expect((await user.ask(api.accounts.info, { dailiKey: 0 })).speedMode).toBe('game')
  await page.reload()
  await expect(game).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(1)
})

test('shows traffic of today, seven days and the month', async ({ page, screens: { db, config }, user }) => {
  const hour = (days: number) => new Date(Math.floor((Date.now() - days * DAY_MS) / HOUR_MS) * HOUR_MS)
  const rows = [
    { hour: hour(3), downBytes: 2 * GB },
    { hour: hour(10), downBytes: 4 * GB },
  ]
  const owner = { resellerId: user.resellerId, accountId: user.id, nodeId: await nodeIdOf(db, '东京') }
  for (const row of rows) {
    await makePartitions({ db, now: row.hour })
    await db.kysely
      .insertInto('trafficHours')
      .values({ ...owner, ...row, upBytes: 0, chargedBytes: row.downBytes })
      .execute()
  }
  // Early in a month, the days before today belong to the last month.
  const month = dayText(new Date(), config.businessTz).slice(0, 7)
  const ofMonth = rows.filter((row) => dayText(row.hour, config.businessTz).startsWith(month))
  const monthBytes = ofMonth.reduce((sum, { downBytes }) => sum + downBytes, 0)
  const total = (bytes: number) => page.getByText(bytes === 0 ? NO_TRAFFIC : `合计 ${formatBytes(bytes)}`)
  await page.goto('/user/traffic_rank')
  await expect(total(0)).toBeVisible()
  await segment(page, '近 7 天').click()
  await expect(total(2 * GB)).toBeVisible()
  await segment(page, '本月').click()
  await expect(total(monthBytes)).toBeVisible()
})

test('filters card keys and balance, and the file holds what is shown', async ({
  page,
  screens: { db, config },
  user,
}) => {
  const { codes } = await buildCards(db, { count: 2 })
  const [unused, redeemed] = codes as [string, string]
  const assigned = { resellerId: user.resellerId, userName: user.userName, codes: [unused] }
  await assignCards({ db, config, now: clock.now() }, assigned, 'operator:test')
  await fund(db, user, 8_800)
  await user.ask(api.cards.redeem, { code: redeemed })

  await test.step('cards', async () => {
    await page.goto('/user/kmList')
    const cards = page.getByRole('listitem')
    await expect(cards).toHaveCount(2)
    await segment(page, '已兑换').click()
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText(redeemed.slice(-4))
    await segment(page, '未使用').click()
    await expect(cards).toContainText(showCardCode(unused))
    const file = await saved(page, page.getByRole('button', { name: '导出' }))
    expect(file.trim().split('\r\n')).toHaveLength(2)
    expect(file).toContain(showCardCode(unused))
  })

  await test.step('balance', async () => {
    const { items } = await user.ask(api.balance.entries, {})
    expect(items).toMatchObject([{ kind: 'card_redeem' }, { kind: 'topup' }])
    const today = dayText(new Date(items[0]!.at), config.businessTz)
    const dayBefore = dayText(new Date(new Date(items[1]!.at).getTime() - DAY_MS), config.businessTz)
    await page.goto('/user/balance')
    const entries = page.getByRole('main').getByRole('listitem')
    await expect(entries).toHaveCount(2)

    await filter(page, { 从: today, 到: dayBefore })
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('button', { name: '查看结果' })).toBeDisabled()
    await filter(page, { 从: '', 到: dayBefore })
    await showFiltered(page)
    await expect(page.getByText('没有符合条件的记录')).toBeVisible()
    await page.getByRole('button', { name: '清除筛选' }).first().click()
    await expect(entries).toHaveCount(2)

    await filter(page, { 从: dayBefore, 到: today, 类型: 'card_redeem' })
    await showFiltered(page)
    await expect(entries).toHaveCount(1)
    await expect(entries).toContainText('+50.00')
    const file = await saved(page, page.getByRole('button', { name: '导出 CSV' }))
    expect(file.trim().split('\r\n')).toHaveLength(2)
    expect(file).toContain('卡密兑换,50.00,138.00')
  })
})

test('on a wide screen, clearing a filter clears its fields', async ({ page, screens: { db }, user }) => {
  await fund(db, user, 8_800)
  await page.setViewportSize({ width: 900, height: 900 })
  await page.goto('/user/balance')
  await page.getByLabel('从').fill('2020-01-01')
  await page.getByLabel('到').fill('2020-01-02')
  await page.getByLabel('类型').selectOption('card_redeem')
  await page.getByRole('main').getByRole('button', { name: '清除筛选' }).last().click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  for (const label of ['从', '到', '类型']) await expect(page.getByLabel(label)).toHaveValue('')
})

const pagedLists = [
  { path: '/user/balance', call: api.balance.entries.path, failed: '内容没加载出来' },
  { path: '/user/kmList', call: api.cards.list.path, failed: '卡密没加载出来' },
  { path: '/user/invite', call: api.invites.list.path, failed: '内容没加载出来' },
]

test('a next page that fails keeps the list and can be asked for again', async ({
  page,
  screens: { db, config },
  user,
}) => {
  await fund(db, user, 8_800)
  const { codes } = await buildCards(db, { count: 1 })
  const assigned = { resellerId: user.resellerId, userName: user.userName, codes }
  await assignCards({ db, config, now: clock.now() }, assigned, 'operator:test')
  const person = { nameMasked: 'a***', joinedAt: clock.now().toISOString(), commissionFen: 0 }
  for (const { path, call, failed } of pagedLists) {
    await test.step(call, async () => {
      let asked = 0
      const isCall = (url: URL) => url.pathname === call
      await page.route(isCall, async (route) => {
        const isNext = new URL(route.request().url()).searchParams.has('cursor')
        if (isNext && asked++ === 0) return route.fulfill({ status: 429, json: REFUSAL })
        const answer = await route.fetch({
          url: route
            .request()
            .url()
            .replace(/[?&]cursor=[^&]*/, ''),
        })
        const body = (await answer.json()) as { data: { items: object[] } }
        const items = call === api.invites.list.path ? [person] : body.data.items
        // The second page needs different lines: two with the same id would be merged.
        const shown = isNext ? items.map((item) => ({ ...item, id: crypto.randomUUID(), joinedAt: HOUR_AGO })) : items
        await route.fulfill({
          response: answer,
          json: { ...body, data: { ...body.data, items: shown, next: isNext ? null : 'more' } },
        })
      })
      await page.goto(path)
      const rows = page.getByRole('main').getByRole('listitem')
      const more = page.getByRole('button', { name: /查看更早的|再看一些/ })
      await expect(more).toBeVisible()
      const before = await rows.count()
      await more.click()
      await expect(page.getByRole('alert')).toContainText(failed)
      await expect(rows).toHaveCount(before)
      await page.getByRole('button', { name: '重试' }).click()
      await expect(rows).toHaveCount(before * 2)
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(asked).toBe(2)
      await page.unroute(isCall)
    })
  }
})

test('requests a deletion and takes it back, and downloads the user’s data as a file', async ({ page, user }) => {
  const deleteAfter = async () => (await user.ask(api.accounts.deletion, {})).deleteAfter
  const ask = page.getByRole('button', { name: '注销账号' })
  const keep = page.getByRole('button', { name: '撤回注销' })
  const sheet = page.getByRole('dialog')
  await page.goto('/user/change_pass')
  const data = JSON.parse(await saved(page, page.getByRole('button', { name: '导出数据' }))) as object
  expect(JSON.stringify(data)).toContain(user.userName)

  await ask.click()
  await sheet.locator('input[name="passWord"]').fill('another password 7')
  await sheet.getByRole('button', { name: '确认注销' }).click()
  await expect(sheet.locator('input[name="passWord"]')).toHaveAttribute('aria-invalid', 'true')
  expect(await deleteAfter()).toBeNull()
  await sheet.locator('input[name="passWord"]').fill(user.password)
  await sheet.getByRole('button', { name: '确认注销' }).click()
  await expect(sheet).toBeHidden()
  await expect(keep).toBeVisible()
  expect(await deleteAfter()).not.toBeNull()

  await page.reload()
  await keep.click()
  await expect(ask).toBeVisible()
  expect(await deleteAfter()).toBeNull()

  await user.ask(api.accounts.remove, { passWord: user.password })
  await page.goto('/user')
  await expect(page.getByText(/\d{4}-\d\d-\d\d \d\d:\d\d 之后注销/)).toBeVisible()
  await keep.click()
  await expect(keep).toBeHidden()
  expect(await deleteAfter()).toBeNull()
})

test('undoes a pause from the home page at once, where stands when it may end', async ({ page, screens, user }) => {
  await subscribe(screens.db, user)
  const before = await user.ask(api.accounts.info, { dailiKey: 0 })
  await user.ask(api.accounts.freeze, { type: 'pause' })
  await page.goto('/user')
  await expect(page.getByText(/\d{4}-\d\d-\d\d \d\d:\d\d 起可以恢复/)).toBeVisible()
  await page.getByRole('link', { name: '撤销暂停' }).click()
  await expect(page.getByText('已撤销，暂停不算次数')).toBeVisible()
  await expect(page).toHaveURL(/\/user$/)
  await expect(page.getByRole('link', { name: '撤销暂停' })).toHaveCount(0)
  expect(await user.ask(api.accounts.info, { dailiKey: 0 })).toMatchObject({
    state: 'active',
    expiresAt: before.expiresAt,
  })
})

test('shows a block with its reason and a contact, without a way to resume or to top up', async ({
  page,
  screens,
  user,
}) => {
  await subscribe(screens.db, user)
  const ctx = { db: screens.db, now: clock.now() }
  const found = await getUser(ctx, user.resellerId, user.userName)
  await blockUser(ctx, found, '投诉核实中', { actor: 'operator:test', isOperator: true })
  const callout = page.getByRole('region', { name: '账号已停用' })
  for (const [path, shown] of [
    ['/user', '线路已停'],
    ['/user/freeze_acc', '已保留'],
    ['/user/userPay', '剩余时间给你留着'],
    ['/user/tcBuy', '流量包'],
    ['/user/line_install', '其他节点'],
    ['/user/speedMode', '游戏模式'],
  ] as const) {
    await page.goto(path)
    await expect(callout).toContainText('原因：投诉核实中')
    await expect(callout.getByRole('link', { name: '联系客服' })).toBeVisible()
    await expect(page.getByText(shown).first()).toBeVisible()
    const ways = page.getByRole('link').or(page.getByRole('button'))
    await expect(ways.filter({ hasText: /^(恢复使用|撤销暂停|暂停使用|充值|支付.*)$/ })).toHaveCount(0)
  }
  const { codes } = await buildCards(screens.db, { count: 1 })
  await page.goto('/user/kmList')
  await page.getByRole('textbox').fill(codes[0]!)
  await page.getByRole('button', { name: '兑换', exact: true }).click()
  await expect(page.getByRole('main').getByText('原因：投诉核实中')).toBeVisible()
})

async function nodeIdOf(db: Db, name: string): Promise<number> {
  const node = await db.kysely.selectFrom('nodes').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return node.id
}

function dayText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
}

async function saved(page: Page, button: Locator): Promise<string> {
  const download = page.waitForEvent('download')
  await button.click()
  return readFile(await (await download).path(), 'utf8')
}

/** Clicks the label, because the radio button itself has no place on the screen. */
function segment(page: Page, name: string): Locator {
  return page.locator('label').filter({ has: page.getByRole('radio', { name }) })
}

/** Waits until the sheet is gone: a closing one would be taken for an open one. */
async function showFiltered(page: Page): Promise<void> {
  await page.getByRole('button', { name: '查看结果' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** On a phone the fields are in a sheet. */
async function filter(page: Page, { 类型: kind, ...days }: Record<string, string>): Promise<void> {
  const sheet = page.getByRole('dialog')
  if (!(await sheet.isVisible())) await page.getByRole('button', { name: '筛选', exact: true }).click()
  if (kind) await sheet.getByLabel('类型').selectOption(kind)
  for (const [label, day] of Object.entries(days)) await sheet.getByLabel(label, { exact: true }).fill(day)
}
