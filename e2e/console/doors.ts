import type { Page } from '@playwright/test'

import { consoleApi } from '../../contract/console/api.ts'
import { LANGUAGE_COOKIE } from '../../contract/page.ts'
import { expect } from '../fixtures.ts'
import type { doors } from './page-table.ts'
import { goTo } from './sheets.ts'

type Door = (typeof doors)[number]
type Session = { data: { factor: { required: boolean } } }

const { join, session } = consoleApi
const INVITATION = {
  reseller: { id: 260, title: '蓝鲸网络', accent: '#4f46e5' },
  role: 'support',
  email: null,
  mail: true,
  expiresAt: '2030-01-01T00:00:00.000Z',
}

/** Opens the pages beside and before the office, for a member who is signed in and is not afterwards. */
export async function* openDoors(page: Page, url: string): AsyncGenerator<Door> {
  await goTo(page, `${url}/console/no/such/page`)
  yield 'not-found'
  await page.route(`**${session.show.path}`, async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as Session
    json.data.factor.required = true
    await route.fulfill({ response: answer, json })
  })
  await page.goto(`${url}/console`)
  await expect(page.locator('main h1')).toBeVisible()
  yield 'factor'
  await page.unroute(`**${session.show.path}`)
  await page.context().clearCookies({ name: new RegExp(`^(?!${LANGUAGE_COOKIE}$)`) })
  await page.goto(`${url}/console`)
  await expect(page.locator('main form')).toBeVisible()
  yield 'sign-in'
  await page.route(`**${join.show.path}`, (route) => route.fulfill({ json: { success: true, data: INVITATION } }))
  await page.goto(`${url}/console/join#${'a'.repeat(32)}`)
  await expect(page.locator('main form')).toBeVisible()
  yield 'join'
}
