import { DAY_MS } from '../../contract/durations.ts'
import { findAudit } from '../domains/audit/find-audit.ts'
import { auditRead, command, UsageError } from './command.ts'
import { tableLines } from './table.ts'

const LISTED = 100
const LIMIT_MAX = 10_000

export const auditCommands = [
  command({
    name: 'audit list',
    summary: `Who did what to whom, newest first, ${LISTED} unless told`,
    options: {
      reseller: { kind: 'number', help: 'only of this reseller' },
      actor: { kind: 'text', help: 'such as operator:li, account:12 or job' },
      action: { kind: 'text', help: 'such as account.blocked, or its area: account' },
      subject: { kind: 'text', help: 'such as account:12 or reseller:260' },
      days: { kind: 'number', help: 'only of the last so many days' },
      limit: { kind: 'number', help: `how many, up to ${LIMIT_MAX}` },
    },
    async run(ctx, { reseller: resellerId, actor, action, subject, days, limit }) {
      if (limit !== null && (limit < 1 || limit > LIMIT_MAX)) throw new UsageError(`--limit must be 1 to ${LIMIT_MAX}`)
      const since = days === null ? null : new Date(ctx.now.getTime() - days * DAY_MS)
      const entries = await findAudit(ctx.db, { resellerId, actor, action, subject, since, limit: limit ?? LISTED })
      await auditRead(ctx, 'operator.audit_listed', resellerId, entries.length)
      const rows = entries.map(({ detail, ...rest }) => ({ ...rest, detail: JSON.stringify(detail) }))
      return { lines: tableLines(rows), data: { entries } }
    },
  }),
]
