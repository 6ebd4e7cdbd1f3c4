import { limits } from '../../../contract/limits.ts'
import { addMonitor } from '../../domains/monitor/monitors/manage-monitors.ts'
import { clock } from '../../platform/clock.ts'
import { randomToken, sha256 } from '../../platform/secrets/crypto.ts'
import type { TestApp } from '../run/make-app.ts'

type Made = Pick<TestApp, 'db' | 'config'>
let made = 0

/** A monitor account as an operator makes it, and a token for it without a real sign-in. */
export async function buildMonitor(
  { db, config }: Made,
  overrides: { userName?: string; resellerId?: number; withTotp?: boolean } = {},
) {
  const { userName = `watch${(made += 1)}`, resellerId = null, withTotp = false } = overrides
  const now = clock.now()
  const added = await addMonitor({ db, config, now }, { userName, resellerId, withTotp }, 'operator:test')
  const token = randomToken()
  const { id: monitorId } = await db.kysely
    .selectFrom('monitors')
    .select('id')
    .where('userName', '=', userName)
    .executeTakeFirstOrThrow()
  await db.kysely
    .insertInto('monitorSessions')
    .values({
      monitorId,
      tokenHash: sha256(token),
      createdAt: now,
      seenAt: now,
      expiresAt: new Date(now.getTime() + limits.monitorAbsoluteMs),
    })
    .execute()
  return { ...added, userName, monitorId, token }
}

let nodes = 0

/** A node last heard of just now, or at `seenAt`. */
export async function buildWatchedNode(
  { db }: Pick<TestApp, 'db'>,
  overrides: {
    name?: string
    region?: string
    resellerId?: number
    seenAt?: Date | null
    engine?: 'running' | 'down' | 'starting'
    connection?: 'agent' | 'uniproxy'
    protocol?: 'trojan' | 'hysteria2'
    settings?: string
  } = {},
): Promise<number> {
  const { seenAt = clock.now(), engine = 'running', name = `Watched ${(nodes += 1)}`, ...rest } = overrides
  const { id } = await db.kysely
    .insertInto('nodes')
    .values({
      name,
      region: 'JP',
      address: 'secret-address.example',
      port: 443,
      sharesPort: true,
      protocol: 'vless',
      ...rest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (seenAt) await hearNode({ db }, id, seenAt, engine)
  return id
}

export async function hearNode(
  { db }: Pick<TestApp, 'db'>,
  nodeId: number,
  seenAt: Date,
  engine: 'running' | 'down' | 'starting' = 'running',
): Promise<void> {
  const load = { cpuPercent: 12, memoryPercent: 34, onlineUsers: 5, upBps: 100, downBps: 200 }
  const look = { lookedAt: seenAt, lookWay: 'engine', lookMs: 120 } as const
  const report = { nodeId, seenAt, engine, ...load, ...look }
  await db.kysely
    .insertInto('nodeStates')
    .values(report)
    .onConflict((conflict) => conflict.column('nodeId').doUpdateSet(report))
    .execute()
}
