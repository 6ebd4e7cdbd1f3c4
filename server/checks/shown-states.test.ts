import { beforeEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { limits } from '../../contract/limits.ts'
import { clock } from '../platform/clock.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildLine, openLineDesk, type LineUser } from '../test/build/line-desk.ts'
import { makeApp } from '../test/run/make-app.ts'

// The look of a state is decided in ui/components from these facts, so equal facts are equal words.

const made = await makeApp()
const { call, db } = made
const desk = openLineDesk(made)
const viewer = await buildStaff(made, { resellerId: 260, role: 'viewer' })
beforeEach(() => clock.reset())

const officeOf = async ({ account }: LineUser) => (await viewer.call(consoleApi.user.show, { id: account.id })).data
const portalOf = async ({ token }: LineUser) => (await call(api.accounts.info, { dailiKey: 260 }, { token })).data

const nodes = {
  up: () => desk.buildNode(),
  maintenance: () => desk.buildNode({ inMaintenance: true }),
  down: async () => {
    const nodeId = await desk.buildNode()
    const seenAt = new Date(clock.now().getTime() - limits.nodeSilentMs - 1000)
    await db.kysely.updateTable('nodeStates').set({ seenAt }).where('nodeId', '=', nodeId).execute()
    return nodeId
  },
}
const states = [
  ...(['installing', 'active', 'moving', 'failed'] as const).map((state) => ({ state, reason: null })),
  ...(['paused', 'expired', 'quota', 'limit', 'node'] as const).map((reason) => ({
    state: 'suspended' as const,
    reason,
  })),
]

test.each(['up', 'maintenance', 'down'] as const)(
  'a user and the office see the same of every state of a line whose node is %s',
  async (nodeState) => {
    const user = await desk.buildUser({ resellerId: 260 })
    for (const state of states) {
      const id = await buildLine(made, user.account, await nodes[nodeState]())
      await db.kysely.updateTable('lines').set(state).where('id', '=', id).execute()
      const facts = { ...state, nodeState }
      const { lines } = await officeOf(user)
      expect([(await desk.linesOf(user)).at(-1), lines.at(-1)]).toMatchObject([facts, facts])
      await db.kysely.updateTable('lines').set({ state: 'removed', reason: null }).where('id', '=', id).execute()
    }
  },
)

const past = () => new Date(clock.now().getTime() - 1000)
const users = {
  active: () => ({}),
  quota: () => ({ usedBytes: 1000 * 1024 ** 3 }),
  paused: () => ({ pausedAt: past(), bankedSeconds: 86_400, expiresAt: null }),
  expired: () => ({ expiresAt: past() }),
  none: () => ({ packageId: null, period: null, expiresAt: null }),
}

test.each(Object.keys(users) as (keyof typeof users)[])(
  'the user and the office see the same account: %s',
  async (name) => {
    const user = await desk.buildUser({ resellerId: 260 })
    const { id, resellerId } = user.account
    const { pausedAt, ...changes } = { pausedAt: null, ...users[name]() }
    if (pausedAt) await db.kysely.updateTable('accounts').set({ pausedAt }).where('id', '=', id).execute()
    if (Object.keys(changes).length > 0) {
      const rows = db.kysely.updateTable('subscriptions').set(changes)
      await rows.where('resellerId', '=', resellerId).where('accountId', '=', id).execute()
    }
    const [portal, office] = [await portalOf(user), await officeOf(user)]
    const { list } = consoleApi.users
    const row = (await viewer.call(list, { search: office.userName })).data.rows.find((one) => one.id === id)!
    const facts = {
      state: portal.state,
      expiresAt: portal.expiresAt,
      usedBytes: portal.usedBytes,
      totalBytes: portal.totalBytes,
    }
    expect(row).toMatchObject(facts)
    expect({ ...office, expiresAt: office.package?.expiresAt ?? null }).toMatchObject(facts)
  },
)
