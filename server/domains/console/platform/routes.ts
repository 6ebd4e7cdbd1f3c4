import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { dismissGuide } from './calls.ts'
import { showPlatform } from './show-platform.ts'

const { platform } = consoleApi

export const platformRoutes = [bind(platform.overview, showPlatform), bind(platform.dismissGuide, dismissGuide)]
