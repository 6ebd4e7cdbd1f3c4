import { expect, it } from 'vitest'

import { FILE, placeFor, placesOf } from './client-places.ts'

const address = { system: 'ios' as const, url: 'https://example.com/app', fileId: null }
const file = { system: 'android' as const, url: null, fileId: 12 }

it('an address and a file come back as they were', () => {
  const places = placesOf({ places: [address, file] } as never)
  expect(places).toEqual({ ios: 'https://example.com/app', android: `${FILE}12` })
  expect([...placeFor('ios', places.ios!), ...placeFor('android', places.android!)]).toEqual([
    { system: 'ios', url: 'https://example.com/app' },
    { system: 'android', fileId: 12 },
  ])
})

it('an empty field is no place, and a new client has none', () => {
  expect(placeFor('ios', '')).toEqual([])
  expect(placesOf(null)).toEqual({})
})
