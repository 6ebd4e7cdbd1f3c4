import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { showWish } from '../../payments/wishes/find-wishes.ts'
import { wishRefund } from '../../payments/wishes/wish-refund.ts'
import { exportOrders } from './export-orders.ts'
import { findOrders } from './find-orders.ts'
import { showOrderDetail } from './show-order.ts'
import { subjectOf } from './wish-subject.ts'

const { orders } = consoleApi

export const orderRoutes = [
  bind(orders.list, findOrders),
  bind(orders.export, exportOrders),
  bind(orders.show, showOrderDetail),
  bind(orders.wishRefund, async (ctx, { amountFen, reason, ...about }) => {
    const asked = { subject: subjectOf(ctx.resellerId, about), amountFen, reason }
    return showWish(await wishRefund(ctx, asked, staffActor(ctx)))
  }),
]
