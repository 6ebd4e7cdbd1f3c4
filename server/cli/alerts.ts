import { alertRules } from '../../contract/console/choices.ts'
import { acknowledgeAsOperator } from '../domains/alerts/acknowledge-alert.ts'
import { setAlertRule } from '../domains/alerts/alert-rules.ts'
import { findAllAlerts } from '../domains/monitor/find-alerts.ts'
import { showRules } from '../domains/monitor/office/show-rules.ts'
import { auditRead, command, UsageError } from './command.ts'
import { oneOf } from './read-options.ts'
import { tableLines } from './table.ts'

const LISTED = 200

export const alertCommands = [
  command({
    name: 'alerts list',
    summary: `Open alerts, newest first, at most ${LISTED}`,
    options: { all: { kind: 'flag', help: 'also those that are over' } },
    async run(ctx, { all }) {
      const alerts = await findAllAlerts(ctx, { isOpenOnly: !all, limit: LISTED })
      await auditRead(ctx, 'operator.alerts_listed', null, alerts.length)
      const rows = alerts.map(({ id, severity, kind, subject, resellerId, createdAt, acknowledgedBy, resolvedAt }) => {
        return { id, severity, kind, subject, resellerId, createdAt, acknowledgedBy, resolvedAt }
      })
      return { lines: tableLines(rows), data: { alerts } }
    },
  }),
  command({
    name: 'alerts ack',
    summary: 'Somebody looks after it. One that cannot recover by itself is thereby closed',
    options: { id: { kind: 'number', help: 'number of the alert', isRequired: true } },
    async run(ctx, { id }) {
      const { kind, subject, resolvedAt } = await acknowledgeAsOperator(ctx, id, ctx.actor)
      return {
        lines: [`${kind} ${subject} is ${resolvedAt ? 'closed' : 'acknowledged'}.`],
        data: { id, isClosed: resolvedAt !== null },
      }
    },
  }),
  command({
    name: 'alerts rules',
    summary: 'From when on alerts are raised, with the worst that is measured now',
    options: {},
    async run(ctx) {
      const { rules } = await showRules(ctx)
      const rows = rules.map(({ name, value, isOwn, fallback, least, most, now }) => {
        return { name, value, from: isOwn ? 'set' : 'settings', settings: fallback, range: `${least}-${most}`, now }
      })
      return { lines: tableLines(rows), data: { rules } }
    },
  }),
  command({
    name: 'alerts set-rule',
    summary: 'Another threshold for all processes, in place of the setting; they go by it within seconds',
    options: {
      name: { kind: 'text', help: `one of ${alertRules.join(', ')}`, isRequired: true },
      value: { kind: 'number', help: 'the threshold' },
      default: { kind: 'flag', help: 'that of the settings again' },
    },
    async run(ctx, { name, value, default: isBack }) {
      const rule = oneOf('name', name, alertRules)
      if (isBack === (value !== null)) throw new UsageError('either --value or --default')
      await setAlertRule(ctx, { name: rule, value }, ctx.actor)
      const now = value ?? ctx.config.alerts[rule]
      return {
        lines: [`${rule} is ${now}${value === null ? ', as the settings say' : ''}.`],
        data: { name: rule, value: now },
      }
    },
  }),
]
