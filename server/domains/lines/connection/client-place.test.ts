import { expect, test } from 'vitest'

import { clientPlace } from './client-place.ts'

const line = (settings: object) => ({ name: 'A', address: 'a.example', port: 443, settings })
const users = Array.from({ length: 400 }, (_, at) => ({ resellerId: 0, accountId: at + 1 }))
type Seen = { sni?: string; shortId?: string }
const settingsOf = (settings: object, owner = users[0]!) => clientPlace(line(settings), owner).settings as Seen

test('a node with one address and no relay is seen as it is', () => {
  expect(clientPlace(line({ network: 'ws' }), users[0]!)).toEqual(line({ network: 'ws' }))
})

test('each user keeps one of several addresses, and all of them are used', () => {
  const addressOf = (addresses: string) => users.map((user) => clientPlace(line({ addresses }), user).address)
  const chosen = addressOf('b.example,203.0.113.7')
  expect(addressOf('b.example,203.0.113.7')).toEqual(chosen)
  const counts = ['a.example', 'b.example', '203.0.113.7'].map((one) => chosen.filter((each) => each === one).length)
  expect(counts.reduce((sum, count) => sum + count)).toBe(400)
  for (const count of counts) expect(count).toBeGreaterThan(90)
  // When an address goes, only those who had it get another one.
  for (const [at, address] of addressOf('b.example').entries()) {
    if (chosen[at] !== '203.0.113.7') expect(address).toBe(chosen[at])
  }
})

test('a further address may have a port of its own', () => {
  const places = users.map((user) => clientPlace(line({ addresses: 'b.example:8443,2001:db8::7' }), user))
  expect(new Set(places.map(({ address, port }) => `${address} ${port}`))).toEqual(
    new Set(['a.example 443', 'b.example 8443', '2001:db8::7 443']),
  )
})

test('another address leads to the same certificate', () => {
  const other = users.find((user) => clientPlace(line({ addresses: 'b.example' }), user).address === 'b.example')!
  expect(settingsOf({ addresses: 'b.example' }, other)).toEqual({ sni: 'a.example' })
  expect(settingsOf({ addresses: 'b.example', sni: 'c.example' }, other)).toEqual({ sni: 'c.example' })
})

test('behind a relay clients see its address and port, and the certificate of the node', () => {
  const relayed = clientPlace(line({ relayAddress: 'relay.example', relayPort: 8443 }), users[0]!)
  expect(relayed).toMatchObject({ address: 'relay.example', port: 8443, settings: { sni: 'a.example' } })
  expect(clientPlace(line({ relayAddress: 'relay.example' }), users[0]!).port).toBe(443)
  expect(JSON.stringify(relayed)).not.toContain('relayPort')
})

test('each user keeps one of several server names and short ids', () => {
  const settings = { sni: 'x.example', serverNames: 'y.example,z.example', shortId: 'aa', shortIds: 'bb,cc' }
  const seen = users.map((user) => settingsOf(settings, user))
  expect(new Set(seen.map(({ sni }) => sni))).toEqual(new Set(['x.example', 'y.example', 'z.example']))
  expect(new Set(seen.map(({ shortId }) => shortId))).toEqual(new Set(['aa', 'bb', 'cc']))
  expect(seen).toEqual(users.map((user) => settingsOf(settings, user)))
})
