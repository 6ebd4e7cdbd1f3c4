import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'

import { post } from '../../server/domains/ledger/post.ts'
import { type Db, inTransaction } from '../../server/platform/db.ts'
import { expect } from '../fixtures.ts'
import type { Stage } from '../stage.ts'

const AMOUNT_FEN = 3000

/** The balance is topped up at the till, an account is set for payouts, and a user's commission is paid out. */
export async function handleMoney(page: Page, { portal, db }: Stage): Promise<void> {
  await page.goto(`${portal.url}/console/money`)
  await topUp(page)
  await setPayee(page)
  await payWithdrawal(page, portal.url, db)
}

async function topUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: '去充值' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: '付 ¥500.00' }).click()
  const address = await page.getByRole('link', { name: '打开付款页' }).getAttribute('href')
  const cashier = await page.context().newPage()
  await cashier.goto(address!)
  await cashier.getByRole('button', { name: '确认付款' }).click()
  await expect(cashier.getByText('付款成功')).toBeVisible()
  await cashier.close()
  await expect(page.getByText('已到账 ¥500.00')).toBeVisible()
  await page.getByRole('button', { name: '好的' }).click()
  await expect(page.getByText('+¥500.00').first()).toBeVisible()
}

async function setPayee(page: Page): Promise<void> {
  await page.getByText('结算', { exact: true }).first().click()
  await page.getByRole('button', { name: '填写收款账户' }).click()
  await page.getByLabel('账号', { exact: true }).fill('boss@example.com')
  await page.getByLabel('户名').fill('王小明')
  await page.getByRole('button', { name: '保存收款账户' }).click()
  await expect(page.getByText('b***m')).toBeVisible()
  await expect(page.getByText(/收款账户刚改过/)).toBeVisible()
}

async function payWithdrawal(page: Page, url: string, db: Db): Promise<void> {
  await askWithdrawal(db)
  await page.goto(`${url}/console/invites?tab=withdrawals`)
  await page.getByRole('button', { name: '处理', exact: true }).first().click()
  await page.getByRole('button', { name: '我已打款 ¥30.00' }).click()
  await expect(page.getByText('没有待处理的提现')).toBeVisible()
  await page.goto(`${url}/console/money?kind=withdraw_paid`)
  await expect(page.getByText('+¥30.00').first()).toBeVisible()
}

/** As a user's wish leaves it; nobody looks at the account to pay to, so it is none. */
async function askWithdrawal(db: Db): Promise<void> {
  const { id: accountId, resellerId } = await db.kysely
    .selectFrom('accounts')
    .select(['id', 'resellerId'])
    .where('resellerId', '=', 260)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  const [now, owner] = [new Date(), { resellerId, accountId }]
  await inTransaction(db, (tx) =>
    post(
      { db: tx, now },
      {
        key: `withdrawal:${id}:hold`,
        kind: 'withdraw_hold',
        resellerId,
        legs: [
          { kind: 'outside', resellerId: null, amountFen: -AMOUNT_FEN },
          { kind: 'hold', ...owner, amountFen: AMOUNT_FEN },
        ],
      },
    ),
  )
  const withdrawal = { id, ...owner, amountFen: AMOUNT_FEN, feeFen: 0, method: 'alipay' as const, createdAt: now }
  await db.kysely
    .insertInto('withdrawals')
    .values({ ...withdrawal, sealedAccount: Buffer.from('sealed') })
    .execute()
}
