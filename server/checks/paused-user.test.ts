import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { checkBooks } from '../domains/books/check-books.ts'
import { clock } from '../platform/clock.ts'
import { buildSession } from '../test/build/build-session.ts'
import { PASSWORD } from '../test/build/factories.ts'
import { openLineDesk } from '../test/build/line-desk.ts'
import { buildPackage } from '../test/build/money-factories.ts'
import { openShop } from '../test/build/shop.ts'
import { makeApp } from '../test/run/make-app.ts'

const testApp = await makeApp()
const { call, db } = testApp
const shop = openShop(testApp)

test('a paused user can sign in, read, buy, change the password and resume; bought time is banked', async () => {
  const plan = await buildPackage(db)
  const buyer = await shop.buildBuyer({ fen: 50_000 })
  const { token } = buyer
  await shop.purchase(buyer, plan)
  const paused = await call(api.accounts.freeze, { type: 'pause' }, { token })
  expect([paused.status, paused.data.state]).toEqual([200, 'paused'])

  const { userName } = await db.kysely
    .selectFrom('accounts')
    .select('userName')
    .where('id', '=', buyer.account.id)
    .executeTakeFirstOrThrow()
  expect((await call(api.sessions.login, { userName, passWord: PASSWORD, dailiKey: 0 })).status).toBe(200)
  const reads = [
    call(api.accounts.info, { dailiKey: 0 }, { token }),
    call(api.accounts.freezeState, {}, { token }),
    call(api.packages.list, {}, { token }),
    call(api.orders.list, {}, { token }),
    call(api.balance.entries, {}, { token }),
    call(api.cards.list, {}, { token }),
    call(api.invites.summary, {}, { token }),
    call(api.sessions.list, {}, { token }),
  ]
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200))

  await shop.purchase(buyer, plan, { action: 'renew' })
  const banked = (await call(api.accounts.freezeState, {}, { token })).data.bankedSeconds
  expect(banked - paused.data.bankedSeconds).toBeGreaterThan(27 * 86_400)

  const changed = await call(api.sessions.changePass, { oldPass: PASSWORD, newPass: 'paper lantern 93' }, { token })
  expect(changed.status).toBe(200)

  clock.shift(25 * 3_600_000)
  const later = await buildSession(db, buyer.account)
  const resumed = await call(api.accounts.freeze, { type: 'resume' }, { token: later })
  expect([resumed.status, resumed.data.state]).toEqual([200, 'active'])
  clock.reset()
  expect((await checkBooks(db)).problems).toEqual([])
})

test('a paused user sees the lines, may uninstall and reset, and cannot do what would change a node', async () => {
  const desk = openLineDesk(testApp)
  const user = await desk.buildUser()
  const { token } = user
  const nodes = [await desk.buildNode(), await desk.buildNode()]
  const { data: line } = await desk.install(user, nodes[0]!)
  await desk.confirm(user)
  expect((await call(api.accounts.freeze, { type: 'pause' }, { token })).status).toBe(200)
  const revisions = await Promise.all(nodes.map(desk.revisionOf))
  const answers = [
    await desk.install(user, nodes[1]!),
    await desk.move(user, line.id, nodes[1]!),
    await desk.rotate(user, line.id),
    await call(api.lines.speedMode, { mode: 'game' }, { token }),
  ]
  expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [403, 'account.paused']))
  expect(await Promise.all(nodes.map(desk.revisionOf))).toEqual(revisions)
  expect((await call(api.accounts.info, { dailiKey: 0 }, { token })).data.speedMode).toBe('standard')
  expect((await desk.linesOf(user)).map(({ id }) => id)).toEqual([line.id])
  expect((await call(api.lines.nodes, {}, { token })).status).toBe(200)
  expect((await call(api.lines.resetSub, {}, { token })).status).toBe(200)
  expect((await desk.uninstall(user, line.id)).status).toBe(200)
})
