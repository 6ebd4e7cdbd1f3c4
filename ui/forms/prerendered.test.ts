import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

it('prerenders a page with the standard limits, even if the building operator changed them', async () => {
  vi.stubEnv('LIMITS', '{"passwordMin":12}')
  vi.resetModules()
  const { limits } = await import('../../contract/limits.ts')
  const { useLimits } = await import('./prerendered.ts')
  const Shown = () => createElement('p', null, useLimits().passwordMin)
  expect([limits.passwordMin, renderToString(createElement(Shown))]).toEqual([12, '<p>8</p>'])
})
