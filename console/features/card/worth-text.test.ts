import { expect, it } from 'vitest'

import { say } from '../../../ui/test/say.ts'
import { type Worth, worthText } from './worth-text.ts'

const key: Worth = {
  kind: 'balance',
  amountFen: 2000,
  packageName: '轻享版',
  period: null,
  trafficBytes: 100 * 1024 ** 3,
  days: 30,
}

it.each([
  [{}, 'worthBalance ¥20.00'],
  [{ kind: 'traffic' }, 'worthTraffic 100'],
  [{ kind: 'days' }, 'worthDays 轻享版 30'],
  [{ kind: 'package', period: 'year' }, 'worthPackage 轻享版 year'],
  [{ kind: 'package' }, 'worthPackage 轻享版 '],
  [{ kind: 'days', startsAtUse: true }, 'worthDays 轻享版 30 · startsAtUse'],
] as const)('a key %j is worth "%s"', (change, text) => {
  expect(worthText({ ...key, ...change }, say)).toBe(text)
})
