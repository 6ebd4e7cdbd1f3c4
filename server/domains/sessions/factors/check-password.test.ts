import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, PASSWORD } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const { call, db } = await makeApp()
const change = (token: string, oldPass: string) =>
  call(api.sessions.changePass, { oldPass, newPass: 'another quiet river' }, { token })

test('a stolen session runs out of tries, and the owner can still change the password', async () => {
  const account = await buildAccount(db)
  const [thief, owner] = [await buildSession(db, account), await buildSession(db, account)]
  for (let turn = 0; turn < 10; turn += 1) expect((await change(thief, `guess ${turn}`)).status).toBe(422)
  expect((await change(thief, PASSWORD)).code).toBe('request.too_many')
  expect((await change(owner, PASSWORD)).status).toBe(200)
  expect((await call(api.accounts.info, { dailiKey: 0 }, { token: thief })).status).toBe(401)
})

test('a stolen device credential has ten tries in all, however many sessions it opens', async () => {
  const account = await buildAccount(db)
  const { userName } = account
  const signedIn = await call(api.sessions.login, { userName, passWord: PASSWORD, dailiKey: 0, remember: true })
  let { device } = signedIn.data
  const codes = []
  for (let turn = 0; turn < 11; turn += 1) {
    const { data } = await call(api.sessions.silentLogin, { userName, passWord: device!, dailiKey: 0 })
    device = data.device
    codes.push((await change(data.token, `guess ${turn}`)).code)
  }
  expect(codes).toEqual([...Array(10).fill('auth.wrong_password'), 'request.too_many'])
  expect((await change(await buildSession(db, account), PASSWORD)).status).toBe(200)
})
