import type { Locator, Page } from '@playwright/test'

import { press } from '../console/door.ts'
import { expect } from '../fixtures.ts'
import type { Week } from './week.ts'

/** A form of the office, and what is typed into it. */
type Form = {
  path: string
  /** The button that opens it; none for a form of the page itself. */
  opens?: string
  field: string
  typed: string
  /** Where the words of a long text are kept. */
  keeps?: true
}

const FORMS: readonly Form[] = [
  { path: 'brand', field: '名称', typed: '白鲸旅行' },
  { path: 'notices', opens: '写公告', field: '标题', typed: '今晚维护', keeps: true },
  { path: 'prices', opens: '改价', field: '零售价', typed: '66' },
  { path: 'team', opens: '新建角色', field: '角色名称', typed: '夜班' },
  { path: 'users', opens: '新建', field: '账号', typed: 'half.a.name' },
]

/** No way out of a form loses what was typed without a question; `forms.spec.ts` leaves every other form. */
export async function leaveForms({ page, stage }: Week): Promise<void> {
  for (const form of FORMS) {
    await page.goto(`${stage.portal.url}/console/${form.path}`)
    if (form.opens) await page.getByRole('button', { name: form.opens, exact: true }).first().click()
    const room = form.opens ? page.getByRole('dialog') : page
    const field = room.getByLabel(form.field, { exact: true }).first()
    await field.fill(form.typed)
    await staysAndLeaves(page, form, field)
  }
}

async function staysAndLeaves(page: Page, { opens, typed, keeps }: Form, field: Locator): Promise<void> {
  const question = page.getByRole('dialog', { name: keeps ? '还没写完' : '填写的内容还没保存' })
  const leave = () => (opens ? page.keyboard.press('Escape') : press(page, '用户'))
  await expect.poll(() => page.evaluate(UNLOAD), 'closing and reloading ask').toBe(true)
  await leave()
  await question.getByRole('button', { name: '继续填写' }).click()
  await expect(question).toHaveCount(0)
  await expect(field).toHaveValue(new RegExp(typed))
  await leave()
  await question.getByRole('button', { name: keeps ? '留着草稿，离开' : '不保存，离开' }).click()
  await expect(field).toHaveCount(0)
}

/** Whether the browser would ask. */
const UNLOAD = `(() => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
})()`
