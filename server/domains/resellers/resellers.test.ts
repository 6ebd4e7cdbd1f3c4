import { beforeAll, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'

const { call, db } = await makeApp({ OPERATOR_CONTACT: 'help@operator.example' })

beforeAll(async () => {
  for (const id of [0, 260, 228, 60, 65]) await buildReseller(db, { id })
  await buildReseller(db, { id: 7, isWhitelisted: false })
  await buildReseller(db, { id: 1000, title: '极速 <b>云</b>', isWhitelisted: true, suspendedAt: new Date() })
  await db.kysely
    .insertInto('resellerDomains')
    .values([
      { host: 'dolphin.example', resellerId: 260, verifiedAt: new Date() },
      { host: 'unproven.example', resellerId: 260 },
    ])
    .execute()
})

const configs: [key: number, title: string, balanceName: string, onlinePay: boolean][] = [
  [0, '鱼线用户中心', '鱼币', true],
  [260, '海豚加速用户中心', '余额', true],
  [7, '用户中心', '余额', false],
  [1000, '极速 <b>云</b>', '余额', true],
]

test.each(configs)('configuration of key %i', async (daili_id, title, balanceName, onlinePay) => {
  const { data } = await call(api.resellers.config, { daili_id })
  expect(data).toMatchObject({ daili_id, title, balanceName, features: { onlinePay } })
})

test('key 260 has its icon embedded', async () => {
  const { data } = await call(api.resellers.config, { daili_id: 260 })
  expect(data.icon).toMatch(/^data:image\/svg\+xml,/)
})

test('refuses an unknown reseller instead of answering 404', async () => {
  for (const route of [api.resellers.config, api.resellers.info]) {
    const answer = await call(route, { daili_id: 999 })
    expect([answer.status, answer.code]).toEqual([422, 'reseller.unknown'])
  }
})

test('the whitelist names the resellers that sell online, without suspended ones', async () => {
  const { data } = await call(api.resellers.whitelist, {})
  expect(data).toEqual([0, 60, 65, 228, 260])
})

const hosts: [host: string, key: number][] = [
  ['dolphin.example', 260],
  ['DOLPHIN.example:8443', 260],
  ['unproven.example', 0],
  ['elsewhere.example', 0],
  ["x' or 1=1", 0],
]

test.each(hosts)('key by host %s', async (host, key) => {
  const { data } = await call(api.resellers.keyByHost, {}, { headers: { host } })
  expect(data).toBe(key)
})

test("names the reseller's contact, else the operator's", async () => {
  await buildReseller(db, { id: 61, contact: 'wx: whale' })
  const contactOf = async (daili_id: number) => (await call(api.resellers.config, { daili_id })).data.contact
  expect([await contactOf(61), await contactOf(0)]).toEqual(['wx: whale', 'help@operator.example'])
  await buildReseller(db, { id: 61, contact: 'wx: whale', suspendedAt: new Date() })
  expect(await contactOf(61)).toBe('help@operator.example')
})

test('a suspended reseller says so, names a contact, and takes no payment', async () => {
  expect((await call(api.resellers.config, { daili_id: 1000 })).data.operatorContact).toBe('help@operator.example')
  expect((await call(api.resellers.config, { daili_id: 0 })).data.operatorContact).toBeNull()
  expect((await call(api.resellers.config, { daili_id: 1000 })).data.contact).toBe('help@operator.example')
  expect((await call(api.resellers.config, { daili_id: 1000 })).data.suspended).toBe(true)
  expect((await call(api.resellers.info, { daili_id: 1000 })).data.acceptsPayment).toBe(false)
})
