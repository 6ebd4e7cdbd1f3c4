import { randomUUID } from 'node:crypto'

import type { Protocol } from '../../../contract/node-settings.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { seal, sha256 } from '../../platform/secrets/crypto.ts'
import { buildAccount } from './factories.ts'

type Owner = { id: number; resellerId: number }
let made = 0

export async function buildTrafficNode(
  db: Db,
  overrides: {
    address?: string
    port?: number
    ratePercent?: number
    speedMbps?: number
    protocol?: Protocol
    settings?: object
    resellerId?: number
    /** Makes it a node with a foreign agent. */
    uniproxyToken?: string
    createdAt?: Date
  } = {},
): Promise<number> {
  const { uniproxyToken, settings = {}, ...rest } = overrides
  const foreign = uniproxyToken === undefined ? {} : { uniproxyHash: sha256(uniproxyToken) }
  const { id } = await db.kysely
    .insertInto('nodes')
    .values({
      name: `Counting ${(made += 1)} ${randomUUID().slice(0, 8)}`,
      region: 'HK',
      address: 'node.example',
      port: 443,
      // Many nodes may share a port, since no engine listens.
      sharesPort: true,
      createdAt: new Date(0),
      protocol: 'vless',
      connection: uniproxyToken === undefined ? 'agent' : 'uniproxy',
      settings: JSON.stringify(settings),
      ...foreign,
      ...rest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An account with a running plan of so many bytes. */
export async function buildSubscriber(
  db: Db,
  overrides: { resellerId?: number; totalBytes?: number; deviceLimit?: number; userName?: string } = {},
): Promise<Owner & { userName: string }> {
  const { totalBytes = 10 ** 12, deviceLimit = 3, ...account } = overrides
  const { id, resellerId, userName } = await buildAccount(db, account)
  const packageName = `P ${randomUUID()}`
  const plan = await db.kysely
    .insertInto('packages')
    .values({ kind: 'plan', name: packageName, trafficBytes: 1, deviceLimit: 1, lineLimit: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.kysely
    .insertInto('subscriptions')
    .values({
      resellerId,
      accountId: id,
      packageId: plan.id,
      period: 'month',
      expiresAt: new Date(clock.now().getTime() + 30 * 86_400_000),
      totalBytes,
      deviceLimit,
      lineLimit: 10,
    })
    .execute()
  return { id, resellerId, userName }
}

export async function buildTrafficLine(
  db: Db,
  owner: Owner,
  nodeId: number,
  overrides: { state?: 'active' | 'installing' | 'removed'; secretKey?: Buffer; credential?: string } = {},
): Promise<number> {
  const { state = 'active', secretKey = Buffer.alloc(32), credential = randomUUID() } = overrides
  const { number } = await db.kysely
    .insertInto('lines')
    .values({
      resellerId: owner.resellerId,
      accountId: owner.id,
      nodeId,
      sealedCredential: seal(secretKey, 'line', `${owner.resellerId}:${owner.id}`, credential),
      state,
      revision: 1,
      stateSince: clock.now(),
      createdAt: clock.now(),
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}
