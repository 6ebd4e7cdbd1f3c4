import type { Page, Route } from '@playwright/test'

import { stateTable, type StateRow } from './screen-states.ts'
import { expect, test } from './screen-stage.ts'

const ROW_LIMIT_MS = 20_000
const REFUSAL = { success: false, code: 'request.too_many', message: '稍等一下再试' }

test.describe('somebody with a full account', () => {
  test.use({ visitor: 'old' })
  test('sees each screen waiting, failing, and, when asking again, filled', async ({ page, faults }, { project }) => {
    await walk(rowsOf(project.name, stateTable), faults, (row) => waitFailAndFill(page, row))
  })
})

test.describe('somebody new', () => {
  test.use({ visitor: 'fresh' })
  test('is told on each screen that there is nothing yet', async ({ page, faults }, { project }) => {
    const rows = stateTable.filter(({ empty }) => empty !== null)
    await walk(rowsOf(project.name, rows), faults, (row) => showEmpty(page, row))
  })
})

/** Every other screen on the phone, the rest on the desk: their sizes are another test's concern. */
function rowsOf(project: string, rows: readonly StateRow[]): StateRow[] {
  return rows.filter((_, at) => at % 2 === (project === 'phone' ? 0 : 1))
}

async function walk(rows: StateRow[], faults: string[], show: (row: StateRow) => Promise<void>): Promise<void> {
  test.setTimeout(rows.length * ROW_LIMIT_MS)
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

async function waitFailAndFill(page: Page, row: StateRow): Promise<void> {
  const gate = await openGate(page, row)
  try {
    await page.goto(row.path, { waitUntil: 'commit' })
    const waiting = row.loading
      ? page.getByText(row.loading)
      : page.getByRole('main').getByRole('status', { name: '加载中' })
    await expect(waiting.first()).toBeVisible()
    gate.refuse()
    if (row.call === '/api/user/info') {
      // The refresh of a page that has just opened would answer before the button is pressed: let it fail first.
      await page.reload({ waitUntil: 'commit' })
      const before = gate.refusals()
      await expect.poll(gate.refusals).toBeGreaterThanOrEqual(before + 2)
    }
    await expect(page.getByText(row.failed).first()).toBeVisible()
    gate.pass()
    await page
      .getByRole('button', { name: row.again ?? '重试', exact: true })
      .first()
      .click()
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

/** The call is held until it is refused, and refused until it passes. */
async function openGate(page: Page, { call }: StateRow) {
  let isHeld = true
  let isOpen = false
  let refusals = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const isCall = (url: URL) => url.pathname === call
  await page.route(isCall, async (route) => {
    if (isHeld) await held
    if (isOpen) return route.continue()
    refusals += 1
    // A refused stream is a refused right; one that breaks off is what happens.
    if (call.endsWith('/stream')) return route.abort()
    return route.fulfill({ status: 429, json: REFUSAL })
  })
  return {
    refusals: () => refusals,
    refuse: () => {
      isHeld = false
      release()
    },
    pass: () => void (isOpen = true),
    close: async () => {
      release()
      await page.unroute(isCall)
    },
  }
}

async function overlay(route: Route, over: unknown): Promise<void> {
  const answer = await route.fetch()
  const body = (await answer.json()) as { data: object }
  const data = Array.isArray(over) ? over : { ...body.data, ...(over as object) }
  await route.fulfill({ response: answer, json: { ...body, data } })
}
