import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { showOverview } from './show-overview.ts'

export const overviewRoutes = [bind(consoleApi.overview.show, showOverview)]
