import type { Static } from 'typebox'

import { brandOf } from '../../../../contract/brand.ts'
import { FIGURE_MAX } from '../../../../contract/console/list.ts'
import type { ResellerLimits, ResellerRow, resellers, ShownReseller } from '../../../../contract/console/resellers.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer, AnswerOf } from '../../../platform/http/answer.ts'
import { dayOf, daysUntil, spanOf as daySpan } from '../../../platform/text/business-day.ts'
import { auditLook } from '../../audit/audit.ts'
import { sumRecentLifelines } from '../../lines/lifeline/lifelines.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadPage } from '../../lists/list-page.ts'
import { findNodeGroups } from '../../nodes/node-groups.ts'
import { findMerchants } from '../../payments/merchants/add-merchant.ts'
import { findDomains } from '../../resellers/find-resellers.ts'
import { isFull, loadLimits, monthBegin, type LimitRow } from '../../resellers/limits.ts'
import { reasonFor } from '../../resellers/suspension-reason.ts'
import { findMembers } from '../../staff/team/find-team.ts'
import { allMargin, allSales, findLiveDays, loadLastSummed, type DaySums } from '../overview/day-queries.ts'
import { findDone, loadDetail, resellerList, type ListedReseller, type ResellerSort, type Span } from './queries.ts'

export type PlatformCtx = StaffCtx<'platform'>
type List = typeof resellers.list
const FIGURE_DAYS = 30
const AUDIT_SHOWN = 20

export async function listResellers(ctx: PlatformCtx, input: Static<List['input']>): Promise<AnswerOf<List>> {
  const query = resellerList(input, spanOf(ctx))
  const { rows: summed, ...page } = await loadPage<ListedReseller, ResellerSort>(ctx, query, input)
  const rows = await addOpenDays(ctx, summed)
  if (input.cursor === undefined) await auditLook(ctx, 'resellers.listed', null, filterWords(input, page.count))
  return { rows: rows.map((row) => toRow(ctx, row)), ...page }
}

export async function showReseller(ctx: PlatformCtx, resellerId: number): Promise<Answer<ShownReseller>> {
  const detail = (await loadDetail(ctx.db, resellerId)) ?? fail('object.unknown')
  const one = resellerList({}, spanOf(ctx), resellerId)
  const rows = await addOpenDays(ctx, (await loadPage<ListedReseller, ResellerSort>(ctx, one, {})).rows)
  const { ownerResellerId, ownerAccountId, ownerName, suspendedAt, hasLifelines, ...rest } = detail
  const [domains, merchants, members, groups, limits, carried] = await Promise.all([
    findDomains(ctx, resellerId),
    findMerchants(ctx),
    findMembers(ctx, resellerId, null),
    findNodeGroups(ctx),
    loadLimits(ctx, resellerId),
    sumRecentLifelines(ctx, resellerId),
  ])
  const seesMerchants = may(ctx, 'merchants.write') || may(ctx, 'resellers.write')
  return {
    ...toRow(ctx, rows[0]!),
    ...rest,
    limits: limits && showLimits(limits),
    lifelines: { isOn: hasLifelines, ...carried },
    suspendedAt,
    suspendedReason: reasonFor(detail, ctx.language),
    owner:
      ownerAccountId === null
        ? null
        : { resellerId: ownerResellerId!, accountId: ownerAccountId, userName: ownerName ?? '' },
    members: members.rows,
    domains: domains.map(({ host, isMain, verifiedAt }) => ({ host, isMain, isVerified: verifiedAt !== null })),
    merchants: merchants
      .filter((merchant) => seesMerchants && merchant.resellerId === resellerId)
      .map(({ name, provider, disabledAt }) => ({ name, provider, isOn: disabledAt === null })),
    groups: groups.map(({ id, name, resellerIds }) => ({ id, name, has: resellerIds.includes(resellerId) })),
    audit: may(ctx, 'audit.read') ? await findDone(ctx.db, resellerId, AUDIT_SHOWN) : [],
  }
}

const figureDays = (ctx: PlatformCtx) => daysUntil(dayOf(ctx.now, ctx.config.businessTz), FIGURE_DAYS)

function spanOf(ctx: PlatformCtx): Span {
  const days = figureDays(ctx)
  const { from } = daySpan(days[0]!, ctx.config.businessTz)
  return { since: days[0]!, from, last: days.at(-2)!, month: monthBegin(ctx) }
}

/** Adds the days that are not summed yet, from the rows: today, and yesterday in the first hour. */
async function addOpenDays(ctx: PlatformCtx, rows: readonly ListedReseller[]): Promise<ListedReseller[]> {
  const timeZone = ctx.config.businessTz
  const last = (await loadLastSummed(ctx.db, timeZone)) ?? ''
  const open = figureDays(ctx).filter((day) => day > last)
  const spans = open.map((day) => daySpan(day, timeZone))
  const ids = rows.map(({ id }) => id)
  const live = await findLiveDays(ctx.db, ids, spans, ctx.now)
  return rows.map((row) => {
    const own = live.filter(({ resellerId }) => resellerId === row.id)
    const add = (fen: number, part: (day: DaySums) => number) => own.reduce((total, day) => total + part(day), fen)
    return { ...row, salesFen: add(row.salesFen, allSales), marginFen: add(row.marginFen, allMargin) }
  })
}

function toRow(ctx: PlatformCtx, row: ListedReseller): Answer<ResellerRow> {
  const seesMoney = may(ctx, 'money.read')
  const { id, listId, listName, userCount } = row
  return {
    ...row,
    resellerId: id,
    title: brandOf(id, { title: row.title, icon: null, accent: null }).title,
    users: { count: Math.min(userCount, FIGURE_MAX), isFloor: userCount > FIGURE_MAX },
    salesFen: seesMoney ? row.salesFen : null,
    marginFen: seesMoney && may(ctx, 'prices.read') ? row.marginFen : null,
    balanceFen: seesMoney ? row.balanceFen : null,
    owedFen: seesMoney ? row.owedFen : null,
    creditLimitFen: seesMoney ? row.creditLimitFen : null,
    priceList: { listId, name: listName },
    limits: row.atLimit === null ? null : showLimits(row as unknown as LimitRow),
  }
}

export function showLimits(limits: LimitRow): Answer<ResellerLimits> {
  return { ...limits, isFull: isFull(limits) }
}
