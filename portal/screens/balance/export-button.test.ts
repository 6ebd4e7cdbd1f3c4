import { afterEach, expect, it, vi } from 'vitest'

import { openPortal } from '../../test/portal.ts'
import { NO_FILTER } from './entry-filter.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('gets a separate ticket for each of two quick downloads, because a ticket works only once', async () => {
  const { browser } = await openPortal()
  const { downloadEntries } = await import('./export-button.tsx')
  const { downloadOwnData } = await import('../../session/own-data.ts')
  let given = 0
  browser.answer('/api/user/ticket', () => ({ data: { ticket: `tk1.${++given}` } }))
  await Promise.all([downloadEntries(NO_FILTER), downloadEntries(NO_FILTER)])
  await downloadOwnData()
  await downloadOwnData()
  expect(browser.visits).toEqual([
    '/api/balance/export?ticket=tk1.1',
    '/api/balance/export?ticket=tk1.2',
    '/api/user/export?ticket=tk1.3',
    '/api/user/export?ticket=tk1.4',
  ])
})
