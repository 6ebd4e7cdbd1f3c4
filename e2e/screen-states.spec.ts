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
    // A stream tries again by itself, each time later: by now there is time for the button.
    if (isStream(row)) await expect.poll(gate.refusals).toBeGreaterThanOrEqual(4)
    await expect(page.getByText(row.failed).first()).toBeVisible()
    // A page may ask again by itself just now: held back, that does not take the button away.
    gate.hold()
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

type Gate = { refusals(): number; refuse(): void; hold(): void; pass(): void; close(): Promise<void> }

/** Holds the call back, until it is to be refused or to pass. */
async function openGate(page: Page, row: StateRow): Promise<Gate> {
  let refusals = 0
  let mode: 'held' | 'refused' | 'passed' = 'held'
  let turn = Promise.withResolvers<void>()
  const isCall = (url: URL) => url.pathname === row.call
  await page.route(isCall, async (route) => {
    if (mode === 'held') await turn.promise
    if (mode === 'passed') return route.continue()
    refusals += 1
    // A refused stream is a refused right; one that breaks off is what happens.
    return isStream(row) ? route.abort() : route.fulfill({ status: 429, json: REFUSAL })
  })
  const go = (next: 'refused' | 'passed') => {
    mode = next
    turn.resolve()
  }
  return {
    refusals: () => refusals,
    refuse: () => go('refused'),
    hold: () => {
      mode = 'held'
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
