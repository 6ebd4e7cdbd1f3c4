import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { buildCards } from '../../../test/build/build-cards.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildPackage, GB } from '../../../test/build/money-factories.ts'
import { makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { panelUser, type PanelRows } from '../../../test/build/panels/rows.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { adjustBalance } from '../../ledger/adjust-balance.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { undoImport } from './undo-import.ts'

const app = await makeApp()
const { db, call } = app
checkBooksAfterEach(db)
const { newReseller, run, accountOf, accounts, ctx } = makeImportDesk(app)

const node = { group_id: '["1"]', port: '443', server_port: 443, rate: '1', show: 1 }
const rowsOf = (resellerId: number): PanelRows => ({
  v2_user: [
    panelUser(1, { ...served, balance: 500, commission_balance: 70 }),
    panelUser(2, served),
    panelUser(3, { banned: 1 }),
  ],
  v2_plan: [panelPlan],
  v2_server_trojan: [{ ...node, id: 1, name: `undo ${resellerId}`, host: `undo${resellerId}.example.com` }],
  v2_coupon: [{ id: 1, code: 'SUMMER', name: 'x', type: 2, value: 10 }],
  v2_notice: [{ id: 1, title: 'x', content: 'hello', show: 1 }],
  v2_knowledge: [{ id: 1, language: 'zh-CN', title: 'x', body: 'y', show: 1 }],
  v2_ticket: [{ id: 1, user_id: 1, subject: 'x', level: 0, status: 0 }],
  v2_ticket_message: [{ id: 1, ticket_id: 1, user_id: 1, message: 'x' }],
})

test('an import is undone by one call, its entries stay with their reversals, and it can come again', async () => {
  const resellerId = await newReseller()
  await run(resellerId, rowsOf(resellerId))
  const undone = await undoImport(ctx(), resellerId, 'panel')
  expect(undone).toMatchObject({ users: 3, entries: 2, nodes: 1, packages: 1 })
  expect(await loadBalanceFen({ db }, { kind: 'liability', resellerId })).toBe(0)
  const kinds = await db.kysely
    .selectFrom('ledgerTransactions')
    .select('kind')
    .where('resellerId', '=', resellerId)
    .orderBy('id')
    .execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['import', 'import', 'reversal', 'reversal'])
  expect(
    (await accounts(resellerId)).every(({ deletedAt, email, passwordKind }) => deletedAt && !email && !passwordKind),
  ).toBe(true)
  const count = async (table: 'subscriptions' | 'subscriptionPieces' | 'tickets' | 'oldFeedTokens' | 'articles') => {
    const row = await db.kysely
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('resellerId', '=', resellerId)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  expect([
    await count('subscriptions'),
    await count('subscriptionPieces'),
    await count('tickets'),
    await count('oldFeedTokens'),
    await count('articles'),
  ]).toEqual([0, 0, 0, 0, 0])
  const lines = await db.kysely.selectFrom('lines').select('state').where('resellerId', '=', resellerId).execute()
  expect(new Set(lines.map(({ state }) => state))).toEqual(new Set(['removed']))
  const notice = await db.kysely
    .selectFrom('notices')
    .select('withdrawnAt')
    .where('resellerId', '=', resellerId)
    .executeTakeFirst()
  const coupon = await db.kysely
    .selectFrom('coupons')
    .select('endsAt')
    .where('resellerId', '=', resellerId)
    .executeTakeFirst()
  expect([notice?.withdrawnAt, coupon?.endsAt]).toEqual([expect.any(Date), expect.any(Date)])
  await expect(undoImport(ctx(), resellerId, 'panel')).rejects.toThrow('no such import')
  const again = await run(resellerId, rowsOf(resellerId))
  expect(again).toMatchObject({
    isFirst: true,
    brought: { users: 3, namesTakenHere: 0, balanceFen: 500, nodes: 1, lines: 2, coupons: 1 },
  })
})

test.each(['money', 'deleting'])('undoing that ended while %s goes on, and reverses nothing twice', async (stops) => {
  const resellerId = await newReseller()
  await run(resellerId, rowsOf(resellerId))
  const onProgress = ({ stage, done }: { stage: string; done: number }) => {
    if (stage === stops && done > 0) throw new Error('the machine stops')
  }
  await expect(undoImport({ ...ctx(), onProgress }, resellerId, 'panel')).rejects.toThrow('the machine stops')
  const { id: accountId, blockedReason } = (await accounts(resellerId))[0]!
  // Blocked first; the reason goes with the account.
  expect(blockedReason !== null).toBe(stops === 'money')
  await expect(run(resellerId, rowsOf(resellerId))).rejects.toThrow('being undone')
  expect(await undoImport(ctx(), resellerId, 'panel')).toMatchObject({ users: 3, left: 0, nodes: 1, packages: 1 })
  expect(await loadBalanceFen({ db }, { kind: 'user', resellerId, accountId })).toBe(0)
  expect(await loadBalanceFen({ db }, { kind: 'liability', resellerId })).toBe(0)
  const reversals = db.kysely.selectFrom('ledgerTransactions').select('key').where('resellerId', '=', resellerId)
  expect((await reversals.where('kind', '=', 'reversal').execute()).length).toBe(2)
  expect((await accounts(resellerId)).every(({ deletedAt }) => deletedAt)).toBe(true)
  await expect(undoImport(ctx(), resellerId, 'panel')).rejects.toThrow('no such import')
})

test('what was sold or moved since keeps an import as it is', async () => {
  const resellerId = await newReseller()
  await run(resellerId, rowsOf(resellerId))
  const { id: accountId } = await accountOf(resellerId, 'user1@example.com')
  const wish = { owner: { resellerId, accountId }, how: 'given' as const, amountFen: 5, reason: 'x', key: randomUUID() }
  await adjustBalance(ctx(), wish, 'operator:test')
  await expect(undoImport(ctx(), resellerId, 'panel')).rejects.toThrow('money that moved')
  expect(await loadBalanceFen({ db }, { kind: 'user', resellerId, accountId })).toBe(505)
})

test('keys of the reseller that imported users redeemed, or that were bought of imported packages, keep it', async () => {
  const resellerId = await newReseller()
  await run(resellerId, rowsOf(resellerId))
  const prices = { once: { retailFen: 900, wholesaleFen: 501 } }
  const pack = await buildPackage(db, { resellerId, kind: 'pack', trafficBytes: 10 * GB, prices })
  const { code } = await buildCards(db, { resellerId, kind: 'traffic', packageId: pack.id, value: 25 })
  const token = await buildSession(db, await accountOf(resellerId, 'user1@example.com'))
  expect((await call(api.cards.redeem, { code }, { token })).status).toBe(200)
  await expect(undoImport(ctx(), resellerId, 'panel')).rejects.toThrow('a redeemed key')

  const other = await newReseller()
  await run(other, rowsOf(other))
  const things = db.kysely.selectFrom('importThings').select('ourKey').where('resellerId', '=', other)
  const { ourKey } = await things.where('kind', '=', 'package').executeTakeFirstOrThrow()
  await buildCards(db, { resellerId: other, kind: 'days', packageId: Number(ourKey), value: 7 })
  await expect(undoImport(ctx(), other, 'panel')).rejects.toThrow('a bought key of its packages')
})
