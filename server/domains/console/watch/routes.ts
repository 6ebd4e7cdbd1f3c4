import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { setAlertRule } from '../../alerts/alert-rules.ts'
import { actorName, staffActor } from '../../audit/audit.ts'
import { acknowledgeAsOperator } from '../../monitor/alerts/acknowledge-alert.ts'
import { disableMonitor, resetMonitorPassword, resetMonitorTotp } from '../../monitor/monitors/manage-monitors.ts'
import { cancelWindow } from '../../nodes/windows.ts'
import { addMonitorFor, findAlertList, listMonitors, planNodeWindow } from './calls.ts'
import { showRules } from './show-rules.ts'
import { showWindows } from './show-windows.ts'

const { monitors, alerts } = consoleApi

export const watchRoutes = [
  bind(monitors.list, (ctx) => listMonitors(ctx)),
  bind(monitors.add, addMonitorFor),
  bind(monitors.disable, async (ctx, { monitor }) => {
    await disableMonitor(ctx, monitor, staffActor(ctx))
    return {}
  }),
  bind(monitors.enable, async (ctx, { monitor }) => ({
    password: await resetMonitorPassword(ctx, monitor, staffActor(ctx)),
  })),
  bind(monitors.resetTotp, async (ctx, { monitor, isOff }) => ({
    totp: await resetMonitorTotp(ctx, monitor, { isOff }, staffActor(ctx)),
  })),
  bind(alerts.list, findAlertList),
  bind(alerts.ack, async (ctx, { alertId }) => {
    await acknowledgeAsOperator(ctx, alertId, actorName(staffActor(ctx)))
    return {}
  }),
  bind(alerts.rules, (ctx) => showRules(ctx)),
  bind(alerts.setRule, async (ctx, wish) => {
    await setAlertRule(ctx, wish, staffActor(ctx))
    return {}
  }),
  bind(alerts.windows, async (ctx) => ({ rows: await showWindows(ctx) })),
  bind(alerts.plan, planNodeWindow),
  bind(alerts.cancel, async (ctx, { windowId }) => {
    await cancelWindow(ctx, windowId, staffActor(ctx))
    return {}
  }),
]
