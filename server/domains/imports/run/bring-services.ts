import { DAY_MS } from '../../../../contract/durations.ts'
import { analyzeTable } from '../../../platform/db/analyze-table.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { findKept } from '../../accounts/import-accounts.ts'
import { settleImportedLines } from '../../lines/import-lines.ts'
import { pauseBlocked } from '../../sessions/operator/block-imported.ts'
import { saveImported, type Imported } from '../../subscriptions/import-subscriptions.ts'
import { importedSubscription } from '../../subscriptions/imported-subscription.ts'
import { NO_SUBSCRIPTION } from '../../subscriptions/subscription-store.ts'
import type { SourcePlan, SourceUser } from '../neutral.ts'
import { deviceLimitOf, lineLimiter, pricesOf, TRAFFIC_MAX_BYTES, trafficBytesOf } from './bring-packages.ts'
import { inBatches, markOf, type ImportCtx, type Work } from './context.ts'
import { findThings, loadBorneFen, saveThings, type Thing } from './queries.ts'

const BATCH = 1000
/** The longest that a package lasts here. */
const LONGEST_MS = 3660 * DAY_MS
const BYTES_MAX = BigInt(Number.MAX_SAFE_INTEGER)

/** `sold` null: the plan was taken away there. */
type Wanted = { thing: Thing; user: SourceUser; sold: { plan: SourcePlan; packageId: number } | null; mark: string }

/** What each user has of a plan: until when, how much traffic, and how much of it is used. */
export async function bringServices(ctx: ImportCtx & { db: Tx }, work: Work): Promise<void> {
  const wanted = await findWanted(ctx, work)
  const lineLimitOf = await lineLimiter(ctx, work)
  let done = 0
  for (const batch of inBatches(wanted, BATCH)) {
    const kept = await findKept(
      ctx.db,
      work.resellerId,
      batch.map(({ thing }) => Number(thing.ourKey)),
    )
    const these = batch.filter(({ thing }) => kept.has(Number(thing.ourKey)))
    const imported = these.map((one) => toSubscription(ctx, work, one, lineLimitOf))
    const saved = new Set(await saveImported(ctx, work.resellerId, imported))
    if (done === 0 && wanted.length > BATCH) await analyzeTable(ctx.db, 'subscriptions')
    await pauseBlocked(ctx, work.resellerId, [...saved])
    const marked = these.filter(({ thing }) => saved.has(Number(thing.ourKey)))
    const isNew = ({ thing }: Wanted) => thing.marks['service'] === undefined
    const changed = marked.filter((one) => !isNew(one)).map(({ thing }) => Number(thing.ourKey))
    await settleImportedLines(ctx, work.resellerId, changed)
    work.refreshed.push(...changed)
    work.brought.services += marked.length - changed.length
    work.brought.servicesChanged += changed.length
    work.brought.servicesLeft += these.length - marked.length
    const isDone = new Set(marked)
    for (const one of batch) if (!isDone.has(one)) work.unsettled.add(one.user.id)
    await saveThings(
      ctx.db,
      work,
      'user',
      marked.map(({ thing, mark }) => ({ ...thing, marks: { ...thing.marks, service: mark } })),
    )
    done += batch.length
    ctx.onProgress?.({ stage: 'services', done, of: wanted.length })
  }
  work.brought.borneFen = await loadBorneFen(ctx.db, work)
}

async function findWanted(ctx: ImportCtx, work: Work): Promise<Wanted[]> {
  const packages = new Map(
    (await findThings(ctx.db, work, 'package')).map(({ oldKey, ourKey }) => [Number(oldKey), Number(ourKey)]),
  )
  const things = await findThings(ctx.db, work, 'user')
  return things.flatMap((thing) => {
    const user = work.same.has(Number(thing.oldKey)) ? undefined : work.rows.users.get(Number(thing.oldKey))
    const plan = user && work.rows.plans.get(user.planId ?? -1)
    const packageId = plan && packages.get(plan.id)
    const sold = plan && packageId !== undefined ? { plan, packageId } : null
    // No plans at all is a file without that table rather than an empty one.
    const isTakenAway = user?.planId === null && thing.marks['service'] !== undefined && work.rows.plans.size > 0
    if (!user || (!sold && !isTakenAway)) return []
    const had = sold ? [user.expiresAt, user.quotaBytes, user.usedBytes] : []
    const mark = markOf(ctx, ['service', user.planId, ...had])
    return thing.marks['service'] === mark ? [] : [{ thing, user, sold, mark }]
  })
}

function toSubscription(
  ctx: ImportCtx,
  work: Work,
  { thing, user, sold }: Wanted,
  lineLimitOf: (plan: SourcePlan) => number,
): Imported {
  const owner = { resellerId: work.resellerId, accountId: Number(thing.ourKey) }
  if (!sold) return { ...owner, subscription: NO_SUBSCRIPTION }
  const { plan, packageId } = sold
  const trafficBytes = trafficBytesOf(plan)
  const prices = pricesOf(work, plan)
  const isHuge = user.quotaBytes > BYTES_MAX
  const quotaBytes = isHuge ? TRAFFIC_MAX_BYTES : Number(user.quotaBytes)
  const service = {
    plan: {
      id: packageId,
      trafficBytes,
      deviceLimit: deviceLimitOf(plan),
      lineLimit: lineLimitOf(plan),
      speedClass: 'standard' as const,
    },
    prices,
    endsAt: endOf(user, plan, ctx.now),
    totalBytes: user.quotaBytes < 0n ? trafficBytes : quotaBytes,
    usedBytes: user.usedBytes < 0n || user.usedBytes > BYTES_MAX ? 0 : Number(user.usedBytes),
  }
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  return { ...owner, subscription: importedSubscription(service, clock) }
}

/** Without an end, what is sold once lasts until it is used; the rest gets the longest time that there is. */
function endOf({ expiresAt }: SourceUser, { prices }: SourcePlan, now: Date): Date | null {
  const last = now.getTime() + LONGEST_MS
  if (expiresAt === 'never') return prices.has('once') ? null : new Date(last)
  return new Date(Math.min(Math.max(expiresAt ?? 0, 0) * 1000, last))
}
