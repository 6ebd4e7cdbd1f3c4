import { acknowledgeAsOperator } from '../domains/monitor/alerts/acknowledge-alert.ts'
import { findAllAlerts } from '../domains/monitor/alerts/find-alerts.ts'
import { auditRead, command } from './command.ts'
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
]
