import { randomUUID } from 'node:crypto'

import { DAY_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { sealPayout } from '../../domains/accounts/payout-account.ts'
import { buyCardBatch } from '../../domains/cards/buy-card-batch.ts'
import { redeem } from '../../domains/cards/redeem-card.ts'
import { confirmCommissions } from '../../domains/invites/commissions.ts'
import { settleWithdrawal } from '../../domains/invites/settle-withdrawal.ts'
import { insertWithdrawal } from '../../domains/invites/withdrawal-queries.ts'
import { loadBalanceFen } from '../../domains/ledger/load-balance.ts'
import { post } from '../../domains/ledger/post.ts'
import { makeSealedCredential } from '../../domains/lines/credential.ts'
import { resetDueTraffic } from '../../domains/subscriptions/reset-traffic.ts'
import { clock } from '../../platform/clock.ts'
import type { Owner, TxCtx } from '../../platform/context.ts'
import { inTransaction, type Db } from '../../platform/db/db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { FROM_JOBS } from '../../platform/jobs/worker-tables.ts'
import { createLog } from '../../platform/log.ts'
import { randomToken } from '../../platform/secrets/crypto.ts'
import { hashPassword } from '../../platform/secrets/passwords.ts'
import { HISTORY_DAYS, makeChance, planShop, type PlannedPurchase } from './plan.ts'
import { writeSale, writeTopUp } from './write-sales.ts'
import { writeTickets } from './write-tickets.ts'
import { writeTraffic } from './write-traffic.ts'

/** Two shops with a history, and the number of users of each. */
const SHOPS = [
  { resellerId: 0, size: 140, seed: 7 },
  { resellerId: 260, size: 120, seed: 260 },
]
/** clean-demo finds the notices by these texts where a sandbox was started by mistake. */
export const historyNotices = [
  { title: '香港线路扩容完成', body: '香港 01 已扩容，晚高峰更稳。旧线路不用重新安装。', daysAgo: 61 },
  { title: '国庆期间照常服务', body: '节日里客服在线时间为 10:00–22:00，留言会按顺序回复。', daysAgo: 45 },
  { title: '新增台北专线', body: '在“安装线路”里可以看到，倍率 2。', daysAgo: 12 },
]

type Goods = { packageId: number; period: 'month' | 'once'; retailFen: number; wholesaleFen: number }

/**
 * Writes ninety days of two shops once, into a sandbox without orders, in one transaction. Money moves through the
 * usual functions, so the books balance. Its mails, jobs and rings are taken back, so nobody is told.
 */
export async function seedHistory(db: Db, config: Config): Promise<void> {
  const started = await db.kysely.selectFrom('orders').select('id').limit(1).executeTakeFirst()
  const merchant = await db.kysely
    .selectFrom('merchants')
    .select('id')
    .where('resellerId', 'is', null)
    .executeTakeFirst()
  if (started || !merchant) return
  const now = clock.now()
  // Log nothing: messages of the jobs of those days are no news.
  const log = createLog('silent')
  // Nobody can sign in as one of these accounts: the password is random and not kept.
  const passwordHash = await hashPassword(randomToken(24))
  await inTransaction(db, async (tx) => {
    // Many sales share one transaction. Post each in its turn, because later ones build on it.
    const inTurn = { ...tx, sendLast: tx.send }
    // The made-up past has no second person to release payouts.
    const at = (time: Date): TxCtx => ({ db: inTurn, now: time, log, config: { ...config, fourEyes: false } })
    for (const shop of SHOPS) await writeShop(at, { ...shop, merchantId: merchant.id, passwordHash, now })
    await writeTraffic(
      tx,
      SHOPS.map(({ resellerId }) => resellerId),
      now,
      config.businessTz,
    )
    await forgetConsequences(tx)
  })
}

type At = (time: Date) => TxCtx
type Shop = { resellerId: number; size: number; seed: number; merchantId: string; passwordHash: string; now: Date }

async function writeShop(at: At, shop: Shop): Promise<void> {
  const { resellerId, size, seed, merchantId, now } = shop
  const chance = makeChance(seed)
  const { people, wishes } = planShop(size, now, chance)
  const start = new Date(now.getTime() - HISTORY_DAYS * DAY_MS)
  await at(start).db.kysely.updateTable('resellers').set({ createdAt: start }).where('id', '=', resellerId).execute()
  const accounts = await writePeople(at(start), shop, people)
  await writeTopUp(at(start), { resellerId, accountId: accounts[0]!.id, amountFen: 12_800, merchantId })
  const goods = await findGoods(at(now), resellerId)
  await writeTopUp(at(start), { resellerId, accountId: null, amountFen: 150_000, merchantId })
  const keys = await writeCards(at(new Date(now.getTime() - 70 * DAY_MS)), resellerId, goods[0]!)
  const events = wishes.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  let chores = start.getTime()
  const bought = new Set<number>()
  for (const wish of events) {
    for (; chores + 4 * DAY_MS < wish.at.getTime(); chores += 4 * DAY_MS) await doChores(at(new Date(chores)))
    const owner = { resellerId, accountId: accounts[wish.person]!.id }
    const key = wish.what === 'new' && wish.plan === 0 && bought.size % 6 === 5 ? keys.pop() : undefined
    if (key) await redeem(at(wish.at), owner, key)
    else await sell(at(wish.at), owner, wish, goods, accounts, merchantId)
    bought.add(wish.person)
  }
  await doChores(at(now))
  await writeWithdrawals(at, shop, accounts)
  await writeLines(
    at(now),
    resellerId,
    accounts.filter((_, person) => bought.has(person)).map(({ id }) => id),
  )
  await writeNotices(at(now), resellerId)
  await writeTickets(at(now), { resellerId, accountIds: accounts.map(({ id }) => id) })
}

type Account = { id: number; inviterId: number | null }

async function writePeople(
  ctx: TxCtx,
  { resellerId, passwordHash }: Shop,
  people: ReturnType<typeof planShop>['people'],
) {
  const demo = await ctx.db.kysely
    .updateTable('accounts')
    .set({ createdAt: ctx.now })
    .where('resellerId', '=', resellerId)
    .where('userName', '=', 'demo')
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = people.slice(1).map(({ userName, createdAt }, index) => ({
    resellerId,
    userName,
    passwordHash,
    inviteCode: `H${resellerId}X${index}`.padEnd(8, 'X'),
    isDemo: true,
    createdAt,
  }))
  const made = await ctx.db.kysely.insertInto('accounts').values(rows).returning(['id', 'userName']).execute()
  const ids = [demo.id, ...made.map(({ id }) => id)]
  const accounts: Account[] = people.map(({ inviter }, index) => ({
    id: ids[index]!,
    inviterId: inviter === null ? null : ids[inviter]!,
  }))
  for (const { id, inviterId } of accounts) {
    if (inviterId === null) continue
    await ctx.db.kysely.updateTable('accounts').set({ inviterId }).where('id', '=', id).execute()
  }
  return accounts
}

/** The catalogue's monthly plans, and the pack. */
async function findGoods(ctx: TxCtx, resellerId: number): Promise<Goods[]> {
  return ctx.db.query<Goods>({
    name: 'history.goods',
    text: `select f.package_id, f.period, f.retail_fen, e.wholesale_fen
      from package_offers f join packages p on p.id = f.package_id
        join price_list_entries e on e.price_list_id = 0 and e.package_id = f.package_id and e.period = f.period
      where f.reseller_id = $1 and ((p.kind = 'plan' and f.period = 'month') or p.kind = 'pack') order by p.place`,
    values: [resellerId],
  })
}

async function sell(
  ctx: TxCtx,
  owner: Owner,
  { what, plan, by, person }: PlannedPurchase,
  goods: readonly Goods[],
  accounts: readonly Account[],
  merchantId: string,
): Promise<void> {
  const { inviterId } = accounts[person]!
  await writeSale(ctx, { ...owner, ...goods[plan]!, action: what, inviterId, commissionPercent: 10, by, merchantId })
}

/** Does what jobs would have done by then. */
async function doChores(ctx: TxCtx): Promise<void> {
  const job = { ...ctx, isLastAttempt: false } as unknown as JobCtx
  await resetDueTraffic(job)
  await confirmCommissions(job)
}

async function writeCards(ctx: TxCtx, resellerId: number, { packageId }: Goods): Promise<string[]> {
  const batch = { resellerId, kind: 'package' as const, packageId, value: 1, count: 40, expiresAt: null }
  const { codes } = await buyCardBatch(ctx, { ...batch, key: `history-${resellerId}` }, 'operator')
  return codes
}

/** The two users who earned most: one was paid, the other waits. */
async function writeWithdrawals(at: At, { resellerId, now }: Shop, accounts: readonly Account[]): Promise<void> {
  const inviters = [...new Set(accounts.map(({ inviterId }) => inviterId))].filter((id) => id !== null)
  const earned = await Promise.all(
    inviters.map(async (accountId) => ({
      accountId,
      fen: await loadBalanceFen(at(now), { kind: 'commission', resellerId, accountId }),
    })),
  )
  const [first, second] = earned.toSorted((a, b) => b.fen - a.fen)
  if (first && first.fen >= 1000) {
    // The payee account's waiting time is over by now.
    const asked = at(new Date(now.getTime() - limits.payeeRestMs))
    const withdrawalId = await askFor(asked, { resellerId, accountId: first.accountId }, first.fen)
    const by = { actor: 'operator', isPlatform: true }
    await settleWithdrawal(at(now), { resellerId, withdrawalId }, { state: 'paid', by: 'platform' }, by)
  }
  if (second && second.fen >= 1000) await askFor(at(now), { resellerId, accountId: second.accountId }, second.fen)
}

async function askFor(ctx: TxCtx, owner: Owner, amountFen: number): Promise<string> {
  const id = randomUUID()
  const sealedAccount = sealPayout(ctx.config, id, { account: 'sample@pay.example', name: '示例' })
  const row = { id, ...owner, amountFen, feeFen: 0, method: 'alipay' as const, sealedAccount, createdAt: ctx.now }
  await insertWithdrawal(ctx.db, row)
  await post(ctx, {
    key: `withdrawal:${id}:hold`,
    kind: 'withdraw_hold',
    resellerId: owner.resellerId,
    legs: [
      { kind: 'commission', ...owner, amountFen: -amountFen },
      { kind: 'hold', ...owner, amountFen },
    ],
    memo: { withdrawalId: id },
  })
  return id
}

/** Gives each account one line on a demo node; the demo nodes report it as working. */
async function writeLines(ctx: TxCtx, resellerId: number, accountIds: readonly number[]): Promise<void> {
  const nodes = await ctx.db.kysely
    .selectFrom('nodes')
    .select(['id', 'revision'])
    .where('isDemo', '=', true)
    .where('protocol', '!=', 'shadowsocks')
    .orderBy('id')
    .execute()
  const running = await ctx.db.query<{ accountId: number; isRunning: boolean }>({
    name: 'history.running',
    text: `select account_id, expires_at > $2 as is_running from subscriptions
      where reseller_id = $1 and account_id = any ($3) and package_id is not null`,
    values: [resellerId, ctx.now, accountIds],
  })
  const rows = running.map(({ accountId, isRunning }, index) => {
    const node = nodes[index % nodes.length]!
    return {
      resellerId,
      accountId,
      nodeId: node.id,
      sealedCredential: makeSealedCredential(ctx.config, { resellerId, accountId }),
      state: isRunning ? ('active' as const) : ('suspended' as const),
      reason: isRunning ? null : ('expired' as const),
      revision: node.revision,
      stateSince: ctx.now,
      createdAt: ctx.now,
    }
  })
  if (rows.length > 0) await ctx.db.kysely.insertInto('lines').values(rows).execute()
}

async function writeNotices(ctx: TxCtx, resellerId: number): Promise<void> {
  const rows = historyNotices.map(({ title, body, daysAgo }) => ({
    resellerId,
    title,
    body,
    publishedAt: new Date(ctx.now.getTime() - daysAgo * DAY_MS),
  }))
  await ctx.db.kysely.insertInto('notices').values(rows).execute()
}

/** Deletes what this transaction queued; such jobs carry the transaction's time. */
async function forgetConsequences(tx: TxCtx['db']): Promise<void> {
  await tx.query({
    name: 'history.forget',
    text: `delete ${FROM_JOBS} where created_at = now()`,
    values: [],
  })
  await tx.kysely.deleteFrom('bellRings').execute()
}
