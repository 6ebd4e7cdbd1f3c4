import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { showRenewals } from './show-renewals.ts'

export const renewalRoutes = [bind(consoleApi.renewals.show, showRenewals)]
