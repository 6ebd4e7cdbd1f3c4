import { expect, test } from 'vitest'

import { engineTest, setupOf } from '../../agent/test/engines.ts'
import { documentOf, lineOf } from './engine-clients.ts'
import { findProblems, measureEngines } from './engines.ts'

engineTest('each engine carries, counts and cuts a line', async () => {
  const rows = await measureEngines([
    ['vless', { engine: 'v2ray' }],
    ['vless', { engine: 'xray' }],
    ['vless', { security: 'reality', flow: 'xtls-rprx-vision' }],
    ['hysteria2', { obfsPassword: 'salamander' }],
    ['shadowsocks', { engine: 'v2ray', cipher: 'aes-256-gcm' }],
  ])
  expect(new Set(rows.map(({ line }) => line))).toHaveLength(4)
  expect(findProblems(rows)).toEqual([])
  // Which programs there are is a matter of the machine: v2ray is, where this test runs.
  const real = rows.filter(({ engine, client, isReal }) => isReal && engine === 'v2ray' && client === 'v2ray')
  expect(real.map(({ line }) => line)).toEqual(['vless', 'shadowsocks aes-256-gcm'])
  const udpOf = (line: string) => rows.find((row) => row.line === line && row.client === 'v2ray')?.isUdpRight
  expect([udpOf('vless'), udpOf('shadowsocks aes-256-gcm')]).toEqual([null, true])
  expect(rows.every(({ isReal, client }) => isReal === (client !== 'stand-in'))).toBe(true)
})

test.each([
  ['a stream that ends late', { cutMs: null }, 'a stream outlives its user'],
  ['datagrams that went astray', { isUdpRight: false }, 'datagrams to a second target do not reach it'],
  ['bytes that did not come', { carried: 5 }, '5 of 1048576 bytes came'],
])('a row with %s is named with its engine and client', (_name, wrong, words) => {
  const good = { carried: 1_048_576, counted: 1_048_576, isUdpRight: true, cutMs: 12, isRefusedAfter: true }
  const row = { line: 'vless', engine: 'xray', client: 'mihomo', isReal: true, ...good }
  expect(findProblems([row])).toEqual([])
  expect(findProblems([{ ...row, ...wrong }])).toEqual([`vless by xray, client mihomo: ${words}`])
})

test('mihomo gets the document of a subscription, without what leads past the node', () => {
  const [setup, credential] = [setupOf('trojan', 443), 'a password']
  const document = documentOf(lineOf({ setup, credential, port: null, tls: null }), 1234)
  expect(document).toMatch(/^mixed-port: 1234$/m)
  expect(document).toContain('a password')
  expect(document).toContain('MATCH,REJECT')
  expect(document).not.toContain(',DIRECT')
})
