import { hash as bcrypt } from '@node-rs/bcrypt'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { clock } from '../../../platform/clock.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { inDays, makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { panelRows, panelUser, type PanelRow } from '../../../test/build/panels/rows.ts'
import { writeDump } from '../../../test/build/panels/write-dump.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { verifyStored, type OldKind } from '../../sign-in/old-digests.ts'
import { getSubscription } from '../../subscriptions/subscription-store.ts'
import { checkSource } from '../check-source.ts'
import { runImport } from './run-import.ts'

const app = await makeApp()
const { db } = app
checkBooksAfterEach(db)
const { folder, ctx, fileOf, accounts, newReseller, run, accountOf: nameOf } = makeImportDesk(app)
const plan = panelPlan
const GIB = 1024 ** 3
const nowS = inDays(0)

/** Everything that an import wrote, without its own notes. */
async function written(resellerId: number) {
  const subscriptions = await db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .orderBy('accountId')
    .execute()
  const ledger = await db.kysely
    .selectFrom('ledgerTransactions')
    .select('key')
    .where('resellerId', '=', resellerId)
    .orderBy('id')
    .execute()
  const packages = await db.kysely.selectFrom('packages').selectAll().orderBy('id').execute()
  return { accounts: await accounts(resellerId), subscriptions, ledger, packages }
}

test.each([
  ['v2board', 0],
  ['fork', 500],
  ['xboard', 1000],
] as const)('%s comes over as its dry run says, to the cent, and once', async (panel, giftsFen) => {
  const resellerId = await newReseller()
  const file = fileOf(panel, panelRows(panel))
  const dryRun = await checkSource({ now: clock.now() }, file)
  const wish = { file, resellerId, source: 'panel', wholesalePercent: 40, hasLooked: true }
  const report = await runImport(ctx(), wish)
  expect(report.source.sums).toEqual(dryRun.sums)
  expect(report.brought).toMatchObject({ users: 9, balanceFen: 20_012_345, commissionFen: 678, entriesRefused: 0 })
  const first = await written(resellerId)
  expect(first.accounts).toHaveLength(9)
  const owed = await loadBalanceFen({ db }, { kind: 'liability', resellerId })
  expect(owed).toBe(-20_012_345 - 678 - giftsFen)
  const again = await runImport(ctx(), wish)
  expect(again.brought).toMatchObject({
    users: 0,
    usersChanged: 0,
    entries: 0,
    servicesChanged: 0,
    passwordsWrapped: 0,
  })
  expect(await written(resellerId)).toEqual(first)
})

test('names, inviters, blocks and invite codes follow the rules of the dry run', async () => {
  const resellerId = await newReseller()
  await buildAccount(db, { resellerId, userName: 'user2@example.com' })
  const users = [
    panelUser(1, { invite_user_id: 2 }),
    panelUser(2),
    panelUser(3, { email: 'Same@example.com', invite_user_id: 4 }),
    panelUser(4, { email: 'same@EXAMPLE.com', invite_user_id: 3, banned: 1 }),
    panelUser(5, { email: 'no' }),
  ]
  const { brought } = await run(resellerId, {
    v2_user: users,
    v2_invite_code: [{ user_id: 1, code: 'aB3dE6gH', status: 0 }],
  })
  expect(brought).toMatchObject({ users: 5, namesTakenHere: 1 })
  expect(brought.nodesLeft).toContain(`user 2: somebody here had the name, so this one's ends in -2; tell the user`)
  const made = (await accounts(resellerId)).filter(({ userName, email }) => email !== null || userName === 'user-5')
  expect(made.map(({ userName }) => userName).toSorted()).toEqual(
    ['Same@example.com', 'same@EXAMPLE.com-4', 'user-5', 'user1@example.com', 'user2@example.com-2'].toSorted(),
  )
  const [one, two] = [await nameOf(resellerId, 'user1@example.com'), await nameOf(resellerId, 'user2@example.com')]
  expect([one.inviterId, one.inviteCode]).toEqual([two.id, 'aB3dE6gH'])
  const [third, fourth] = [await nameOf(resellerId, 'Same@example.com'), await nameOf(resellerId, 'same@EXAMPLE.com')]
  expect([third.inviterId, fourth.inviterId, fourth.blockedReason !== null]).toEqual([fourth.id, null, true])
  expect([third.emailVerifiedAt !== null, fourth.emailVerifiedAt]).toEqual([true, null])
})

test('an e-mail that can be a name as it is stays the name, in any order', async () => {
  const resellerId = await newReseller()
  const emails = ['li+vpn@example.com', 'Li-vpn@example.com']
  await run(resellerId, { v2_user: emails.map((email, at) => panelUser(301 + at, { email })) })
  const names = (await accounts(resellerId)).map(({ email, userName }) => [email, userName])
  // The other one goes on typing the e-mail, which can be nobody's name.
  expect(Object.fromEntries(names)).toEqual({
    'li+vpn@example.com': 'li-vpn@example.com-301',
    'Li-vpn@example.com': 'Li-vpn@example.com',
  })
})

test('a running plan keeps its end, traffic and reset day, and the platform bears its wholesale', async () => {
  const resellerId = await newReseller()
  const once = { ...plan, id: 2, name: '流量', month_price: null, onetime_price: 5000 }
  const users = [
    panelUser(1, served),
    panelUser(2, { ...served, expired_at: nowS - 86_400 }),
    panelUser(3, { ...served, expired_at: null }),
    panelUser(4, { ...served, plan_id: 2, expired_at: null }),
  ]
  const { brought } = await run(resellerId, { v2_user: users, v2_plan: [plan, once] })
  const of = async (id: number) => {
    const { id: accountId } = await nameOf(resellerId, `user${id}@example.com`)
    return getSubscription({ db }, { resellerId, accountId })
  }
  const [running, over, longest, traffic] = [await of(1), await of(2), await of(3), await of(4)]
  expect(running).toMatchObject({
    totalBytes: 100 * GIB,
    usedBytes: 2 * GIB,
    period: 'month',
    deviceLimit: 100,
    lineLimit: 1,
  })
  expect(running.expiresAt).toEqual(new Date(served.expired_at * 1000))
  expect(running.nextResetAt! > clock.now() && running.nextResetAt! < running.expiresAt!).toBe(true)
  // Two months of 30 yuan, of which the reseller pays 40 percent here.
  expect(running.pieces).toMatchObject([
    { ownFen: 2400, receivedFen: 0, creditFen: 0, paidFen: expect.closeTo(6000, -1) },
  ])
  expect(over.pieces).toEqual([])
  expect(longest.expiresAt! > new Date((nowS + 3650 * 86_400) * 1000)).toBe(true)
  expect([traffic.period, traffic.expiresAt, traffic.nextResetAt]).toEqual(['once', null, null])
  const borne = [running, longest, traffic].flatMap(({ pieces }) => pieces.map(({ ownFen }) => ownFen))
  expect(brought.borneFen).toBe(borne.reduce((sum, fen) => sum + fen, 0))
})

test.each([
  ['bcrypt', await bcrypt('old password', 4), null],
  ['md5', createHash('md5').update('old password').digest('hex'), null],
  ['sha256', createHash('sha256').update('old password').digest('hex'), null],
  ['md5salt', createHash('md5').update('old passwordpepper').digest('hex'), 'pepper'],
  ['md5salt', createHash('md5').update('old password').digest('hex'), null, 'md5'],
  ['sha256salt', createHash('sha256').update('old passwordpepper').digest('hex'), 'pepper'],
])('a password kept as %s signs in, and its digest is nowhere', async (algo, digest, salt, kind = algo) => {
  const resellerId = await newReseller()
  const password: PanelRow = { password: digest, password_algo: algo === 'bcrypt' ? null : algo, password_salt: salt }
  await run(resellerId, { v2_user: [panelUser(1, password)] }, { panel: 'xboard' })
  const account = await nameOf(resellerId, 'user1@example.com')
  const stored = { ...account, passwordKind: account.passwordKind as OldKind }
  expect([account.passwordKind, account.passwordHash.startsWith('$argon2id$')]).toEqual([kind, true])
  expect([await verifyStored(stored, 'old password'), await verifyStored(stored, 'another')]).toEqual([true, false])
  expect(await dumpEveryRow(db)).not.toContain(digest)
})

test('a second file brings what changed, and nothing else', async () => {
  const resellerId = await newReseller()
  const before = [1, 2, 3, 4].map((id) => panelUser(id, { ...served, balance: 1000, commission_balance: 50 }))
  await run(resellerId, { v2_user: before, v2_plan: [plan] })
  const after = [
    panelUser(1, { ...served, balance: 700, commission_balance: 80, u: 5 * GIB }),
    panelUser(2, {
      ...served,
      balance: 1000,
      commission_balance: 50,
      banned: 1,
      password: createHash('md5').update('x').digest('hex'),
      password_algo: 'md5',
    }),
    before[2]!,
    panelUser(5, { invite_user_id: 1, balance: 5 }),
  ]
  const { brought } = await run(resellerId, { v2_user: after, v2_plan: [plan] }, { percent: null })
  expect(brought).toMatchObject({
    users: 1,
    usersChanged: 1,
    blocksChanged: 1,
    servicesChanged: 1,
    passwordsWrapped: 2,
    entries: 3,
    goneUsers: 1,
  })
  const one = await nameOf(resellerId, 'user1@example.com')
  const owner = { resellerId, accountId: one.id }
  expect(await loadBalanceFen({ db }, { kind: 'user', ...owner })).toBe(700)
  expect(await loadBalanceFen({ db }, { kind: 'commission', ...owner })).toBe(80)
  expect((await getSubscription({ db }, owner)).usedBytes).toBe(6 * GIB)
  const two = await nameOf(resellerId, 'user2@example.com')
  expect([two.passwordKind, two.blockedReason !== null]).toEqual(['md5', true])
})

test('who is let in again there and has renewed gets the new end in the same run', async () => {
  const resellerId = await newReseller()
  await run(resellerId, { v2_user: [panelUser(1, { ...served, banned: 1 })], v2_plan: [plan] })
  const renewed = panelUser(1, { ...served, banned: 0, expired_at: inDays(90), u: 3 * GIB })
  const { brought } = await run(resellerId, { v2_user: [renewed], v2_plan: [plan] })
  expect(brought).toMatchObject({ blocksChanged: 1, servicesChanged: 1, servicesLeft: 0 })
  const { id: accountId } = await nameOf(resellerId, 'user1@example.com')
  const { expiresAt, usedBytes } = await getSubscription({ db }, { resellerId, accountId })
  expect([expiresAt, usedBytes]).toEqual([new Date(Number(renewed['expired_at']) * 1000), 4 * GIB])
})

test('a run that ended in the middle goes on, and nothing is there twice', async () => {
  const resellerId = await newReseller()
  const rows = { v2_user: [1, 2, 3].map((id) => panelUser(id, { ...served, balance: 100 })), v2_plan: [plan] }
  const file = fileOf('v2board', rows)
  const wish = { file, resellerId, source: 'panel', wholesalePercent: 40, hasLooked: true }
  const onProgress = ({ stage }: { stage: string }) => {
    if (stage === 'money') throw new Error('the machine stops')
  }
  await expect(runImport({ ...ctx(), onProgress }, wish)).rejects.toThrow('the machine stops')
  expect((await accounts(resellerId)).length).toBe(3)
  expect(await loadBalanceFen({ db }, { kind: 'liability', resellerId })).toBe(0)
  const { brought } = await runImport(ctx(), wish)
  expect(brought).toMatchObject({ users: 0, passwordsWrapped: 0, entries: 3, balanceFen: 300 })
})

test.each([
  ['what needs a look', [panelUser(1, { balance: -1 })], { hasLooked: false }, 'need a look'],
  ['no price for the reseller', [panelUser(1)], { percent: null }, '--wholesale-percent'],
  ['absurd money', [panelUser(1, { balance: 999_999_999_999_999_999n })], {}, 'more money than there can be'],
])('%s is refused by a sentence, and nothing is written', async (_what, users, more, says) => {
  const resellerId = await newReseller()
  await expect(run(resellerId, { v2_user: users }, more)).rejects.toThrow(says)
  expect(await accounts(resellerId)).toEqual([])
  expect(await db.kysely.selectFrom('imports').selectAll().where('resellerId', '=', resellerId).execute()).toEqual([])
})

test('a file that is cut off, or of another panel than before, is refused', async () => {
  const resellerId = await newReseller()
  const dump = writeDump('v2board', { v2_user: [panelUser(1)] })
  const file = path.join(folder, 'cut.sql')
  writeFileSync(file, dump.slice(0, -40))
  const wish = { file, resellerId, source: 'panel', wholesalePercent: 40, hasLooked: true }
  await expect(runImport(ctx(), wish)).rejects.toThrow('ends in the middle')
  await run(resellerId, { v2_user: [1, 2, 3].map((id) => panelUser(id)) })
  const others = [1, 2, 3].map((id) => panelUser(id, { created_at: 1_600_000_000 + id }))
  await expect(run(resellerId, { v2_user: others })).rejects.toThrow('another panel')
  const second = await run(resellerId, { v2_user: others }, { source: 'second' })
  expect(second.brought).toMatchObject({ users: 3, namesTakenHere: 3 })
})

test('a reseller without room for all of them gets none', async () => {
  const resellerId = await newReseller()
  const limit = { resellerId, usersMax: 1, usersCount: 0, atLimit: 'stop_selling' as const, month: '2026-01-01' }
  await db.kysely
    .insertInto('resellerLimits')
    .values({ ...limit, checkedAt: clock.now() })
    .execute()
  const asked = run(resellerId, { v2_user: [panelUser(1), panelUser(2)] })
  await expect(asked).rejects.toMatchObject({ code: 'reseller.full' })
  expect(await accounts(resellerId)).toEqual([])
})
