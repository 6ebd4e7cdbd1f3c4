import { expect, it } from 'vitest'

import { validate } from '../../../ui/forms/validate.ts'
import { wordsOf } from '../../words/language.ts'
import { startWords } from '../../../ui/words/word-store.ts'
import { amountRule } from './amount-rule.ts'

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
