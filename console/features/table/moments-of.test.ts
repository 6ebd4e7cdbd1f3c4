import { afterEach, expect, it, vi } from 'vitest'

import { momentsOf } from './moments-of.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it('counts days by the business’s clock, the last one to its end, wherever the member is', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(momentsOf('from', 'to')({ from: '2026-11-01', to: '2026-11-01', actor: 'lin' })).toEqual({
    from: '2026-10-31T16:00:00.000Z',
    to: '2026-11-01T16:00:00.000Z',
    actor: 'lin',
  })
})

it('leaves out a day that is not set', () => {
  expect(momentsOf('from', 'to')({ action: 'staff' })).toEqual({ action: 'staff' })
})
