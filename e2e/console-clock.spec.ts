import { fillSignIn } from './console/staff.ts'
import { expect, DEMO, test } from './fixtures.ts'

test.use({ timezoneId: 'America/New_York' })

/** Half a year ahead, so that the status page of other tests does not show it yet. */
const DAY = new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 10)
const START = `${DAY}T02:30`
const END = `${DAY}T04:00`

test('a time typed in another zone is the business’s time, in the call and in the list', async ({ page, server }) => {
  await page.goto(`${server.url}/console/alerts`)
  await fillSignIn(page, 'operator', DEMO.password)
  await expect(page.getByText(/^时间都按北京时间，现在 \d{4}-\d\d-\d\d \d\d:\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: '安排维护' }).first().click()
  const sheet = page.getByRole('dialog', { name: '安排维护' })
  await sheet.getByRole('combobox', { name: '节点' }).click()
  await page.getByRole('option').first().click()
  await sheet.getByLabel('开始').fill(START)
  await sheet.getByLabel('结束').fill(END)
  await expect(sheet.getByText('北京时间')).toHaveCount(2)
  const asked = page.waitForRequest('**/api/console/alerts/plan')
  await sheet.getByRole('button', { name: '安排', exact: true }).click()
  expect((await asked).postDataJSON()).toMatchObject({
    startsAt: new Date(`${START}+08:00`).toISOString(),
    endsAt: new Date(`${END}+08:00`).toISOString(),
  })
  await expect(sheet).toHaveCount(0)
  const row = page.getByRole('listitem').filter({ hasText: `${DAY} 02:30 – ${DAY} 04:00` })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消', exact: true }).first().click()
  await expect(row.getByRole('button')).toHaveCount(0)
})
