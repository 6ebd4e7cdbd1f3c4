import type { consoleApi } from '../../../../contract/console/api.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { takeGuideStep } from './guide.ts'

export const takeOwnGuideStep: Handler<typeof consoleApi.overview.guide> = async (ctx, { step }) => {
  await takeGuideStep(ctx, ctx.resellerId, step, staffActor(ctx))
  return {}
}
