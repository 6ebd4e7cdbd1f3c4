import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { dismissGuide } from './calls.ts'
import { findOrders, findUsers } from './find-across.ts'
import { showPlatform } from './show-platform.ts'

const { platform } = consoleApi

export const platformRoutes = [
  bind(platform.overview, showPlatform),
  bind(platform.dismissGuide, dismissGuide),
  bind(platform.findUsers, findUsers),
  bind(platform.findOrders, findOrders),
]
