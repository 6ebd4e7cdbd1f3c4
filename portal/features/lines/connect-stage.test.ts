import { expect, it } from 'vitest'

import { connectStage, toldSeconds } from './connect-stage.ts'
import { opensApp } from './use-import-tap.ts'

it.each([
  ['none', false, 'import'],
  ['none', true, 'get'],
  ['opened', false, 'import'],
  ['imported', true, 'switch'],
  ['connected', true, 'on'],
  [undefined, false, 'import'],
] as const)('seen %s, getting the client %s: %s is next', (seen, isGetting, stage) => {
  expect(connectStage(seen, isGetting)).toBe(stage)
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
