import type { Page } from '@playwright/test'

import { expect } from '../fixtures.ts'
import { pageTable, type Member } from './page-table.ts'
import { goTo } from './sheets.ts'

/** The whole grid, which may take its time, also looks whether the table has every tab. */
const isWhole = process.env.SCREENS === 'all'

/** A bulk operation and new card keys: without them these pages have nothing to show. */
export async function fillOffice(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console/users?q=demo`)
  await page.getByRole('button', { name: '批量', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('发公告', { exact: true }).click()
  await sheet.getByLabel('标题').fill('今晚两点到三点维护香港和东京的节点')
  await sheet.getByLabel('内容（Markdown）').fill('期间请用其他节点。')
  await sheet.getByRole('button', { name: '预览' }).click()
  await sheet.getByRole('button', { name: /^发给 \d+ 人$/ }).click()
  await expect(page).toHaveURL(/\/console\/bulk\/[\da-f-]{36}$/)
  await page.goto(`${url}/console/cards`)
  await page.getByRole('button', { name: '买卡密' }).first().click()
  await page.getByRole('dialog').getByText('余额', { exact: true }).click()
  await page.getByLabel('每张面值').fill('20')
  await page.getByLabel('张数').fill('3')
  await page.getByRole('button', { name: '买 3 张，付 ¥60.00' }).click()
  await expect(page).toHaveURL(/\/console\/cards\/\d+\/keys$/)
}

/** The paths of every page of the table. */
export async function findPages(page: Page, url: string, member: Member): Promise<string[]> {
  const found: string[] = []
  for (const { path, id, tabs = [] } of pageTable[member]) {
    const [list, rest] = path.split('/:id') as [string, string?]
    const at =
      rest === undefined ? path : `${list}/${id ?? (await findId(page, `${url}/console/${list}`, rest))}${rest}`
    if (tabs.length > 0 && isWhole) await expectTabs(page, `${url}/console/${at}`, tabs)
    found.push(...['', ...tabs.map((tab) => `?tab=${tab}`)].map((tab) => `/console/${at}${tab}`))
  }
  return found
}

/** The id in the first link to a page below the list. Ids have digits; names of other pages below it have none. */
async function findId(page: Page, list: string, rest: string): Promise<string> {
  const { pathname } = new URL(list)
  const below = new RegExp(`^${pathname}/([^/?]*\\d[^/?]*)${rest === '/keys' ? rest : ''}$`)
  await goTo(page, list)
  let id: string | undefined
  await expect(async () => {
    const hrefs = await page.evaluate<string[]>(`[...document.querySelectorAll('main a')].map((link) => link.pathname)`)
    id = hrefs.map((href) => below.exec(href)?.[1]).find((one) => one !== undefined)
    expect(id, `a link below ${pathname}`).toBeDefined()
  }).toPass()
  return id!
}

/** The first tab has no name in the address. */
async function expectTabs(page: Page, address: string, tabs: readonly string[]): Promise<void> {
  await goTo(page, address)
  const shown = `main fieldset:has([value=${tabs[0]}]) input`
  await expect(page.locator(shown).last()).toBeAttached()
  const inputs = `[...document.querySelectorAll(${JSON.stringify(shown)})]`
  const values = await page.evaluate<string[]>(`${inputs}.map((input) => input.value)`)
  expect(values.slice(1), address).toEqual(tabs)
}
