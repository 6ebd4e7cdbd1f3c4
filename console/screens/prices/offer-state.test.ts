import { expect, it } from 'vitest'

import { offerState } from './offer-state.ts'

const offer = { isListed: true, retailFen: 3900, isOn: true, sells: true, stoppedAt: null }

it.each([
  [{}, 'good sells'],
  [{ isListed: false }, 'off unlisted'],
  [{ retailFen: null, sells: false }, 'off waiting'],
  [{ isOn: false, sells: false }, 'off off'],
  [{ isOn: false, sells: false, stoppedAt: '2026-11-01T00:00:00.000Z' }, 'off off'],
  [{ sells: false }, 'off off'],
  [{ sells: false, stoppedAt: '2026-11-01T00:00:00.000Z' }, 'bad stopped'],
])('an offer %j is %s', (change, state) => {
  expect(offerState({ ...offer, ...change }).join(' ')).toBe(state)
})
