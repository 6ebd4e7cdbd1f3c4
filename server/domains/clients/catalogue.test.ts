import { expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { clients as released } from '../../../contract/clients.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'

const made = await makeApp()
const { db, call } = made
const { clients, shownClients } = consoleApi
const { call: ask } = await buildStaff(made, { resellerId: null })
const { call: reseller } = await buildStaff(made, { resellerId: 7310 })
const own = {
  name: 'Dolphin',
  systems: ['android' as const, 'windows' as const],
  format: 'mihomo',
  link: 'dolphin://install?url={url}',
  colour: '#0f766e',
}
const NONE = { isHidden: false, places: [] }

async function seenBy(resellerId: number) {
  const token = await buildSession(db, await buildAccount(db, { resellerId }))
  return (await call(api.clientList.list, {}, { token })).data.clients
}

test('users see the release’s clients until somebody changes the list', async () => {
  const seen = await seenBy(7311)
  expect(seen.map(({ id }) => id)).toEqual(released.map(({ id }) => id))
  expect(seen.find(({ id }) => id === 'shadowrocket')?.places).toEqual([
    { system: 'ios', url: 'https://apps.apple.com/app/id932747118', file: null },
    { system: 'mac', url: 'https://apps.apple.com/app/id932747118', file: null },
  ])
})

test('the operator adds, describes, places, orders, hides and removes', async () => {
  expect((await ask(clients.save, { clientId: 'dolphin', own, ...NONE })).status).toBe(200)
  const url = 'https://mirror.example/flclash'
  await ask(clients.save, { clientId: 'flclash', isHidden: false, places: [{ system: 'android', url }] })
  await ask(clients.save, { clientId: 'happ', isHidden: true, places: [] })
  const ids = (await ask(clients.list, {})).data.rows.map(({ clientId }) => clientId)
  const wanted = ['dolphin', ...ids.filter((id) => id !== 'dolphin')]
  expect((await ask(clients.order, { clientIds: wanted })).status).toBe(200)
  const seen = await seenBy(7311)
  expect(seen[0]).toMatchObject({ id: 'dolphin', name: 'Dolphin', link: own.link, places: [] })
  expect(seen.some(({ id }) => id === 'happ')).toBe(false)
  const places = seen.find(({ id }) => id === 'flclash')!.places
  expect(places.find(({ system }) => system === 'android')?.url).toBe(url)
  expect(places.find(({ system }) => system === 'windows')?.url).toContain('github.com')
  expect((await ask(clients.remove, { clientId: 'dolphin' })).status).toBe(200)
  expect((await ask(clients.remove, { clientId: 'flclash' })).code).toBe('object.unknown')
  expect((await seenBy(7311)).some(({ id }) => id === 'dolphin')).toBe(false)
})

test('a reseller narrows what its own users see, and nobody else’s', async () => {
  expect((await reseller(shownClients.save, { hiddenIds: ['v2box', 'surge'] })).status).toBe(200)
  const ids = (await seenBy(7310)).map(({ id }) => id)
  expect([ids.includes('v2box'), ids.includes('surge'), ids.includes('stash')]).toEqual([false, false, true])
  expect((await seenBy(7311)).some(({ id }) => id === 'v2box')).toBe(true)
  const { rows } = (await reseller(shownClients.list, {})).data
  expect(rows.find(({ clientId }) => clientId === 'v2box')?.isShown).toBe(false)
  expect((await reseller(shownClients.save, { hiddenIds: ['nobody'] })).code).toBe('object.unknown')
  const { call: viewer } = await buildStaff(made, { resellerId: 7310, role: 'viewer' })
  expect((await viewer(shownClients.list, {})).status).toBe(200)
  expect((await viewer(shownClients.save, { hiddenIds: [] })).status).toBe(403)
})

test('only its users see an entry for one reseller', async () => {
  await ask(clients.save, { clientId: 'whale', own: { ...own, name: 'Whale' }, resellerId: 7310, ...NONE })
  expect((await seenBy(7310)).some(({ id }) => id === 'whale')).toBe(true)
  expect((await seenBy(7311)).some(({ id }) => id === 'whale')).toBe(false)
})

test('refuses what would harm and what is not there, and changes nothing', async () => {
  const save = (wish: object) => ask(clients.save, { clientId: 'bad', own, ...NONE, ...wish })
  const https = 'https://a.example/'
  for (const [wish, status] of [
    [{ own: { ...own, link: 'javascript:alert(1)' } }, 400],
    [{ own: { ...own, link: 'JavaScript:alert(1)//{url}' } }, 400],
    [{ own: { ...own, link: 'https://evil.example/?u={url}' } }, 400],
    [{ own: { ...own, link: 'no link' } }, 400],
    [{ own: { ...own, name: ' ' } }, 400],
    [{ own: { ...own, format: 'pigeon' } }, 400],
    [{ own: { ...own, systems: [] } }, 400],
    [{ own: undefined }, 422],
    [{ clientId: 'stash' }, 400],
    [{ clientId: '../x' }, 400],
    [{ resellerId: 999_999 }, 422],
    [{ places: [{ system: 'ios', url: 'http://a.example/' }] }, 400],
    [{ places: [{ system: 'ios' }] }, 400],
    [{ places: [{ system: 'ios', url: https, fileId: 1 }] }, 400],
    [
      {
        places: [
          { system: 'ios', url: https },
          { system: 'ios', url: https },
        ],
      },
      400,
    ],
    [{ places: [{ system: 'ios', fileId: 12_345 }] }, 422],
  ] as const) {
    expect([wish, (await save(wish)).status]).toEqual([wish, status])
  }
  expect((await ask(clients.order, { clientIds: ['stash'] })).code).toBe('object.unknown')
  expect((await ask(clients.list, {})).data.rows.some(({ clientId }) => clientId === 'bad')).toBe(false)
})
