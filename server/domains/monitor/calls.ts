import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { acknowledgeAlert } from '../alerts/acknowledge-alert.ts'
import { getOverview } from './figures/get-overview.ts'
import { findAlerts } from './find-alerts.ts'
import { signInMonitor, signOutMonitor } from './monitors/sign-in.ts'
import { switchMaintenance } from './switch-maintenance.ts'

export const monitorRoutes = [
  bind(api.monitor.login, signInMonitor),
  bind(api.monitor.logout, signOutMonitor),
  bind(api.monitor.overview, getOverview),
  bind(api.monitor.alerts, findAlerts),
  bind(api.monitor.ack, acknowledgeAlert),
  bind(api.monitor.maintenance, switchMaintenance),
]
