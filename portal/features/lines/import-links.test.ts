import { expect, it } from 'vitest'

import { SYSTEMS } from '../../../contract/systems.ts'
import { clientsFor, importLink, lineLink, lineReadersFor, placeFor, releasedClients } from './import-links.ts'

it.each(SYSTEMS)('lists the clients of %s, each with a place to get it', (system) => {
  const here = clientsFor(releasedClients, system)
  expect(here.length).toBeGreaterThan(0)
  for (const client of here) expect(placeFor(client, system)?.url).toMatch(/^https:/)
})

it('opens a client with the feed, or leaves it to be copied', () => {
  const linkOf = (id: string) =>
    importLink(
      releasedClients.find((one) => one.id === id)!,
      'https://a.example/sub/t',
      'A b',
    )
  expect(linkOf('clash-verge')).toBe(
    'clash-verge://install-config?name=A%20b&url=https%3A%2F%2Fa.example%2Fsub%2Ft%3Fflag%3Dmihomo',
  )
  expect(linkOf('v2rayn')).toBeNull()
})

it('imports a single line only in clients that can read one', () => {
  expect(lineReadersFor(releasedClients, 'harmony')).toEqual([])
  const readers = lineReadersFor(releasedClients, 'ios')
  expect(readers.map((client) => [client.id, lineLink(client, 'vless://id@1.2.3.4:443#HK%2001')])).toEqual([
    ['shadowrocket', 'shadowrocket://add/vless%3A%2F%2Fid%401.2.3.4%3A443%23HK%252001'],
    ['hiddify', 'hiddify://import/vless://id@1.2.3.4:443#HK%2001'],
  ])
})
