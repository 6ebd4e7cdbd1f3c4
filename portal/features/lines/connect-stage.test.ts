import { expect, it } from 'vitest'

import { connectStage, toldSeconds } from './connect-stage.ts'
import { opensApp } from './use-import-tap.ts'

const AT = '2026-11-14T12:00:00.000Z'

it.each([
  ['none', null, 'import'],
  ['none', { stage: 'get', importedAt: null }, 'get'],
  ['opened', null, 'import'],
  ['imported', { stage: 'get', importedAt: null }, 'switch'],
  ['imported', { stage: 'import', importedAt: AT }, 'import'],
  ['imported', { stage: 'import', importedAt: '2026-11-14T11:00:00.000Z' }, 'switch'],
  ['connected', { stage: 'import', importedAt: AT }, 'on'],
  [undefined, null, 'import'],
] as const)('seen %s, asked for %j: %s is next', (seen, wish, stage) => {
  const importedAt = seen === 'imported' || seen === 'connected' ? AT : null
  expect(connectStage(seen && { stage: seen, importedAt }, true, wish)).toBe(stage)
})

it('waits for a line before everything else', () => {
  expect(connectStage({ stage: 'imported', importedAt: AT }, false, null)).toBe('paid')
})

it('tells only a short way', () => {
  expect([3, 59, 60, 4000, null].map((seconds) => toldSeconds({ seconds }))).toEqual([3, 59, null, null, null])
})

it.each([
  ['clash://install-config?url=x', true],
  ['sing-box://import-remote-profile?url=x', true],
  ['egern:/profiles/new?url=x', true],
  ['v2rayng://install-config', true],
  ['https://portal.example/user', false],
  ['http://127.0.0.1/', false],
  ['mailto:a@b.example', false],
  ['/user/tcBuy', false],
  ['', false],
])('%s opens a client: %s', (href, opens) => {
  expect(opensApp(href)).toBe(opens)
})
