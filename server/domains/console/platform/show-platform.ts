import { brandOf } from '../../../../contract/brand.ts'
import type { PlatformFigures, PlatformOverview } from '../../../../contract/console/platform.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { dayOf, daysUntil, spanOf, untilSameTime } from '../../../platform/text/business-day.ts'
import { nodeState } from '../../lines/node-state.ts'
import { loadJobFigures } from '../../monitor/figures/platform-health.ts'
import { findNodes } from '../../nodes/load-node.ts'
import { monthBegin } from '../../resellers/limits.ts'
import { allSales, findLiveDays, loadLastSummed, type DaySums } from '../overview/day-queries.ts'
import * as queries from './queries.ts'
import type { AllSums } from './queries.ts'

type PlatformCtx = Pick<StaffCtx<'platform'>, 'db' | 'now' | 'config' | 'actor'>
const SHOWN = 6

/** Shows answers and decisions first: what waits, how business goes, who grows, who is in trouble. */
export async function showPlatform(
  ctx: PlatformCtx,
  { days: count = 7 }: { days?: number },
): Promise<Answer<PlatformOverview>> {
  const names = daysUntil(dayOf(ctx.now, ctx.config.businessTz), 2 * count)
  const sums = await loadSums(ctx, names)
  const [shown, earlier] = [sums.slice(-count), sums.slice(0, count)]
  const { failed, running, waiting } = await loadJobFigures(ctx.db)
  const books = await queries.loadLastBooks(ctx.db)
  const nodes = await countNodes(ctx)
  return {
    days: may(ctx, 'money.read') ? shown.map(({ day, salesFen }) => ({ day, salesFen })) : [],
    now: await figuresOf(ctx, shown),
    before: await figuresOf(ctx, await cutLast(ctx, earlier)),
    waiting: await waitingOf(ctx, failed),
    growth: may(ctx, 'money.read') ? await growthOf(ctx, names.slice(-count), names.slice(0, count)) : null,
    trouble: await troubleOf(ctx),
    nodes,
    jobs: { failed, running, waiting },
    books: books && { checkedAt: books.checkedAt, problems: books.problems },
    beginning: await beginningOf(ctx, { hasNode: nodes.up > 0, hasSold: sums.some(({ salesFen }) => salesFen > 0) }),
  }
}

type Seen = { hasNode: boolean; hasSold: boolean }

/** Shown until somebody puts it away, or nothing is left to do. */
async function beginningOf(ctx: PlatformCtx, seen: Seen): Promise<PlatformOverview['beginning']> {
  const { isDismissed, ...has } = await queries.loadPlatformBeginning(ctx.db)
  const steps = { ...has, hasNode: seen.hasNode, hasSold: has.hasSold || seen.hasSold }
  return isDismissed || Object.values(steps).every(Boolean) ? null : steps
}

/** Uses sums for summed days and the rows of all resellers for the others. */
async function loadSums(ctx: PlatformCtx, days: readonly string[]): Promise<AllSums[]> {
  const timeZone = ctx.config.businessTz
  const last = (await loadLastSummed(ctx.db, timeZone)) ?? ''
  const open = days.filter((day) => day > last).map((day) => spanOf(day, timeZone))
  const byDay = new Map((await queries.findAllSummed(ctx.db, days)).map((row) => [row.day, row]))
  const found = await findLiveDays(ctx.db, await queries.findResellerIds(ctx.db), open, ctx.now)
  const live = found.map((row) => ({ ...row, salesFen: allSales(row) }))
  return days.map((day) => {
    const rows = byDay.has(day) ? [byDay.get(day)!] : live.filter((row) => row.day === day)
    const sum = (name: Exclude<keyof AllSums, 'day'>) => rows.reduce((total, row) => total + row[name], 0)
    return {
      day,
      salesFen: sum('salesFen'),
      toppedUpFen: sum('toppedUpFen'),
      newUsers: sum('newUsers'),
      activeUsers: sum('activeUsers'),
    }
  })
}

/** The last of the days before only up to the same time of day: a day that is over would always win. */
async function cutLast(ctx: PlatformCtx, rows: readonly AllSums[]): Promise<AllSums[]> {
  const { day, activeUsers } = rows.at(-1)!
  const span = untilSameTime(day, ctx)
  const found = await findLiveDays(ctx.db, await queries.findResellerIds(ctx.db), [span], ctx.now)
  const sum = (of: (row: DaySums) => number) => found.reduce((total, row) => total + of(row), 0)
  const cut = {
    salesFen: sum(allSales),
    toppedUpFen: sum((row) => row.toppedUpFen),
    newUsers: sum((row) => row.newUsers),
  }
  return [...rows.slice(0, -1), { day, activeUsers, ...cut }]
}

async function figuresOf(ctx: PlatformCtx, rows: readonly AllSums[]): Promise<PlatformFigures> {
  const timeZone = ctx.config.businessTz
  const sum = (name: Exclude<keyof AllSums, 'day'>) => rows.reduce((total, row) => total + row[name], 0)
  const seesMoney = may(ctx, 'money.read')
  const [from, until] = [spanOf(rows[0]!.day, timeZone).from, spanOf(rows.at(-1)!.day, timeZone).until]
  return {
    salesFen: seesMoney ? sum('salesFen') : null,
    inFen: seesMoney ? sum('toppedUpFen') : null,
    outFen: seesMoney ? await queries.sumPaidOut(ctx.db, from, until) : null,
    newUsers: sum('newUsers'),
    activeUsers: Math.round(sum('activeUsers') / rows.length),
  }
}

async function waitingOf(ctx: PlatformCtx, failed: number): Promise<PlatformOverview['waiting']> {
  const found = await queries.loadPlatformWaiting(ctx.db, ctx.now)
  return {
    withdrawals: may(ctx, 'withdrawals.decide') ? found.withdrawals : null,
    payouts: may(ctx, 'payouts.decide') ? found.payouts : null,
    agencies: found.agencies,
    refundWishes: may(ctx, 'refunds.make') ? found.refundWishes : null,
    failedJobs: may(ctx, 'jobs.write') ? failed : null,
    lateMails: may(ctx, 'mails.read') ? found.lateMails : null,
    alerts: found.alerts,
  }
}

const titleOf = (id: number, title: string | null) => brandOf(id, { title, icon: null, accent: null }).title

async function growthOf(ctx: PlatformCtx, now: string[], before: string[]) {
  const rows = await queries.findGrowth(ctx.db, now, before, SHOWN)
  return rows.map(({ id, title, ...sales }) => ({ resellerId: id, title: titleOf(id, title), ...sales }))
}

async function troubleOf(ctx: PlatformCtx): Promise<Answer<PlatformOverview['trouble']>> {
  const seesMoney = may(ctx, 'money.read')
  const rows = await queries.findTrouble(ctx.db, monthBegin(ctx), SHOWN)
  return rows.flatMap(({ id, title, isSuspended, isFull, isNear, owes }) => {
    const reasons = [
      ...(isFull ? (['full'] as const) : isNear ? (['nearLimit'] as const) : []),
      ...(owes && seesMoney ? (['owes'] as const) : []),
      ...(isSuspended ? (['suspended'] as const) : []),
    ]
    return reasons.length === 0 ? [] : [{ resellerId: id, title: titleOf(id, title), reasons }]
  })
}

async function countNodes(ctx: PlatformCtx): Promise<PlatformOverview['nodes']> {
  const states = (await findNodes(ctx, { resellerId: null })).map((node) => nodeState(node, ctx.now))
  const count = (state: string) => states.filter((one) => one === state).length
  const [up, maintenance] = [count('up'), count('maintenance')]
  return { up, maintenance, down: states.length - up - maintenance }
}
