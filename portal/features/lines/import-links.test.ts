import { expect, it } from 'vitest'

import { SYSTEMS } from '../../../contract/systems.ts'
import { clientsFor, lineLink, lineReadersFor } from './import-links.ts'

it.each(SYSTEMS)('lists the clients of %s and, apart, all others', (system) => {
  const { here, elsewhere } = clientsFor(system)
  expect(here.every(({ systems }) => systems.includes(system))).toBe(true)
  expect(elsewhere.some(({ systems }) => systems.includes(system))).toBe(false)
})

it('imports a single line only in clients that can read one', () => {
  expect(lineReadersFor('harmony')).toEqual([])
  const links = lineReadersFor('ios').map((client) => [client.id, lineLink(client, 'vless://id@1.2.3.4:443#HK%2001')])
  expect(links).toEqual([
    ['shadowrocket', 'shadowrocket://add/vless%3A%2F%2Fid%401.2.3.4%3A443%23HK%252001'],
    ['hiddify', 'hiddify://import/vless://id@1.2.3.4:443#HK%2001'],
  ])
})
