import type { Tx } from '../../../platform/db/db.ts'
import { findPackages } from '../../catalogue/find-for-operator.ts'
import type { Period } from '../../catalogue/period.ts'
import { setOffer } from '../../catalogue/prices/set-offer.ts'
import { addPackage, changePackage } from '../../catalogue/save-package.ts'
import type { ImportedPrice } from '../../subscriptions/imported-subscription.ts'
import type { SourcePlan } from '../neutral.ts'
import { changeImported, ourMarks, shareOf, type PlanHere } from './change-packages.ts'
import { markOf, type ImportCtx, type Work } from './context.ts'
import { findThings, saveThings } from './queries.ts'

const GIB_BYTES = 1024 ** 3
/** As many as a package of ours can have. */
const GIB_MAX = 1_000_000
export const TRAFFIC_MAX_BYTES = GIB_MAX * GIB_BYTES
const LIMIT_MAX = 1000
const NAME_MAX = 40
const FEN_MAX = 100_000_000n
const STOCK_MAX = 1_000_000
/** V2Board counts no devices. */
const DEVICES_UNLIMITED = 100
const OURS: readonly Period[] = ['month', 'quarter', 'half', 'year', 'once']

/**
 * Each plan that has traffic becomes a package, with the old price for this reseller and its share as wholesale. What was
 * changed there since follows, unless it was changed here too.
 */
export async function bringPackages(ctx: ImportCtx & { db: Tx }, work: Work): Promise<void> {
  const known = new Map((await findThings(ctx.db, work, 'package')).map((thing) => [thing.oldKey, thing]))
  const here = new Map((await findPackages(ctx, false)).map((row) => [row.id, row]))
  const names = new Set([...here.values()].map(({ name }) => name))
  const lineLimitOf = await lineLimiter(ctx, work)
  for (const plan of work.rows.plans.values()) {
    if (!hasTraffic(plan)) continue
    const thing = known.get(String(plan.id))
    const lineLimit = lineLimitOf(plan)
    const limits = [plan.deviceLimit, lineLimit]
    const parts = [plan.name, plan.quotaGib, [...plan.prices], plan.isShown, plan.isRenewable, plan.groupId, ...limits]
    const mark = markOf(ctx, parts)
    const before = thing && here.get(Number(thing.ourKey))
    if (before && thing.marks['plan'] !== mark) {
      names.delete(before.name)
      const wanted = planHere(work, plan, { name: freeName(names, plan), lineLimit })
      const about = { planId: plan.id, packageId: before.id, marks: thing.marks, before, wanted }
      const left = work.brought.nodesLeft.length
      const marks = { plan: mark, ...(await changeImported(ctx, work, about)) }
      names.add(before.name)
      work.brought.packagesChanged++
      if (work.brought.nodesLeft.length > left) work.brought.plansLeft++
      await saveThings(ctx.db, work, 'package', [{ ...thing, marks }])
    } else if (!thing) {
      const wanted = planHere(work, plan, { name: freeName(names, plan), lineLimit })
      const id = await addOne(ctx, work, plan, wanted)
      work.brought.packages++
      const made = { oldKey: String(plan.id), ourKey: String(id), marks: { plan: mark, ...ourMarks(ctx, wanted) } }
      await saveThings(ctx.db, work, 'package', [{ ...made, balanceFen: 0, commissionFen: 0, turn: 0 }])
    }
  }
}

type Decided = { name: string; lineLimit: number }

function planHere(work: Work, plan: SourcePlan, { name, lineLimit }: Decided): PlanHere {
  const prices = pricesOf(work, plan)
  return {
    prices,
    fields: {
      name,
      trafficBytes: trafficBytesOf(plan),
      deviceLimit: deviceLimitOf(plan),
      lineLimit,
      isListed: plan.isShown && plan.isRenewable && prices.length > 0,
    },
  }
}

export function hasTraffic({ quotaGib }: SourcePlan): boolean {
  return quotaGib > 0n && quotaGib <= 8_388_607n
}

export function trafficBytesOf({ quotaGib }: SourcePlan): number {
  return Math.min(Number(quotaGib), GIB_MAX) * GIB_BYTES
}

export function deviceLimitOf({ deviceLimit }: SourcePlan): number {
  return Math.min(Math.max(deviceLimit ?? DEVICES_UNLIMITED, 1), LIMIT_MAX)
}

/**
 * One line on each node of the group that came. Those that could not come do not count: users would read that they may
 * install lines which do not exist.
 */
export async function lineLimiter(
  { db }: Pick<ImportCtx, 'db'>,
  work: Work,
): Promise<(plan: Pick<SourcePlan, 'groupId'>) => number> {
  const came = new Set((await findThings(db, work, 'node')).map(({ oldKey }) => oldKey))
  return ({ groupId }) => {
    const nodes = work.rows.nodesOf(groupId).filter(({ key }) => came.has(key.slice(0, 60)))
    return Math.min(Math.max(nodes.length, 1), LIMIT_MAX)
  }
}

/** The prices that have a place here; wholesale is their share, rounded up. */
export function pricesOf(
  { wholesalePercent }: Pick<Work, 'wholesalePercent'>,
  { prices }: SourcePlan,
): ImportedPrice[] {
  return OURS.flatMap((period) => {
    const price = prices.get(period as never)
    if (!price || price.isOdd || price.fen < 1n || price.fen > FEN_MAX) return []
    const retailFen = Number(price.fen)
    return [{ period, retailFen, wholesaleFen: shareOf({ wholesalePercent }, retailFen) }]
  })
}

async function addOne(ctx: ImportCtx & { db: Tx }, work: Work, plan: SourcePlan, wanted: PlanHere): Promise<number> {
  const users = [...work.rows.users.values()].filter(({ planId }) => planId === plan.id).length
  const { capacity } = plan
  const { isListed, ...fields } = wanted.fields
  const id = await addPackage(
    ctx,
    {
      kind: 'plan',
      note: '',
      ...fields,
      speedClass: 'standard',
      stock: capacity === null ? null : Math.min(Math.max(capacity - users, 0), STOCK_MAX),
      place: Math.min(work.brought.packages, 10_000),
    },
    ctx.actor,
  )
  for (const price of wanted.prices) {
    const offer = { resellerId: work.resellerId, packageId: id, ...price, isLossConfirmed: false }
    await setOffer(ctx, offer, ctx.actor)
  }
  if (!isListed) await changePackage(ctx, id, { isListed }, ctx.actor)
  return id
}

/** A name that is empty, or that another package has, gets the old number. */
function freeName(taken: Set<string>, { id, name }: SourcePlan): string {
  const plain = [...name.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').trim()].slice(0, NAME_MAX).join('').trim()
  const first = plain === '' ? `plan ${id}` : plain
  let free = first
  for (let tail = ` ${id}`; taken.has(free); tail += '-2') {
    free =
      [...first]
        .slice(0, NAME_MAX - tail.length)
        .join('')
        .trimEnd() + tail
  }
  taken.add(free)
  return free
}
