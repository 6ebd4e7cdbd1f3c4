import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { clock } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { createLog } from '../../../platform/log.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../../test/build/traffic-factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { ingestBatch } from '../../traffic/count-traffic.ts'
import { getUserInfo } from './get-user-info.ts'

const { db, config } = await makeApp()

const hasConnected = async ({ id, resellerId }: { id: number; resellerId: number }) =>
  (await getUserInfo({ db, config, now: clock.now(), language: 'zh-CN' }, { resellerId, accountId: id })).hasConnected

function send(nodeId: number, item: { number: number; up: number; down: number }) {
  const actor = { kind: 'node', nodeId } as const
  const ctx = { db, config, now: clock.now(), log: createLog('silent'), language: 'en', actor, resellerId: null }
  const batch = { batchId: randomUUID(), boot: 'boot-1', seq: 1, seconds: 60, items: [item] }
  return ingestBatch(ctx as unknown as Ctx<'node'>, batch)
}

test.each([100, 0])(
  'the first bytes mark a user as connected for good, at a rate of %d percent',
  async (ratePercent) => {
    const nodeId = await buildTrafficNode(db, { ratePercent })
    const [user, other] = [await buildSubscriber(db), await buildSubscriber(db)]
    const number = await buildTrafficLine(db, user, nodeId)
    expect(await hasConnected(user)).toBe(false)
    await send(nodeId, { number, up: 1, down: 1024 ** 2 })
    expect(await hasConnected(user)).toBe(true)
    // The monthly reset and an upgrade leave the row like this.
    await db.kysely.updateTable('subscriptions').set({ usedBytes: 0 }).where('accountId', '=', user.id).execute()
    expect([await hasConnected(user), await hasConnected(other)]).toEqual([true, false])
  },
)
