import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { acknowledgeAlert } from './alerts/acknowledge-alert.ts'
import { findAlerts } from './alerts/find-alerts.ts'
import { getOverview } from './figures/get-overview.ts'
import { logInMonitor, logOutMonitor } from './monitors/log-in.ts'
import { switchMaintenance } from './switch-maintenance.ts'

export const monitorRoutes = [
  bind(api.monitor.login, logInMonitor),
  bind(api.monitor.logout, logOutMonitor),
  bind(api.monitor.overview, getOverview),
  bind(api.monitor.alerts, findAlerts),
  bind(api.monitor.ack, acknowledgeAlert),
  bind(api.monitor.maintenance, switchMaintenance),
]
