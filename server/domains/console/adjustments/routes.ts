import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { payOutUnclaimed } from '../../ledger/unclaimed.ts'
import { lookUpBalance, makeAdjustment, listAdjustments, listUnclaimed } from './calls.ts'

const { adjustments } = consoleApi

export const adjustmentRoutes = [
  bind(adjustments.look, lookUpBalance),
  bind(adjustments.make, makeAdjustment),
  bind(adjustments.list, listAdjustments),
  bind(adjustments.unclaimed, listUnclaimed),
  bind(adjustments.payOutUnclaimed, async (ctx, input) => {
    const { leftFen } = await payOutUnclaimed(ctx, input, staffActor(ctx))
    return { leftFen }
  }),
]
