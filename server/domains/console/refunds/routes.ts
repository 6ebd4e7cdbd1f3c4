import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { resolveRefund } from '../../payments/refunds/finish-refund.ts'
import { declineWish } from '../../payments/wishes/answer-wish.ts'
import { grantWish } from '../../payments/wishes/grant-wish.ts'
import { listWishes, listRefunds, findByNumber, showRefundEffect, refund } from './calls.ts'

const { refunds } = consoleApi

export const refundRoutes = [
  bind(refunds.wishes, listWishes),
  bind(refunds.list, listRefunds),
  bind(refunds.find, findByNumber),
  bind(refunds.preview, showRefundEffect),
  bind(refunds.make, refund),
  bind(refunds.grant, async (ctx, { wishId }) => grantWish(ctx, wishId, staffActor(ctx))),
  bind(refunds.decline, async (ctx, { wishId, answer }) => {
    await declineWish(ctx, { id: wishId, answer }, staffActor(ctx))
    return {}
  }),
  bind(refunds.resolve, async (ctx, input) => {
    await resolveRefund(ctx, input, staffActor(ctx))
    return {}
  }),
]
