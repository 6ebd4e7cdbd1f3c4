import type { overviewDays } from '../../../../contract/console/choices.ts'
import { FIGURE_MAX } from '../../../../contract/console/list.ts'
import { type DayFigures, type Figures, type Overview } from '../../../../contract/console/overview.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { dayOf, daysUntil, spanOf, untilSameTime } from '../../../platform/text/business-day.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { loadOutage } from '../../nodes/outages.ts'
import { countStuck } from '../../payments/confirm/stuck.ts'
import { isFull, loadLimits } from '../../resellers/limits.ts'
import { countDown } from '../network/count-down.ts'
import { showContacts } from './contacts.ts'
import { findLiveDays, findSummedDays, loadLastSummed, type DayRow, type DaySums } from './day-queries.ts'
import { takeRefunds } from './given-back.ts'
import { showGuide } from './guide.ts'
import { countNewUsers, loadBlocked, loadHelpFigures, loadLinkSales, loadWaiting } from './queries.ts'

/** A balance that lasts for fewer days than this is low. */
const LOW_DAYS = 7
const PACE_DAYS = 30
const NOTHING: DaySums = {
  orders: 0,
  salesFen: 0,
  marginFen: 0,
  refundedFen: 0,
  toppedUpFen: 0,
  tradedFen: 0,
  newUsers: 0,
  activeUsers: 0,
  keys: 0,
  keySalesFen: 0,
  keyCostFen: 0,
  keyFaceFen: 0,
}

/** A member's look, or the job's in the member's place. */
export type Looking = Pick<StaffCtx, 'db' | 'now' | 'config' | 'actor' | 'resellerId'>

/** Shows answers and decisions first: how business goes, what waits, who to contact. */
export async function showOverview(
  ctx: Looking,
  { days: count = 7 }: { days?: (typeof overviewDays)[number] | number },
): Promise<Overview> {
  const today = dayOf(ctx.now, ctx.config.businessTz)
  const rows = await loadDays(ctx, daysUntil(today, Math.max(2 * count, PACE_DAYS + 1)))
  const seen = { money: may(ctx, 'money.read'), costs: may(ctx, 'money.read') && may(ctx, 'prices.read') }
  const shown = rows.slice(-count)
  const [first, last] = [shown[0]!, shown.at(-1)!].map(({ day }) => spanOf(day, ctx.config.businessTz))
  const window = { from: first!.from, until: last!.until }
  const links = await loadLinkSales(ctx.db, ctx.resellerId, window)
  const waiting = await loadWaiting(ctx.db, { resellerId: ctx.resellerId, countMax: FIGURE_MAX })
  const blocked = may(ctx, 'bulk.run') ? await loadBlocked(ctx.db, ctx.resellerId, ctx.now) : null
  const outage = await loadOutage(ctx.db, ctx.resellerId)
  return {
    days: shown.map((row) => ({ day: row.day, ...figuresOf([row], seen) }) satisfies DayFigures),
    now: { ...figuresOf(shown, seen), newUsers: await countNewUsers(ctx.db, ctx.resellerId, window) },
    before: figuresOf(await loadBefore(ctx, rows.slice(-2 * count, -count)), seen),
    links: links.count === 0 ? null : { count: links.count, salesFen: seen.money ? links.salesFen : null },
    balance: seen.money ? await loadPocket(ctx, rows) : null,
    waiting: {
      ...waiting,
      stuckPayments: await countStuck(ctx, ctx.resellerId),
      nodesDown: await countDown(ctx),
      outage: outage && { nodes: outage.nodes.length, since: outage.since.toISOString() },
      blocked: blocked && { ...blocked, at: blocked.at.toISOString() },
      withdrawals: may(ctx, 'withdrawals.decide') ? waiting.withdrawals : null,
      // Platform staff see what was handed to them on their own page.
      tickets: may(ctx, 'tickets.answer') && ctx.actor.resellerId !== null ? waiting.tickets : null,
    },
    help: may(ctx, 'tickets.answer') ? await loadHelp(ctx, count) : null,
    limit: await judgeLimit(ctx),
    contacts: await showContacts(ctx),
    beginning: await showGuide(ctx),
  }
}

/** Uses sums for summed days and rows for the others: today, and yesterday in the first hour. */
async function loadDays(ctx: Looking, days: readonly string[]): Promise<DayRow[]> {
  const timeZone = ctx.config.businessTz
  const last = (await loadLastSummed(ctx.db, timeZone)) ?? ''
  const open = days.filter((day) => day > last).map((day) => spanOf(day, timeZone))
  const rows = [
    ...(await findSummedDays(ctx.db, ctx.resellerId, days)),
    ...(await findLiveDays(ctx.db, [ctx.resellerId], open, ctx.now)),
  ]
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const all = days.map((day) => byDay.get(day) ?? { resellerId: ctx.resellerId, day, ...NOTHING })
  const spans = days.map((day) => spanOf(day, timeZone))
  return takeRefunds(ctx.db, ctx.resellerId, all, spans)
}

/** The days before, the last of them only up to the same time of day: a day that is over would always win. */
async function loadBefore(ctx: Looking, rows: readonly DayRow[]): Promise<DaySums[]> {
  const span = untilSameTime(rows.at(-1)!.day, ctx)
  const live = await findLiveDays(ctx.db, [ctx.resellerId], [span], ctx.now)
  const [cut] = await takeRefunds(ctx.db, ctx.resellerId, live, [span])
  return [...rows.slice(0, -1), { ...NOTHING, ...cut, activeUsers: rows.at(-1)!.activeUsers }]
}

function figuresOf(rows: readonly DaySums[], seen: { money: boolean; costs: boolean }): Figures {
  const sum = (name: keyof DaySums) => rows.reduce((total, row) => total + row[name], 0)
  return {
    orders: sum('orders'),
    salesFen: seen.money ? sum('salesFen') : null,
    marginFen: seen.costs ? sum('marginFen') : null,
    refundedFen: seen.money ? sum('refundedFen') : null,
    toppedUpFen: seen.money ? sum('toppedUpFen') : null,
    newUsers: sum('newUsers'),
    activeUsers: Math.round(sum('activeUsers') / Math.max(rows.length, 1)),
    keys: sum('keys'),
    keySalesFen: seen.money ? sum('keySalesFen') : null,
    keyCostFen: seen.costs ? sum('keyCostFen') : null,
    keyFaceFen: seen.money ? sum('keyFaceFen') : null,
  }
}

/** Estimates how long balance and unused keys last by the pace of the last whole days; today is not over. */
async function loadPocket(ctx: Looking, rows: readonly DaySums[]): Promise<Overview['balance']> {
  const { resellerId } = ctx
  const balanceFen = await loadBalanceFen(ctx, { kind: 'reseller', resellerId })
  const owedFen = -(await loadBalanceFen(ctx, { kind: 'receivable', resellerId }))
  const keysFen = await loadBalanceFen(ctx, { kind: 'cards', resellerId })
  const past = rows.slice(-1 - PACE_DAYS, -1)
  const lasts = (fen: number, usedFen: number) => (usedFen > 0 ? Math.floor((fen * PACE_DAYS) / usedFen) : null)
  const lastsDays = lasts(balanceFen, -past.reduce((total, { tradedFen }) => total + tradedFen, 0))
  const keysLastDays = lasts(
    keysFen,
    past.reduce((total, { keyCostFen }) => total + keyCostFen, 0),
  )
  const isLow = owedFen > 0 || (lastsDays !== null && lastsDays < LOW_DAYS)
  return { balanceFen, owedFen, lastsDays, keysFen, keysLastDays, isLow }
}

/** Null where nothing was asked in those days. */
async function loadHelp(ctx: Looking, days: number): Promise<Overview['help']> {
  const first = daysUntil(dayOf(ctx.now, ctx.config.businessTz), days)[0]!
  const since = spanOf(first, ctx.config.businessTz).from
  const { helped, solved, firstAnswerMinutes } = await loadHelpFigures(ctx.db, ctx.resellerId, since, FIGURE_MAX)
  return helped === 0 ? null : { solved, firstAnswerMinutes }
}

async function judgeLimit(ctx: Looking): Promise<Overview['limit']> {
  const limits = await loadLimits(ctx, ctx.resellerId)
  if (!limits) return null
  const { usersMax, usersCount, trafficMaxBytes, trafficBytes } = limits
  const isNear = (used: number, max: number | null) => max !== null && used >= max * 0.8
  if (isFull(limits)) return 'full'
  return isNear(usersCount, usersMax) || isNear(trafficBytes, trafficMaxBytes) ? 'near' : null
}
