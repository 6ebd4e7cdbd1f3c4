import { afterEach, expect, it, vi } from 'vitest'

import { validate } from '../../../ui/forms/validate.ts'
import { openBrowser } from '../../../ui/test/browser.ts'
import { startWords } from '../../../ui/words/word-store.ts'
import { wordsOf } from '../../words/language.ts'
import { amountRule, readYuan } from './amounts.ts'

/** The bounds on a page whose operator changed these limits. */
async function boundsWith(limits: Record<string, number>) {
  openBrowser({ brand: JSON.stringify({ limits }) })
  vi.resetModules()
  return import('./amounts.ts')
}

afterEach(() => vi.unstubAllGlobals())

it('are the standard if the operator changed nothing', async () => {
  const { topUpBounds, agentPayBounds } = await boundsWith({})
  expect(topUpBounds.words).toEqual({ min: '1', max: '5,000' })
  expect(agentPayBounds).toMatchObject({ minFen: 100, maxFen: 5_000_000 })
  expect([topUpBounds.presetsFen.length, agentPayBounds.presetsFen.length]).toEqual([6, 6])
})

it("follow the page's limits, and hide presets outside them", async () => {
  const { topUpBounds, agentPayBounds } = await boundsWith({ payMinFen: 2000, topUpMaxFen: 10_000 })
  expect(topUpBounds).toEqual({
    minFen: 2000,
    maxFen: 10_000,
    presetsFen: [3000, 5000, 10_000],
    words: { min: '20', max: '100' },
  })
  expect(agentPayBounds).toMatchObject({ minFen: 2000, maxFen: 5_000_000 })
})

await startWords('zh-CN', ['base'])

const rules = { amount: amountRule({ label: '金额', minFen: 1000, maxFen: 500_000 }) }

it.each([
  ['５０', undefined],
  ['1,000', undefined],
  ['¥ 5,000.00', undefined],
  ['12.', undefined],
  ['9.99', '金额须在10到5000之间'],
  ['5000.01', '金额须在10到5000之间'],
  ['50.005', '金额不是有效的数字'],
  ['十', '金额不是有效的数字'],
  ['', '请输入金额'],
])('%s: %s', (amount, problem) => {
  expect(validate(rules, { amount }, wordsOf('base')).amount).toBe(problem)
})

it.each([
  ['1', 100],
  ['12.5', 1250],
  ['12.', 1200],
  ['0.01', 1],
  ['¥ 5,000.00', 500_000],
  ['１２．５', 1250],
  ['0.29', 29],
  ['', null],
  ['.5', null],
  ['1.234', null],
  ['1e3', null],
  ['-1', null],
  ['十', null],
])('%s is %s fen', (text, fen) => {
  expect(readYuan(text)).toBe(fen)
})
