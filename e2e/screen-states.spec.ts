import type { Page, Route } from '@playwright/test'
import { randomUUID } from 'node:crypto'

import { buildMonitor } from '../server/test/build/build-monitor.ts'
import { expect } from './fixtures.ts'
import { type ScreenStage, test } from './screen-stage.ts'
import { formTable, type FormRow, homeTable, type HomeRow, stateTable, type StateRow } from './screen-states.ts'
import { takeLooks } from './take-looks.ts'

const LOCKED = { state: 'locked', until: null, bankedSeconds: 0 }
const REFUSAL = { success: false, code: 'request.too_many', message: '稍等一下再试' }

test.describe('a user with a full account', () => {
  test.use({ visitor: 'old' })
  test('sees each screen loading, failing, and filled after a retry', async ({ page, faults }) => {
    await walk(stateTable, faults, (row) => waitFailAndFill(page, row))
  })

  test('reads on home what stands in the way, and finds the one thing to do', async ({ page }) => {
    for (const row of homeTable) await test.step(row.name, () => showHome(page, row))
  })

  test('reads on the locked page how to come back', async ({ page, screens }) => {
    await page.route('**/api/user/freeze', (route) => route.fulfill({ json: { success: true, data: LOCKED } }))
    await page.goto('/user/freeze_acc')
    await page.getByRole('button', { name: '锁定账户' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('密码', { exact: true }).fill(screens.old.password)
    await sheet.getByRole('button', { name: '确认锁定' }).click()
    await expect(page.getByText('账户已锁定')).toBeVisible()
    await expect(page.getByRole('button', { name: '去登录页' })).toBeVisible()
    await takeLooks(page, 'locked')
  })
})

test.describe('a new user', () => {
  test.use({ visitor: 'fresh' })
  test('is told on each screen that there is nothing yet', async ({ page, faults }) => {
    const rows = stateTable.filter(({ empty }) => empty !== null)
    await walk(rows, faults, (row) => showEmpty(page, row))
  })
})

test.describe('a signed-out visitor', () => {
  for (const row of formTable) {
    test(`${row.path}: empty, sent and waiting, failed, sent again`, async ({ page, faults, screens }) => {
      const person = await findPerson(screens, row.who)
      await blankFailAndSend(page, row, person)
      expect(faults).toEqual([])
    })
  }
})

type Person = { userName: string; password: string }

async function findPerson(screens: ScreenStage, who: FormRow['who']): Promise<Person> {
  if (who === 'old') return screens.old
  const userName = `${who}-${randomUUID().slice(0, 8)}`
  if (who === 'stranger') return { userName, password: 'quiet harbour 77' }
  return buildMonitor(screens, { userName })
}

async function blankFailAndSend(page: Page, row: FormRow, { userName, password }: Person): Promise<void> {
  const button = page.locator('main button[type="submit"]')
  const name = page.getByLabel('账号', { exact: true })
  const gate = await openGate(page, row.call, 'lost')
  await page.goto(row.path)
  await expect(button).toHaveText(row.button)
  await button.click()
  await expect(page.getByText(row.empty)).toBeVisible()
  await name.fill(userName)
  if (!row.isNameOnly) await page.getByRole('textbox', { name: '密码', exact: true }).fill(password)
  if (row.ticks) await page.getByRole('checkbox', { name: row.ticks }).check()
  await button.click()
  await expect(button).toHaveText(row.loading)
  await expect(button).toHaveAttribute('aria-busy', 'true')
  gate.refuse()
  await expect(page.getByText('连不上网络')).toBeVisible()
  await expect(name).toHaveValue(userName)
  gate.pass()
  await button.click()
  await expect(page.getByText(row.done).filter({ visible: true }).first()).toBeVisible()
  await gate.close()
}

async function walk(
  rows: readonly StateRow[],
  faults: string[],
  show: (row: StateRow) => Promise<void>,
): Promise<void> {
  const problems: string[] = []
  for (const row of rows) {
    const where = `${row.path} ${row.call}`
    await test.step(where, async () => {
      await show(row).catch((error: Error) => problems.push(`${where}: ${error.message}`))
      problems.push(...faults.splice(0).map((fault) => `${where}: ${fault}`))
    })
  }
  expect(problems).toEqual([])
}

async function showHome(page: Page, { name, answer, chip, headline, action }: HomeRow): Promise<void> {
  await page.route('**/api/user/info', (route) => overlay(route, { hasConnected: false, ...answer }))
  await page.goto('/user')
  const main = page.getByRole('main')
  const hero = main.locator('section').filter({ hasText: headline })
  await expect(hero.getByText(chip).first()).toBeVisible()
  if (action) await expect(hero.getByRole('link', { name: action })).toBeVisible()
  await expect(main.getByText('最新消息')).toBeVisible()
  // Nobody installs what would not work.
  await expect(main.locator('[data-stage]')).toHaveCount(headline === '线路已停' ? 0 : 1)
  await takeLooks(page, `home-${name}`)
  // An answer may be on its way: the page asks again by itself.
  await page.unrouteAll({ behavior: 'wait' })
}

async function waitFailAndFill(page: Page, row: StateRow): Promise<void> {
  // A refused stream means a missing permission, so break the stream off instead.
  const gate = await openGate(page, row.call, isStream(row) ? 'lost' : 'told')
  try {
    await page.goto(row.path, { waitUntil: 'commit' })
    const waiting = row.loading
      ? page.getByText(row.loading)
      : page.getByRole('main').getByRole('status', { name: '加载中' })
    await expect(waiting.first()).toBeVisible()
    gate.refuse()
    // A stream retries by itself with growing pauses: after four tries there is time for the button.
    if (isStream(row)) await expect.poll(gate.refusals).toBeGreaterThanOrEqual(4)
    await expect(page.getByText(row.failed).first()).toBeVisible()
    // The page may retry by itself right now. Stall that call, so that the button stays.
    gate.stall()
    await page
      .getByRole('button', { name: row.again ?? '重试', exact: true })
      .first()
      .click()
    gate.pass()
    await expect(within(page, row).getByText(row.done).filter({ visible: true }).first()).toBeVisible()
    await expect(waiting.filter({ visible: true })).toHaveCount(0)
  } finally {
    await gate.close()
  }
}

async function showEmpty(page: Page, row: StateRow): Promise<void> {
  const { text, path = row.path, answer } = row.empty!
  const isCall = (url: URL) => url.pathname === row.call
  if (answer !== undefined) await page.route(isCall, (route) => overlay(route, answer))
  await page.goto(path, { waitUntil: 'commit' })
  const isFramed = row.isFramed && answer === undefined
  await expect((isFramed ? within(page, row) : page).getByText(text).filter({ visible: true }).first()).toBeVisible()
  await page.unroute(isCall)
}

function within(page: Page, { isFramed }: StateRow) {
  return isFramed ? page.frameLocator('main iframe') : page
}

const isStream = ({ call }: StateRow) => call.endsWith('/stream')

type Gate = { refusals(): number; refuse(): void; stall(): void; pass(): void; close(): Promise<void> }

/** Holds the call back until it may pass or must fail: refused by the server, or lost on the way. */
async function openGate(page: Page, call: string, failure: 'told' | 'lost'): Promise<Gate> {
  let refusals = 0
  let mode: 'stalled' | 'refused' | 'passed' = 'stalled'
  let turn = Promise.withResolvers<void>()
  const isCall = (url: URL) => url.pathname === call
  await page.route(isCall, async (route) => {
    if (mode === 'stalled') await turn.promise
    if (mode === 'passed') return route.continue()
    refusals += 1
    return failure === 'lost' ? route.abort() : route.fulfill({ status: 429, json: REFUSAL })
  })
  const go = (next: 'refused' | 'passed') => {
    mode = next
    turn.resolve()
  }
  return {
    refusals: () => refusals,
    refuse: () => go('refused'),
    stall: () => {
      mode = 'stalled'
      turn = Promise.withResolvers()
    },
    pass: () => go('passed'),
    close: () => {
      go('passed')
      return page.unroute(isCall)
    },
  }
}

async function overlay(route: Route, over: unknown): Promise<void> {
  const answer = await route.fetch()
  const body = (await answer.json()) as { data: object }
  const data = Array.isArray(over) ? over : { ...body.data, ...(over as object) }
  await route.fulfill({ response: answer, json: { ...body, data } })
}
