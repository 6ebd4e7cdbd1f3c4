import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { switchOffer } from '../../packages/prices/set-retail.ts'
import { endCoupon } from '../../packages/save-coupon.ts'
import { listPrices, previewMarkUp, setOwnRetail, listCoupons, addOwnCoupon } from './calls.ts'

const { prices } = consoleApi

export const priceRoutes = [
  bind(prices.list, listPrices),
  bind(prices.preview, previewMarkUp),
  bind(prices.set, setOwnRetail),
  bind(prices.switch, async (ctx, { packageId, period, on }) => {
    const name = { resellerId: ctx.resellerId, packageId: Number(packageId), period }
    await switchOffer(ctx, name, on, staffActor(ctx))
    return {}
  }),
  bind(prices.coupons, listCoupons),
  bind(prices.addCoupon, addOwnCoupon),
  bind(prices.endCoupon, async (ctx, { code }) => {
    await endCoupon(ctx, { resellerId: ctx.resellerId, code }, staffActor(ctx))
    return {}
  }),
]
