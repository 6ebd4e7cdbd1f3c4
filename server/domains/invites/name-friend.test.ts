import { expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'

const { call, db } = await makeApp()
await buildReseller(db, { id: 3710 })
await buildReseller(db, { id: 3711 })

let made = 0

/** Codes are made in capitals. */
async function buildFriend(userName: string): Promise<string> {
  const { id } = await buildAccount(db, { resellerId: 3710, userName })
  const code = `FRIEND${(made += 1)}`
  await db.pool.query('update accounts set invite_code = $2 where id = $1', [id, code])
  return code
}

const ask = (code: string, dailiKey = 3710, address = '203.0.113.9') =>
  call(api.invites.friend, { code, dailiKey }, { address })

test('names the friend by first and last sign, whatever the case of the code', async () => {
  const code = await buildFriend('zhangwei')
  expect((await ask(code)).data).toEqual({ nameMasked: 'z***i' })
  expect((await ask(` ${code.toLowerCase()} `)).data).toEqual({ nameMasked: 'z***i' })
})

test('an unknown code, another reseller’s and a deleted friend’s are answered alike', async () => {
  const code = await buildFriend('lisi')
  const unknown = await ask('NOSUCHCD')
  expect([unknown.status, unknown.data]).toEqual([200, { nameMasked: null }])
  expect((await ask(code, 3711)).text).toBe(unknown.text)
  expect((await ask(code, 999_999)).text).toBe(unknown.text)
  await db.pool.query('update accounts set deleted_at = now() where invite_code = $1', [code])
  expect((await ask(code)).text).toBe(unknown.text)
})

test('an address may look sixty times an hour; others still may', async () => {
  const code = await buildFriend('wangwu')
  const from = '203.0.113.10'
  const tries = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(`GUESS${at}`, 3710, from)))
  expect(tries.every(({ status }) => status === 200)).toBe(true)
  expect((await ask(code, 3710, from)).status).toBe(429)
  expect((await ask(code, 3710, '203.0.113.11')).data).toEqual({ nameMasked: 'w***u' })
})
