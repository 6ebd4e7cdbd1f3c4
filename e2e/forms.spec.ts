import type { Locator, Page } from '@playwright/test'

import { settle } from './console/sheets.ts'
import { fillSignIn, makeMember } from './console/staff.ts'
import { test as base } from './console/trip.ts'
import { DEMO, expect } from './fixtures.ts'
import { doorForms, type FormRow, platformForms, resellerForms } from './form-table.ts'
import type { Stage } from './stage.ts'

const test = base.extend({
  serverEnv: async ({ serverEnv }, use) => use({ ...serverEnv, SANDBOX_HISTORY: 'on' }),
})

for (const [name, forms] of [
  ['boss260', resellerForms],
  ['operator', platformForms],
] as const)
  test(`${name} leaves every form with something typed, and is asked`, async ({ page, stage, faults }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await makeMember(stage.db, 'form-helper', 260, 'support')
    await stage.db.pool.query(`insert into price_lists (name) values ('另一份'), ('第三份')`)
    await page.goto(`${stage.portal.url}/console`)
    await fillSignIn(page, name, DEMO.password)
    await expect(page.locator('aside nav a').first()).toBeAttached()
    const known = { ...(await findKnown(stage)), invitation: name === 'boss260' ? await invite(page, stage) : '' }
    const problems: string[] = []
    for (const row of name === 'boss260' ? [...forms, ...doorForms] : forms) {
      await test.step(row.file, async () => {
        try {
          await leaveForm(page, stage, withKnown(row, known))
        } catch (error) {
          problems.push(`${row.file}: ${(error as Error).message}`)
        }
        problems.push(...faults.splice(0).map((fault) => `${row.file}: ${fault}`))
      })
    }
    // A page that asks by itself may be in the middle of a call when the server ends.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(problems).toEqual([])
  })

type Known = { user: string; without: string; order: string; ticket: string; invitation: string }

async function findKnown({ db }: Stage): Promise<Omit<Known, 'invitation'>> {
  const { rows } = await db.pool.query<Omit<Known, 'invitation'>>(
    `select (select account_id::text from subscriptions where reseller_id = 260 and expires_at > now() limit 1) as "user",
            (select a.id::text from accounts a where a.reseller_id = 260 and a.deleted_at is null and not exists (
               select from subscriptions s where s.account_id = a.id and s.package_id is not null) limit 1) as without,
            (select id::text from orders where reseller_id = 260 and state = 'paid' order by created_at desc limit 1) as "order",
            (select id::text from tickets where reseller_id = 260 and state = 'open' limit 1) as ticket`,
  )
  return rows[0]!
}

/** The secret part of the link for a colleague. */
async function invite(page: Page, { portal }: Stage): Promise<string> {
  await page.goto(`${portal.url}/console/team`)
  await page.getByRole('button', { name: '邀请同事' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发出邀请' }).click()
  const link = page.getByText(/\/console\/join#[\w-]+/)
  return /#([\w-]+)/.exec((await link.first().textContent())!)![1]!
}

function withKnown(row: FormRow, known: Known): FormRow {
  const fill = (text: string) =>
    text.replace(/:(user|without|order|ticket|invitation)/, (_, name: keyof Known) => known[name])
  return { ...row, at: fill(row.at), open: (row.open ?? []).map(fill) }
}

async function leaveForm(page: Page, { portal }: Stage, row: FormRow): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
  for (const [path, over] of Object.entries(row.answers ?? {})) await overlay(page, path, over)
  // Another page first: the same one with another fragment would not load.
  await page.goto('about:blank')
  await page.goto(`${portal.url}/console/${row.at}`)
  for (const step of row.open ?? []) await take(page, step)
  const isSheet = (row.open ?? []).length > 0
  const room = isSheet ? page.getByRole('dialog') : page.locator('body')
  // A choice and the field that it opens may have the same words.
  const fields = room.getByLabel(new RegExp(`^${row.field}`)).and(page.locator(':not([type=radio])'))
  const field = fields.filter({ visible: true }).first()
  const typed = await change(page, field, row)
  await expect.poll(() => page.evaluate(UNLOAD), 'closing and reloading ask').toBe(true)
  if (row.at.startsWith('join')) return
  const question = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: '继续填写' }) })
  const leave = () => (isSheet ? page.keyboard.press('Escape') : page.evaluate(AWAY))
  await leave()
  await question.getByRole('button', { name: '继续填写' }).click()
  await expect(question).toHaveCount(0)
  await expect.poll(() => stateOf(field, row), 'what was typed stays').toBe(typed)
  await leave()
  await question.getByRole('button', { name: /离开$/ }).click()
  await expect(field).toHaveCount(0)
  // A page that is left while it loads reports what it could not load.
  await settle(page)
}

async function overlay(page: Page, path: string, over: object): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...over } } })
    },
  )
}

/** `button`, `part › button` or `label=what is typed there`. */
async function take(page: Page, step: string): Promise<void> {
  const [label, value] = step.split('=')
  if (value !== undefined) return page.getByLabel(label!).fill(value)
  await settle(page)
  const [name, section] = step.split(' › ').toReversed()
  const part = section === undefined ? page : page.locator('section, li, tr').filter({ hasText: section }).last()
  const button = part.getByRole('button', { name: new RegExp(`^${name}`) })
  // Choices of a segmented control are radio buttons under their words.
  const found = button
    .or(part.getByText(name!, { exact: true }))
    .filter({ visible: true })
    .first()
  // A phone keeps the quiet actions of a screen in its menu.
  const menu = page.locator('header').getByRole('button', { name: '更多操作' }).filter({ visible: true })
  await expect(found.or(menu).first()).toBeVisible()
  if (!(await found.isVisible())) await menu.click()
  await found.click()
}

async function change(page: Page, field: Locator, row: FormRow): Promise<string> {
  const before = await stateOf(field, row)
  if (row.by === 'tick') await field.click()
  else if (row.by === 'choice') {
    await field.click()
    const others = page.getByRole('option', { selected: false }).filter({ visible: true })
    await others.first().click()
  } else await field.fill(row.typed ?? '77')
  await expect.poll(() => stateOf(field, row), 'the field changes').not.toBe(before)
  return stateOf(field, row)
}

const stateOf = async (field: Locator, { by }: FormRow): Promise<string> =>
  by === 'tick' ? String(await field.isChecked()) : field.inputValue()

/** Goes to another screen by the rail. */
const AWAY = `document.querySelector('aside nav a[href="/console/audit"]').click()`
/** Whether the browser would ask. */
const UNLOAD = `(() => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
})()`
