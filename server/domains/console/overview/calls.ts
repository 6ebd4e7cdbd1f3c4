import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { takeGuideStep } from './guide.ts'
import { showOverview } from './show-overview.ts'

const { overview } = consoleApi

export const overviewRoutes = [
  bind(overview.show, showOverview),
  bind(overview.guide, (ctx, { step }) => takeGuideStep(ctx, ctx.resellerId, step, staffActor(ctx))),
]
