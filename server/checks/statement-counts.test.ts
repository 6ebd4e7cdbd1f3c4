import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { openLineDesk } from '../test/build/line-desk.ts'
import { statementsOf } from '../test/look/statements.ts'
import { makeApp } from '../test/run/make-app.ts'

const app = await makeApp()
const desk = openLineDesk(app)

/** Each is a wait for the database on a call that every page, or every client, makes again and again. */
test('the user information takes two statements: the session, and everything shown', async () => {
  const { token, account } = await desk.buildUser()
  const { result, statements } = await statementsOf(() =>
    app.call(api.accounts.info, { dailiKey: account.resellerId }, { token }),
  )
  expect(result.status).toBe(200)
  expect(statements).toHaveLength(2)
})

test('a feed takes two statements: the limit of its caller, and the account with its lines', async () => {
  const user = await desk.buildUser()
  await desk.install(user, await desk.buildNode())
  await desk.confirm(user)
  const listed = await app.call(api.lines.list, {}, { token: user.token })
  const { pathname, search } = new URL(listed.data.subscriptionUrl)
  const { result, statements } = await statementsOf(() => app.inject(pathname + search))
  expect([result.statusCode, result.body.length > 20]).toEqual([200, true])
  expect(statements).toHaveLength(2)
})
