import { DEFAULT_RESELLER_KEY } from '../../../../contract/app-key.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { type Handler, bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { takeGuideStep } from '../overview/guide.ts'
import { findOrders, findUsers } from './find-across.ts'
import { showPlatform } from './show-platform.ts'

const { platform } = consoleApi

const dismissGuide: Handler<typeof consoleApi.platform.dismissGuide> = (ctx) =>
  takeGuideStep(ctx, DEFAULT_RESELLER_KEY, 'dismissed', staffActor(ctx))

export const platformRoutes = [
  bind(platform.overview, showPlatform),
  bind(platform.dismissGuide, dismissGuide),
  bind(platform.findUsers, findUsers),
  bind(platform.findOrders, findOrders),
]
