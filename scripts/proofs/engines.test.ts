import { expect, test } from 'vitest'

import { engineTest } from '../../agent/test/engines.ts'
import { findProblems, measureEngines } from './engines.ts'

engineTest('each engine carries, counts and cuts a line', async () => {
  const rows = await measureEngines([
    ['vless', { engine: 'v2ray' }],
    ['vless', { engine: 'xray' }],
    ['vless', { security: 'reality', flow: 'xtls-rprx-vision' }],
    ['hysteria2', { obfsPassword: 'salamander' }],
  ])
  expect(new Set(rows.map(({ line }) => line))).toHaveLength(3)
  expect(findProblems(rows)).toEqual([])
  // Which programs there are is a matter of the machine: v2ray is, where this test runs.
  const real = rows.filter(({ engine, client, isReal }) => isReal && engine === 'v2ray' && client === 'v2ray')
  expect(real.map(({ line }) => line)).toEqual(['vless'])
  expect(rows.every(({ isReal, client }) => isReal === (client !== 'stand-in'))).toBe(true)
})

test.each([
  ['a stream that ends late', { cutMs: null }, 'a stream outlives its user'],
  ['bytes that did not come', { carried: 5 }, '5 of 1048576 bytes came'],
])('a row with %s is named with its engine and client', (_name, wrong, words) => {
  const good = { carried: 1_048_576, counted: 1_048_576, cutMs: 12, isRefusedAfter: true }
  const row = { line: 'vless', engine: 'xray', client: 'mihomo', isReal: true, ...good }
  expect(findProblems([row])).toEqual([])
  expect(findProblems([{ ...row, ...wrong }])).toEqual([`vless by xray, client mihomo: ${words}`])
})
