import { randomUUID } from 'node:crypto'

import { api } from '../contract/api.ts'
import type { Route } from '../contract/route.ts'
import type { Config } from '../server/config.ts'
import { assignCards } from '../server/domains/cards/assign-cards.ts'
import { makePartitions } from '../server/domains/traffic/make-partitions.ts'
import { rankUsers } from '../server/domains/traffic/ranking/rank-users.ts'
import { clock } from '../server/platform/clock.ts'
import type { Db } from '../server/platform/db/db.ts'
import { createLog } from '../server/platform/log.ts'
import { buildCards } from '../server/test/build/build-cards.ts'
import { buildWatchedNode } from '../server/test/build/build-monitor.ts'
import { buildNotice } from '../server/test/build/build-notice.ts'
import { buildSession } from '../server/test/build/build-session.ts'
import { buildAccount, buildReseller } from '../server/test/build/factories.ts'
import { buildLine } from '../server/test/build/line-desk.ts'
import { fund, GB } from '../server/test/build/money-factories.ts'

export type Account = { id: number; resellerId: number; userName: string; password: string }
type Made = { db: Db; config: Config; url: string }

/** This reseller sells nothing and takes no online payments, so its users see every screen empty. */
const EMPTY_RESELLER = 1000

export async function buildFreshUser({ db }: Made): Promise<Account> {
  await buildReseller(db, { id: EMPTY_RESELLER, isWhitelisted: false, title: '空港' })
  return buildAccount(db, { resellerId: EMPTY_RESELLER, userName: 'newcomer' })
}

/** A user who has used the portal for a while: every list has something in it. */
export async function buildOldUser(made: Made): Promise<Account> {
  const { db, config } = made
  const account = await buildAccount(db, { userName: 'haiyan', email: 'haiyan@mail.example' })
  await subscribe(db, account)
  await fund(db, account, 8_800)
  const nodeIds = await findNodes(db)
  for (const nodeId of nodeIds) await buildLine({ db, config }, account, nodeId)
  await useTraffic(made, account, nodeIds)
  await buildNotice(db, { title: '香港节点升级', body: '今晚两点到三点升级，期间请用其他节点。' })
  // The sandbox's own nodes run nothing, so the status page leaves them out.
  await buildWatchedNode(made, { name: '大阪', region: 'JP' })
  const friend = await buildAccount(db, { userName: 'friend-of-haiyan' })
  await db.kysely.updateTable('accounts').set({ inviterId: account.id }).where('id', '=', friend.id).execute()

  const { codes } = await buildCards(db, { count: 2 })
  const assigned = { resellerId: account.resellerId, userName: account.userName, codes: [codes[0]!] }
  await assignCards({ db, config, now: clock.now() }, assigned, 'operator:test')
  const token = await buildSession(db, account)
  await call(made, api.cards.redeem, { code: codes[1]! }, token)
  const [way] = await call<{ id: string }[]>(made, api.payments.payTypes, { paytype: 'user', dailiKey: 0 }, token)
  const topUp = { type: 'user', amountFen: 5_000, payType: way!.id, device: 'qr', key: randomUUID() }
  await call(made, api.payments.pay, topUp, token)
  return account
}

/** Gives the first plan on sale for some weeks. Whoever used traffic counts as connected. */
export async function subscribe(db: Db, { id: accountId, resellerId }: Account, usedBytes = 37 * GB): Promise<void> {
  const plan = await db.kysely
    .selectFrom('packages')
    .select('id')
    .where('kind', '=', 'plan')
    .orderBy('place')
    .executeTakeFirstOrThrow()
  await db.kysely
    .insertInto('subscriptions')
    .values({
      resellerId,
      accountId,
      packageId: plan.id,
      period: 'month',
      expiresAt: new Date(clock.now().getTime() + 20 * 86_400_000),
      totalBytes: 100 * GB,
      usedBytes,
      deviceLimit: 3,
      lineLimit: 5,
    })
    .execute()
}

export async function findNodes(db: Db): Promise<number[]> {
  const nodes = await db.kysely
    .selectFrom('nodes')
    .select('id')
    .where('inMaintenance', '=', false)
    .orderBy('id')
    .limit(3)
    .execute()
  return nodes.map(({ id }) => id)
}

async function useTraffic({ db, config }: Made, account: Account, nodeIds: number[]): Promise<void> {
  const now = clock.now()
  await makePartitions({ db, now })
  const hour = new Date(now.getTime() - (now.getTime() % 3_600_000))
  const owner = { resellerId: account.resellerId, accountId: account.id }
  const used = nodeIds.map((nodeId, at) => ({
    ...owner,
    nodeId,
    hour,
    upBytes: 0.2 * GB,
    downBytes: (at + 1) * GB,
    chargedBytes: (at + 1.2) * GB,
  }))
  const whole = used.map((row) => ({
    ...row,
    upBytes: Math.round(row.upBytes),
    chargedBytes: Math.round(row.chargedBytes),
  }))
  await db.kysely.insertInto('trafficHours').values(whole).execute()
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: config.businessTz }).format(now)
  const upBytes = whole.reduce((sum, row) => sum + row.upBytes, 0)
  const downBytes = whole.reduce((sum, row) => sum + row.downBytes, 0)
  await db.kysely
    .insertInto('trafficDays')
    .values({ ...owner, day, upBytes, downBytes })
    .execute()
  await rankUsers({ db, config, now, log: createLog('silent'), isLastAttempt: false })
}

export async function call<T>(
  { url }: Pick<Made, 'url'>,
  { method, path }: Route,
  input: Record<string, unknown>,
  token: string,
): Promise<T> {
  const query = new URLSearchParams(input as Record<string, string>)
  const headers = { authorization: `Bearer ${token}` }
  const answer =
    method === 'GET'
      ? await fetch(`${url}${path}?${query}`, { headers })
      : await fetch(url + path, {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
  const { data, code } = (await answer.json()) as { data: T; code?: string }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${code}`)
  return data
}
