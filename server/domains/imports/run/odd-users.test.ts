import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { inDays, makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { nodeRows } from '../../../test/build/panels/node-kinds.ts'
import { panelUser } from '../../../test/build/panels/rows.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { openCredential } from '../../lines/credential.ts'

const app = await makeApp()
const { db, config, call } = app
const { newReseller, run, accounts } = makeImportDesk(app)
const subscriptions = (resellerId: number) =>
  db.kysely.selectFrom('subscriptions').selectAll().where('resellerId', '=', resellerId).orderBy('accountId').execute()

test('a login name without @ is kept, and its user signs in by it', async () => {
  const resellerId = await newReseller()
  const password = createHash('md5').update('secret word').digest('hex')
  const v2_user = [panelUser(1, { email: 'Admin_7', password, password_algo: 'md5' }), panelUser(2, { email: 'x' })]
  await run(resellerId, { v2_user })
  expect((await accounts(resellerId)).map(({ userName, email }) => [userName, email])).toEqual([
    ['Admin_7', null],
    ['user-2', null],
  ])
  const signIn = (passWord: string) => call(api.sessions.login, { userName: 'Admin_7', passWord, dailiKey: resellerId })
  expect([(await signIn('another word')).status, (await signIn('secret word')).status]).toEqual([422, 200])
})

test('what has no limit there ends late and has the most traffic here, and milliseconds are read as such', async () => {
  const resellerId = await newReseller()
  const huge = 9_223_372_036_854_775_807n
  const v2_user = [
    panelUser(1, { ...served, expired_at: huge, transfer_enable: huge }),
    panelUser(2, { ...served, expired_at: inDays(30) * 1000 }),
  ]
  await run(resellerId, { v2_user, v2_plan: [panelPlan] })
  const [never, dated] = await subscriptions(resellerId)
  expect(never!.totalBytes).toBe(1_000_000 * 1024 ** 3)
  expect(never!.expiresAt!.getTime()).toBeGreaterThan((inDays(3659) - 60) * 1000)
  expect(dated!.expiresAt!.getTime()).toBe(v2_user[1]!['expired_at'])
})

test('a uuid keeps its capital letters: where it is a password they count', async () => {
  const resellerId = await newReseller()
  const uuid = 'ABCDEF01-2345-4678-9ABC-DEF012345678'
  const v2_server_trojan = [nodeRows('v2board')['v2_server_trojan']![0]!]
  await run(resellerId, { v2_user: [panelUser(1, { ...served, uuid })], v2_plan: [panelPlan], v2_server_trojan })
  const line = await db.kysely
    .selectFrom('lines')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .executeTakeFirstOrThrow()
  expect(openCredential(config, line, line.sealedCredential)).toBe(uuid)
})
