import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { showPlatform } from './show-platform.ts'

export const platformRoutes = [bind(consoleApi.platform.overview, showPlatform)]
