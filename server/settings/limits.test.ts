import { expect, test } from 'vitest'

import { standardLimits } from '../../contract/standard-limits.ts'
import { readConfig } from '../config.ts'
import { limitProblems, limitRanges } from './limits.ts'

const read = (setting: string) => () => readConfig({ SECRET_KEY: 'x'.repeat(32), MODE: 'sandbox', LIMITS: setting })
const names = Object.keys(limitRanges) as (keyof typeof limitRanges)[]

test.each(['', '{}', '{"topUpMaxFen":1000000,"mailCodeDigits":8}', '{"pauseMinMs":7200000}'])('accepts %s', (text) => {
  expect(read(text)).not.toThrow()
})

test.each([
  ['{', 'LIMITS must be a JSON object'],
  ['[]', 'LIMITS must be a JSON object'],
  ['null', 'LIMITS must be a JSON object'],
  ['5', 'LIMITS must be a JSON object'],
  ['{"requestTimeoutMs":1}', 'LIMITS has no "requestTimeoutMs"; it may have userNameMin, userNameMax,'],
  ['{"toString":1}', 'LIMITS has no "toString"'],
  ['{"__proto__":1}', 'LIMITS has no "__proto__"'],
  ['{"passwordMin":7}', 'LIMITS: passwordMin must be a whole number from 8 to 64, not 7'],
  ['{"topUpMaxFen":"500"}', 'LIMITS: topUpMaxFen must be a whole number from 1 to 100000000, not "500"'],
  ['{"wrongCards":2.5}', 'LIMITS: wrongCards must be a whole number'],
  ['{"wrongCards":null}', 'LIMITS: wrongCards must be a whole number'],
  ['{"deletionDelayMs":90000000}', 'LIMITS: deletionDelayMs must be a multiple of 86400000 from 172800000 to'],
  ['{"payMinFen":600000}', 'LIMITS: payMinFen (600000) must not be above topUpMaxFen (500000)'],
  ['{"sessionIdleMs":3600000,"sessionAbsoluteMs":3600000,"lineTellMs":2592000000,"lineKeepMs":86400000}', 'lineTellMs'],
])('%s does not start', (text, problem) => {
  expect(read(text)).toThrow(problem)
})

test('reports every wrong value at once', () => {
  expect(limitProblems('{"passwordMin":1,"nonsense":1,"wrongCards":0}')).toHaveLength(3)
})

test('the defaults are within their own ranges and in order', () => {
  const standard = Object.fromEntries(names.map((name) => [name, standardLimits[name]]))
  expect(limitProblems(JSON.stringify(standard))).toEqual([])
})
