import type { Page } from '@playwright/test'

import { expectTitle, expectWholeTitle, go } from './door.ts'
import { expect, type Opening } from './opening.ts'

const OWNER_MAIL = 'boss@seabreeze.example'
export const SHOP = { title: '海风加速网络', host: 'line.seabreeze.example' }

/**
 * Adds a reseller on the better list that may take online payments, and invites its owner by mail. Returns its number.
 */
export async function addReseller(page: Page, { mailbox }: Opening): Promise<number> {
  await go(page, '概览')
  await expect(page.getByRole('listitem').filter({ hasText: '已完成' })).toHaveCount(4)
  await page.getByRole('link', { name: '添加第一个代理' }).click()
  await expectTitle(page, '代理')
  await page.getByRole('button', { name: '新建代理' }).first().click()
  const sheet = page.getByRole('dialog', { name: '新建一个代理' })
  await sheet.getByLabel('名称').fill(SHOP.title)
  await sheet.getByRole('combobox', { name: '价目表' }).click()
  await page.getByRole('option', { name: '好伙伴' }).click()
  await sheet.getByRole('button', { name: '新建代理' }).click()
  await expectTitle(page, SHOP.title)
  await page.getByRole('button', { name: '开通在线付款' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开通在线付款' }).click()
  await expect(page.getByText('在线销售').first()).toBeVisible()
  await page.getByRole('button', { name: '邀请第一位店主' }).click()
  const invitation = page.getByRole('dialog', { name: '邀请第一位店主' })
  await invitation.getByLabel('邮箱').fill(OWNER_MAIL)
  await invitation.getByRole('button', { name: '发出邀请' }).click()
  await expect(page.getByText('邀请已寄出')).toBeVisible()
  expect((await mailbox.next(OWNER_MAIL)).text).toMatch(/\/console\/join#[\w-]{43}/)
  await expectWholeTitle(page)
  return Number(/\d+$/.exec(page.url())![0])
}

/** In the reseller's office: sets a colour, and a host as soon as the DNS zone has the record. */
export async function dressShop(page: Page, { names }: Opening, reseller: number): Promise<void> {
  await page.getByRole('button', { name: '进入控制台' }).click()
  await expect(page).toHaveURL(new RegExp(`/console/r/${reseller}/`))
  await go(page, '品牌与域名')
  await expect(page.getByLabel('名称', { exact: true }).first()).toHaveValue(SHOP.title)
  await page.getByRole('button', { name: '颜色 #be185d' }).click()
  await page.getByRole('button', { name: '保存并上线' }).click()
  await expect(page.getByText('已保存，用户现在看到的就是这样').first()).toBeVisible()
  await page.getByLabel('添加域名').fill(SHOP.host)
  await page.getByRole('button', { name: '添加', exact: true }).click()
  names.records.set(`_yuxian.${SHOP.host}`, [await page.getByText(/^yuxian=/).innerText()])
  names.addresses.set(SHOP.host, ['93.184.216.34'])
  await page.getByRole('button', { name: '现在检查' }).click()
  await expect(page.getByText('找到了，域名已生效。')).toBeVisible()
  await page.getByRole('button', { name: '设为主域名' }).click()
  await expect(page.getByText('主域名', { exact: true })).toBeVisible()
}
