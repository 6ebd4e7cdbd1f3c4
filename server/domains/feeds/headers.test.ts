import { expect, test } from 'vitest'

import { buildView } from '../../test/build/client-lines.ts'
import { findFeedHeaderProblem } from '../resellers/feed-headers.ts'
import { deviceHeaders } from './devices/admit-device.ts'
import { feedHeaders } from './headers.ts'

test('what a feed says itself cannot be said by a reseller', () => {
  const view = buildView({ reason: 'expired', refillsAt: new Date() })
  const ours = { ...feedHeaders(view, 'mihomo'), ...deviceHeaders(true), ...deviceHeaders(false) }
  // An announcement may be the reseller's while the feed has none of its own.
  const names = Object.keys(ours).filter((name) => !name.startsWith('announce'))
  expect(names.length).toBeGreaterThan(9)
  for (const name of names) expect([name, findFeedHeaderProblem([`${name}: 1`])]).not.toEqual([name, null])
})

test('ours come before the reseller’s', () => {
  const own = ['announce: mine', 'announce-url: https://shop.example/', 'x-shop: 7']
  expect(feedHeaders(buildView(), 'xray', own)).toMatchObject({ announce: 'mine', 'x-shop': '7' })
  const ended = feedHeaders(buildView({ reason: 'expired' }), 'xray', own)
  expect(ended).toMatchObject({ 'announce-url': 'https://portal.example/', 'x-shop': '7' })
  expect(ended['announce']).toMatch(/^base64:/)
})
