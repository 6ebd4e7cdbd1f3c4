import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { inTx, type Owner } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { openLineDesk } from '../../test/build/line-desk.ts'
import { makeApp, type TestApp } from '../../test/run/make-app.ts'
import { runJobs } from '../../test/run/run-jobs.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { forgetOldNodeKeys, keepOldNodeKeys } from '../nodes/old-keys.ts'
import { issueUniproxyToken, removeNode } from '../nodes/operator.ts'
import { blockUser } from '../sessions/operator/block-user.ts'
import { lockSubscription, saveSubscription } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../subscriptions/subscription.ts'

const keys = { SECRET_KEY: 'two servers of one installation, one key' }
const app = await makeApp(keys)
const { db, config } = app
const other = await makeApp({ ...keys, DATABASE_URL: config.databaseUrl! })
const desk = openLineDesk(app)
const NAMED = { userName: 'somebody', verifiedEmail: null, language: 'zh-CN', hasTotp: false } as const
const NOBODY = 2_147_483_647
const at = () => ({ db, config, now: clock.now() })

beforeAll(() => runJobs(app))
afterEach(() => clock.reset())

/** A node of another panel's agent with two users; both servers have told it who they are. */
async function buildPolled() {
  const token = randomUUID()
  const nodeId = await desk.buildNode({ connection: 'uniproxy' })
  await db.kysely
    .updateTable('nodes')
    .set({ uniproxyHash: sha256(token) })
    .where('id', '=', nodeId)
    .execute()
  const [user, neighbour] = [await desk.buildUser(), await desk.buildUser()]
  const lineId = (await desk.install(user, nodeId)).data.id
  await desk.install(neighbour, nodeId)
  const rows = await db.kysely
    .selectFrom('lines')
    .select(['number', 'accountId'])
    .where('nodeId', '=', nodeId)
    .execute()
  const number = rows.find(({ accountId }) => accountId === user.account.id)!.number
  const poll = pollAs({ node_id: String(nodeId), node_type: 'vless', token })
  const polled = { nodeId, lineId, number, user, token, poll, owner: ownerOf(user) }
  for (const server of [app, other]) expect((await poll(server)).users?.map(({ id }) => id)).toContain(number)
  return polled
}
type Polled = Awaited<ReturnType<typeof buildPolled>>

const ownerOf = ({ account }: { account: { id: number; resellerId: number } }): Owner => ({
  resellerId: account.resellerId,
  accountId: account.id,
})

type User = { id: number; uuid: string; speed_limit: number; device_limit: number }
const pollAs =
  (query: Record<string, string>) =>
  async ({ inject }: Pick<TestApp, 'inject'> = app, tag = '') => {
    const headers = { 'if-none-match': tag }
    const answer = await inject({ url: '/api/v1/server/UniProxy/user', query, headers })
    const users = answer.statusCode === 200 ? answer.json<{ users: User[] }>().users : null
    return { status: answer.statusCode, users, tag: String(answer.headers['etag']) }
  }

test('an unchanged list is sent again, or 304, and each poll says that the node is there', async () => {
  const { poll, nodeId, number } = await buildPolled()
  const { tag } = await poll()
  for (const [sent, status] of [
    [tag, 304],
    ['"other"', 200],
  ] as const) {
    clock.shift(60_000)
    const askedAt = clock.now()
    const answer = await poll(app, sent)
    expect([answer.status, answer.tag]).toEqual([status, tag])
    if (status === 200) expect(answer.users!.map(({ id }) => id)).toContain(number)
    const { seenAt, appliedRevision } = await db.kysely
      .selectFrom('nodeStates')
      .select(['seenAt', 'appliedRevision'])
      .where('nodeId', '=', nodeId)
      .executeTakeFirstOrThrow()
    expect(seenAt.getTime()).toBeGreaterThanOrEqual(askedAt.getTime())
    expect(appliedRevision).toBe(await desk.revisionOf(nodeId))
  }
})

const change = (changes: Partial<Subscription>) => (polled: Pick<Polled, 'owner'>) =>
  inTx(at(), async (tx) => {
    const subscription = await lockSubscription(tx, polled.owner)
    await saveSubscription(tx, polled.owner, { ...subscription, ...changes })
  })
const freeze = (type: 'pause' | 'resume') => (polled: Polled) =>
  app.call(api.accounts.freeze, { type }, { token: polled.user.token })
const push = (polled: Polled, bytes: number) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/server/UniProxy/push',
    query: { node_id: String(polled.nodeId), node_type: 'vless', token: polled.token },
    payload: JSON.stringify({ [polled.number]: [0, bytes] }),
  })

const cuts: [string, (polled: Polled) => unknown][] = [
  ['pauses', freeze('pause')],
  [
    'is blocked',
    ({ user }) => blockUser(at(), { ...NAMED, ...user.account }, 'abuse', { actor: 'operator:test', isOperator: true }),
  ],
  ['uninstalls the line', ({ user, lineId }) => desk.uninstall(user, lineId)],
  [
    'has used up the traffic',
    async (polled) => {
      await db.kysely
        .updateTable('subscriptions')
        .set({ totalBytes: 1000 })
        .where('accountId', '=', polled.owner.accountId)
        .execute()
      await push(polled, 1000)
    },
  ],
  ['has no time left', change({ expiresAt: new Date(Date.now() - 1000) })],
  ['has a package without lines', change({ lineLimit: 0 })],
]
test.each(cuts)('who %s is on no server’s list any more within seconds; the neighbour stays', async (_what, cut) => {
  const polled = await buildPolled()
  await cut(polled)
  for (const server of [app, other])
    await waitUntil(async () => {
      const { users } = await polled.poll(server)
      return users?.length === 1 && users[0]!.id !== polled.number && users[0]!.id !== NOBODY
    }, 'the list without the user')
})

const news: [string, (polled: Polled) => unknown, (before: User, after: User | undefined) => boolean][] = [
  [
    'another credential',
    ({ user, lineId }) => desk.rotate(user, lineId),
    (before, after) => after!.uuid !== before.uuid,
  ],
  ['another limit of devices', change({ deviceLimit: 7 }), (_, after) => after!.device_limit === 7],
  ['another speed', change({ speedClass: 'fast' }), (_, after) => after!.speed_limit === 500],
  [
    'a pause that ended',
    async (polled) => {
      await freeze('pause')(polled)
      await waitUntil(async () => (await polled.poll()).users!.length === 1, 'the pause')
      await freeze('resume')(polled)
    },
    (before, after) => after?.uuid === before.uuid,
  ],
]
test.each(news)('%s is on every server’s list within seconds', async (_what, make, isThere) => {
  const polled = await buildPolled()
  const userOf = async (server: TestApp) => (await polled.poll(server)).users!.find(({ id }) => id === polled.number)
  const before = (await userOf(app))!
  await make(polled)
  for (const server of [app, other])
    await waitUntil(async () => isThere(before, await userOf(server)), 'the list with the change')
})

test('a new user of the node is on every server’s list at once', async () => {
  const { nodeId, poll } = await buildPolled()
  await desk.install(await desk.buildUser(), nodeId)
  for (const server of [app, other]) expect((await poll(server)).users).toHaveLength(3)
})

test('time alone ends a list: whose package is over is cut before any job has run', async () => {
  const { poll, owner, number, nodeId } = await buildPolled()
  const untold = await desk.revisionOf(nodeId)
  await change({ expiresAt: new Date(clock.now().getTime() + DAY_MS) })({ owner })
  await waitUntil(async () => (await desk.revisionOf(nodeId)) > untold, 'the job that tells the node')
  clock.shift(DAY_MS - 60_000)
  const before = await poll()
  expect(before.users!.map(({ id }) => id)).toContain(number)
  expect((await poll(app, before.tag)).status).toBe(304)
  const revision = await desk.revisionOf(nodeId)
  clock.shift(60_000)
  for (const server of [app, other]) {
    const after = await poll(server, before.tag)
    expect(after.status).toBe(200)
    expect(after.users!.map(({ id }) => id)).not.toContain(number)
  }
  expect(await desk.revisionOf(nodeId)).toBe(revision)
})

test('a removed node, a replaced token and another type are refused at the next call, and the new token is let in', async () => {
  const { nodeId, poll, token, number } = await buildPolled()
  expect((await pollAs({ node_id: String(nodeId), node_type: 'trojan', token })()).status).toBe(403)
  expect((await poll()).status).toBe(200)
  const fresh = await issueUniproxyToken(at(), nodeId, 'operator:test')
  for (const server of [app, other]) expect((await poll(server)).status).toBe(403)
  const pollAnew = pollAs({ node_id: String(nodeId), node_type: 'vless', token: fresh })
  expect((await pollAnew()).users!.map(({ id }) => id)).toContain(number)
  await removeNode(at(), nodeId, 'operator:test')
  for (const server of [app, other]) expect((await pollAnew(server)).status).toBe(403)
})

test('a key of another panel is remembered too, until it is taken back', async () => {
  const { nodeId, number } = await buildPolled()
  const shown = { token: 'a token of all nodes there', nodeType: 'vless', oldNodeId: 4_000_001 }
  await keepOldNodeKeys(db, [{ ...shown, nodeId }])
  const poll = pollAs({ node_id: String(shown.oldNodeId), node_type: 'vless', token: shown.token })
  const { users, tag } = await poll()
  expect([users!.some(({ id }) => id === number), (await poll(app, tag)).status]).toEqual([true, 304])
  await forgetOldNodeKeys({ db, now: clock.now() }, nodeId, 'operator:test')
  expect((await poll()).status).toBe(403)
})

test('a line that was busy at the first poll runs after the next one, though nothing changed', async () => {
  const { nodeId, poll } = await buildPolled()
  const busy = await desk.buildUser()
  await desk.install(busy, nodeId)
  await inTransaction(db, async (tx) => {
    const { accountId } = ownerOf(busy)
    await tx.kysely.selectFrom('lines').select('id').where('accountId', '=', accountId).forUpdate().execute()
    expect((await poll()).users).toHaveLength(3)
  })
  expect(await desk.statesOf(busy)).toEqual(['installing'])
  expect((await poll()).status).toBe(200)
  expect(await desk.statesOf(busy)).toEqual(['active'])
})
