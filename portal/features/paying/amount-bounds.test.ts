import { afterEach, expect, it, vi } from 'vitest'

import { openBrowser } from '../../../ui/test/browser.ts'

/** As a page has them whose operator has changed so much. */
async function boundsWith(limits: Record<string, number>) {
  openBrowser({ brand: JSON.stringify({ limits }) })
  vi.resetModules()
  return import('./amount-bounds.ts')
}

afterEach(() => vi.unstubAllGlobals())

it('are the standard on a page of an operator who changed nothing', async () => {
  const { topUpBounds, agentPayBounds } = await boundsWith({})
  expect(topUpBounds.words).toEqual({ min: '1', max: '5,000' })
  expect(agentPayBounds).toMatchObject({ minFen: 100, maxFen: 5_000_000 })
  expect([topUpBounds.presetsFen.length, agentPayBounds.presetsFen.length]).toEqual([6, 6])
})

it('follow the page, and presets outside of them are not offered', async () => {
  const { topUpBounds, agentPayBounds } = await boundsWith({ payMinFen: 2000, topUpMaxFen: 10_000 })
  expect(topUpBounds).toEqual({
    minFen: 2000,
    maxFen: 10_000,
    presetsFen: [3000, 5000, 10_000],
    words: { min: '20', max: '100' },
  })
  expect(agentPayBounds).toMatchObject({ minFen: 2000, maxFen: 5_000_000 })
})
