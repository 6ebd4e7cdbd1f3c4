import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { hashCount } from '../../../platform/secrets/passwords.ts'
import { errorText } from '../../../platform/text/error-texts.ts'
import { buildAccount, PASSWORD } from '../../../test/build/factories.ts'
import { makeImportDesk } from '../../../test/build/panels/import-desk.ts'
import { panelUser } from '../../../test/build/panels/rows.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const { db, config, call } = await makeApp()
const { newReseller, run, accounts } = makeImportDesk({ db, config })
const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const user = (id: number, email: string, secret: string) =>
  panelUser(id, { email, password: md5(secret), password_algo: 'md5', password_salt: null })
let addresses = 0

function signIn(dailiKey: number, userName: string, passWord: string) {
  const address = `198.51.100.${(addresses += 1)}`
  return call(api.sessions.login, { userName, passWord, dailiKey }, { address })
}

test('the old name with the right password is answered with the new one, and that signs in', async () => {
  const resellerId = await newReseller()
  await buildAccount(db, { resellerId, userName: 'Li@example.com' })
  const v2_user = [
    user(7, 'li@example.com', 'secret of seven'),
    user(8, '张三', 'secret of eight'),
    user(9, 'other@example.com', 'secret of nine'),
  ]
  await run(resellerId, { v2_user })
  const told = await signIn(resellerId, 'LI@example.com', 'secret of seven')
  expect(told).toMatchObject({ status: 422, code: 'auth.renamed', data: { userName: 'li@example.com-7' } })
  expect(errorText('auth.renamed', 'en', { data: { userName: 'li@example.com-7' } })).toContain(' li@example.com-7.')
  expect(await signIn(resellerId, '张三', 'secret of eight')).toMatchObject({ data: { userName: 'user-8' } })
  expect((await signIn(resellerId, 'li@example.com-7', 'secret of seven')).status).toBe(200)
  // Who is asked for the name here signs in as ever, and goes on doing so after the other's first time.
  expect((await signIn(resellerId, 'li@example.com', PASSWORD)).status).toBe(200)
  expect(await signIn(resellerId, 'li@example.com', 'secret of seven')).toMatchObject({ code: 'auth.renamed' })
  expect((await accounts(resellerId)).map(({ formerName }) => formerName)).toEqual([
    null,
    'li@example.com',
    '张三',
    null,
  ])
})

test('a wrong password, another reseller and a deleted account tell no name', async () => {
  const [resellerId, elsewhere] = [await newReseller(), await newReseller()]
  await buildAccount(db, { resellerId, userName: 'li@example.com' })
  await run(resellerId, { v2_user: [user(7, 'li@example.com', 'secret of seven')] })
  const refused = { status: 422, code: 'auth.bad_credentials' }
  expect(await signIn(resellerId, 'li@example.com', 'secret of eight')).toMatchObject(refused)
  expect(await signIn(resellerId, 'li@example.com', md5('secret of seven'))).toMatchObject(refused)
  expect(await signIn(elsewhere, 'li@example.com', 'secret of seven')).toMatchObject(refused)
  const gone = { deletedAt: new Date() }
  await db.kysely.updateTable('accounts').set(gone).where('formerName', 'is not', null).execute()
  expect(await signIn(resellerId, 'li@example.com', 'secret of seven')).toMatchObject(refused)
})

test('where names were changed, a wrong password costs the same for every name', async () => {
  const resellerId = await newReseller()
  await buildAccount(db, { resellerId, userName: 'li@example.com' })
  // Three panels' users of one name: the first two names that were changed are of one old name.
  await run(resellerId, { v2_user: [user(7, 'li@example.com', 'secret of seven')] }, { source: 'one' })
  await run(resellerId, { v2_user: [user(8, 'li@example.com', 'secret of eight')] }, { source: 'two' })
  const hashes = async (userName: string) => {
    const before = hashCount.value
    expect(await signIn(resellerId, userName, 'wrong password')).toMatchObject({ code: 'auth.bad_credentials' })
    return hashCount.value - before
  }
  expect([await hashes('li@example.com'), await hashes('nobody'), await hashes('no name')]).toEqual([3, 3, 3])
  expect(await signIn(resellerId, 'li@example.com', 'secret of seven')).toMatchObject({ code: 'auth.renamed' })
  expect(await signIn(resellerId, 'li@example.com', 'secret of eight')).toMatchObject({
    data: { userName: 'li@example.com-8' },
  })
})
