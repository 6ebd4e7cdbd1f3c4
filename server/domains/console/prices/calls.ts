import type { Static } from 'typebox'

import { consoleApi } from '../../../../contract/console/api.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { loadLogin } from '../../accounts/load-login.ts'
import { staffActor } from '../../audit/audit.ts'
import { findCoupons } from '../../catalogue/find-for-operator.ts'
import { previewRule, type RetailRule } from '../../catalogue/prices/preview.ts'
import { findPrices, setRetail, switchOffer } from '../../catalogue/prices/set-retail.ts'
import { addSpecial, endSpecial, findSpecials } from '../../catalogue/prices/special-prices.ts'
import { addCoupon, endCoupon } from '../../catalogue/save-coupon.ts'
import { countRecentSales } from './recent-sales.ts'

const { prices } = consoleApi

const COUPONS_MAX = 200

function ruleOf({ percent, markUpFen, ending }: Static<typeof prices.preview.input>): RetailRule {
  if ((percent === undefined) === (markUpFen === undefined)) {
    fail('request.invalid', { fields: { percent: 'one of percent and markUpFen' } })
  }
  const markUp = percent === undefined ? { fen: markUpFen! } : { percent }
  return { markUp, ending: (ending ?? null) as RetailRule['ending'] }
}

async function couponOf(ctx: StaffCtx, input: Static<typeof prices.addCoupon.input>) {
  const { resellerId } = ctx
  const { code, percent, amountFen, packageId, userName, usesMax, usesPerAccountMax, endsDays } = input
  const account = userName === undefined ? null : await loadLogin(ctx, resellerId, userName)
  if (userName !== undefined && !account) fail('object.unknown')
  return {
    resellerId,
    code,
    percent: percent ?? null,
    amountFen: amountFen ?? null,
    packageId: packageId === undefined ? null : Number(packageId),
    accountId: account?.id ?? null,
    usesMax: usesMax ?? null,
    usesPerAccountMax: usesPerAccountMax ?? null,
    startsAt: null,
    endsAt: endsDays === undefined ? null : new Date(ctx.now.getTime() + endsDays * DAY_MS),
  }
}

export const priceRoutes = [
  bind(prices.list, async (ctx) => {
    const rows = await findPrices(ctx, ctx.resellerId)
    const sales = await countRecentSales(ctx)
    const specials = await findSpecials(ctx, ctx.resellerId)
    return {
      rows: rows.map(({ packageNames, isOwn: _own, isConfirmed: _confirmed, ...row }) => ({
        ...row,
        packageId: String(row.packageId),
        packageName: inLanguage(row.packageName, packageNames, ctx.language),
        stoppedAt: row.sells ? null : row.stoppedAt,
        sales: sales.get(`${row.packageId} ${row.period}`) ?? 0,
        specials: specials.filter(({ packageId, period }) => packageId === row.packageId && period === row.period),
      })),
    }
  }),
  bind(prices.preview, async (ctx, input) => {
    const rows = await previewRule(ctx, ctx.resellerId, ruleOf(input))
    return {
      rows: rows.map(({ packageId, period, retailFen, newRetailFen }) => ({
        packageId: String(packageId),
        period,
        retailFen,
        newRetailFen,
      })),
    }
  }),
  bind(prices.set, async (ctx, { changes }) => {
    const wanted = changes.map((change) => ({ ...change, packageId: Number(change.packageId) }))
    await setRetail(ctx, ctx.resellerId, wanted, staffActor(ctx))
  }),
  bind(prices.addSpecial, (ctx, { packageId, ...wish }) =>
    addSpecial(ctx, ctx.resellerId, { ...wish, packageId: Number(packageId) }, staffActor(ctx)),
  ),
  bind(prices.endSpecial, ({ resellerId, ...ctx }, { specialId }) =>
    endSpecial(ctx, { resellerId, specialId }, staffActor(ctx)),
  ),
  bind(prices.switch, async (ctx, { packageId, period, on }) => {
    const name = { resellerId: ctx.resellerId, packageId: Number(packageId), period }
    await switchOffer(ctx, name, on, staffActor(ctx))
  }),
  bind(prices.coupons, async (ctx, { all = false }) => {
    const filter = { resellerId: ctx.resellerId, validAt: all ? null : ctx.now, limit: COUPONS_MAX }
    const rows = await findCoupons(ctx, filter)
    return {
      rows: rows.map(({ id, packageNames, packageName, ...row }) => ({
        ...row,
        couponId: id,
        packageName: inLanguage(packageName, packageNames, ctx.language),
      })),
    }
  }),
  bind(prices.addCoupon, async (ctx, input) => {
    return { couponId: await addCoupon(ctx, await couponOf(ctx, input), staffActor(ctx)) }
  }),
  bind(prices.endCoupon, (ctx, { code }) => endCoupon(ctx, { resellerId: ctx.resellerId, code }, staffActor(ctx))),
]
