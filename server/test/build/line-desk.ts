import { randomUUID } from 'node:crypto'

import { api } from '../../../contract/api.ts'
import { makeSealedCredential } from '../../domains/lines/credential.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { TestApp } from '../run/make-app.ts'
import { buildSession } from './build-session.ts'
import { buildAccount } from './factories.ts'
import { buildPackage, GB } from './money-factories.ts'

export type LineUser = { account: { id: number; resellerId: number }; token: string }
type NodeOverrides = {
  resellerId?: number
  name?: string
  protocol?: 'vless' | 'shadowsocks' | 'trojan'
  connection?: 'agent' | 'uniproxy'
  address?: string
  port?: number
  settings?: object
  capacity?: number
  ratePercent?: number
  suits?: string[]
  inMaintenance?: boolean
}
let made = 0

/** Users' actions on lines over browser calls, and nodes' actions over the database. */
export function openLineDesk({ call, db }: TestApp) {
  return {
    buildNode: (overrides: NodeOverrides = {}) => buildNode(db, overrides),
    hear: (nodeId: number) => hear(db, nodeId),
    buildUser: (overrides: { resellerId?: number; email?: string; lineLimit?: number } = {}) =>
      buildLineUser(db, overrides),
    install: ({ token }: LineUser, nodeId: number) => call(api.lines.install, { nodeId }, { token }),
    uninstall: ({ token }: LineUser, lineId: string) => call(api.lines.uninstall, { lineId }, { token }),
    move: ({ token }: LineUser, lineId: string, nodeId: number) => call(api.lines.move, { lineId, nodeId }, { token }),
    undoMove: ({ token }: LineUser, lineId: string) => call(api.lines.undoMove, { lineId }, { token }),
    rotate: ({ token }: LineUser, lineId: string) => call(api.lines.rotate, { lineId }, { token }),
    linesOf: async ({ token }: LineUser) => {
      const { status, text, data } = await call(api.lines.list, {}, { token })
      if (status !== 200) throw new Error(`The list of lines answered ${status}: ${text}`)
      return data.lines
    },
    statesOf: (user: LineUser) => findStates(db, user),
    revisionOf: (nodeId: number) => loadRevision(db, nodeId),
    /** Every node confirms all changes. */
    confirm: (user: LineUser) => confirmLines(db, user),
  }
}

/** A node that reported just now. */
export async function buildNode(db: Db, overrides: NodeOverrides = {}): Promise<number> {
  const { settings = {}, ...rest } = overrides
  made += 1
  const values = {
    name: `Node ${made} ${randomUUID().slice(0, 8)}`,
    region: 'HK',
    address: `n${made}.example.net`,
    port: 443,
    protocol: 'vless' as const,
    settings: JSON.stringify(settings),
    ...rest,
  }
  const { id } = await db.kysely.insertInto('nodes').values(values).returning('id').executeTakeFirstOrThrow()
  await hear(db, id)
  return id
}

/** Adds an active line without a package or a call. */
export async function buildLine(
  { db, config }: Pick<TestApp, 'db' | 'config'>,
  account: LineUser['account'],
  nodeId: number,
): Promise<string> {
  const owner = { resellerId: account.resellerId, accountId: account.id }
  const at = clock.now()
  const { id } = await db.kysely
    .insertInto('lines')
    .values({
      ...owner,
      nodeId,
      sealedCredential: makeSealedCredential(config, owner),
      state: 'active',
      revision: 1,
      stateSince: at,
      createdAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function hear(db: Db, nodeId: number): Promise<void> {
  const seenAt = clock.now()
  const report = { seenAt, engine: 'running', lookedAt: seenAt, lookWay: 'engine', lookMs: 120 } as const
  await db.kysely
    .insertInto('nodeStates')
    .values({ nodeId, ...report })
    .onConflict((conflict) => conflict.column('nodeId').doUpdateSet(report))
    .execute()
}

/** A signed-in user with a month's package. */
async function buildLineUser(
  db: Db,
  { lineLimit = 5, ...overrides }: { resellerId?: number; email?: string; lineLimit?: number },
): Promise<LineUser> {
  const account = await buildAccount(db, overrides)
  const plan = await buildPackage(db, { resellerId: account.resellerId })
  await db.kysely
    .insertInto('subscriptions')
    .values({
      resellerId: account.resellerId,
      accountId: account.id,
      packageId: plan.id,
      period: 'month',
      expiresAt: new Date(clock.now().getTime() + 30 * 86_400_000),
      totalBytes: 100 * GB,
      deviceLimit: 3,
      lineLimit,
    })
    .execute()
  return { account, token: await buildSession(db, account) }
}

/** State and reason of the account's lines that are neither removed nor about to leave, oldest first. */
async function findStates(db: Db, { account }: LineUser): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('lines')
    .select(['state', 'reason'])
    .where('resellerId', '=', account.resellerId)
    .where('accountId', '=', account.id)
    .where('state', '<>', 'removed')
    .where('leavesAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('number')
    .execute()
  return rows.map(({ state, reason }) => reason ?? state)
}

async function loadRevision(db: Db, nodeId: number): Promise<number> {
  const node = await db.kysely.selectFrom('nodes').select('revision').where('id', '=', nodeId).executeTakeFirstOrThrow()
  return node.revision
}

async function confirmLines(db: Db, { account }: LineUser): Promise<void> {
  await db.kysely
    .updateTable('lines')
    .set({ state: 'active', stateSince: clock.now() })
    .where('resellerId', '=', account.resellerId)
    .where('accountId', '=', account.id)
    .where('state', 'in', ['installing', 'moving'])
    .execute()
}
