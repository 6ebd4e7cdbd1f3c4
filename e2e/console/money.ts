import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'

import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { fundCommission } from '../../server/test/attack/commission-races.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { fundReseller } from '../../server/test/build/money-factories.ts'
import { restPayees } from '../../server/test/build/rest-payees.ts'
import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'
import { yx } from '../yx.ts'
import type { Customer } from './customers.ts'
import { nextCode } from './factor.ts'
import { forgetProof } from './staff.ts'
import type { Agency } from './trip.ts'

const COMMISSION_FEN = 3000

/** Tops up the balance at the cashier. */
export async function topUp(page: Page, { portal }: Stage): Promise<void> {
  await page.goto(`${portal.url}/console/money`)
  await page.getByRole('button', { name: '去充值' }).filter({ visible: true }).click()
  const pay = page.getByRole('button', { name: '付 ¥500.00' })
  const link = page.getByRole('link', { name: '打开付款页' })
  await expect(async () => {
    // The gateway may be slow: pressing again continues the same payment.
    if ((await pay.isVisible()) && (await pay.isEnabled())) await pay.click()
    await expect(link).toBeVisible()
  }).toPass()
  const address = await link.getAttribute('href')
  const cashier = await page.context().newPage()
  await cashier.goto(address!)
  await cashier.getByRole('button', { name: '确认付款' }).click()
  await expect(cashier.getByText('付款成功')).toBeVisible()
  await cashier.close()
  await expect(page.getByText('已到账 ¥500.00')).toBeVisible()
  await page.getByRole('button', { name: '好的' }).click()
  await expect(page.getByText('+¥500.00').first()).toBeVisible()
}

/** A user asks for commission. The owner sees the account, pays it by hand, and gets the amount in the balance. */
export async function payCommission(page: Page, stage: Stage, inviter: Customer): Promise<void> {
  const { portal, db } = stage
  await fundCommission(db, inviter, COMMISSION_FEN)
  const wish = {
    amountFen: COMMISSION_FEN,
    method: 'alipay',
    account: 'lin@mail.example',
    name: '林',
    key: randomUUID(),
  }
  const asked = await fetch(portal.url + api.invites.withdraw.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await buildSession(db, inviter)}` },
    body: JSON.stringify(wish),
  })
  expect(asked.status).toBe(200)
  await restPayees(db)
  await page.goto(`${portal.url}/console/invites?tab=withdrawals`)
  await page.getByRole('button', { name: '处理', exact: true }).first().click()
  await page.getByRole('button', { name: '显示打款账户' }).click()
  await expect(page.getByText('lin@mail.example')).toBeVisible()
  await page.getByRole('button', { name: '我已打款 ¥30.00' }).click()
  await expect(page.getByText('没有待处理的提现')).toBeVisible()
  await page.goto(`${portal.url}/console/money?kind=withdraw_paid`)
  await expect(page.getByText('+¥30.00').first()).toBeVisible()
}

/**
 * Nothing is paid to a new account for three days. Then the owner asks for a payout with the factor, and the operator
 * pays it.
 */
export async function payOut(page: Page, stage: Stage, { resellerId, owner }: Agency): Promise<void> {
  const { portal, db } = stage
  await page.goto(`${portal.url}/console/money?tab=payout`)
  await page.getByRole('button', { name: '填写打款账户' }).click()
  await page.getByLabel('账号', { exact: true }).fill('boss@example.com')
  await page.getByLabel('户名').fill('王小明')
  await page.getByRole('button', { name: '保存打款账户' }).click()
  await expect(page.getByText('b***m')).toBeVisible()
  await expect(page.getByText(/打款账户刚改过/)).toBeVisible()
  await db.pool.query(`update payee_accounts set changed_at = changed_at - interval '73 hours'`)
  // Today's top-ups cannot be paid out yet.
  await fundReseller(db, resellerId, 100_000, new Date(Date.now() - limits.payoutTopUpMs))
  await forgetProof(db)
  await page.reload()
  await page.getByLabel('结算多少').fill('100')
  await page.getByRole('button', { name: '申请结算 ¥100.00' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '申请结算 ¥100.00' }).click()
  const proof = page.getByRole('dialog', { name: '确认是你本人' })
  await proof.getByLabel('两步验证码').fill(await nextCode(db, owner.secret))
  await proof.getByRole('button', { name: '确认并继续' }).click()
  await expect(page.getByText('等平台打款', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('有一笔在处理，等它完成再申请。')).toBeVisible()
  const { id } = await db.kysely.selectFrom('payouts').select('id').executeTakeFirstOrThrow()
  const paid = yx(stage, ['call', 'payouts.pay', '--kind', 'payout', '--reseller-id', String(resellerId), '--id', id])
  expect(paid).toMatchObject({ data: { amountFen: 10_000 } })
  await page.reload()
  await expect(page.getByText('已打款').first()).toBeVisible()
}
