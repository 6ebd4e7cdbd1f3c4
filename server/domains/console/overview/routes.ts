import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { takeOwnGuideStep } from './calls.ts'
import { showOverview } from './show-overview.ts'

const { overview } = consoleApi

export const overviewRoutes = [bind(overview.show, showOverview), bind(overview.guide, takeOwnGuideStep)]
