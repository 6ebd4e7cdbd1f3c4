import { accountsRetention } from './domains/accounts/retention.ts'
import { auditRetention } from './domains/audit/retention.ts'
import { backupsRetention } from './domains/backups/retention.ts'
import { booksRetention } from './domains/books/retention.ts'
import { bulkRetention } from './domains/bulk/retention.ts'
import { catalogueRetention } from './domains/catalogue/retention.ts'
import { clientsRetention } from './domains/clients/retention.ts'
import { consoleRetention } from './domains/console/retention.ts'
import { exportsRetention } from './domains/exports/retention.ts'
import { feedsRetention } from './domains/feeds/retention.ts'
import { importsRetention } from './domains/imports/retention.ts'
import { linesRetention } from './domains/lines/retention.ts'
import { mailRetention } from './domains/mail/retention.ts'
import { monitorRetention } from './domains/monitor/retention.ts'
import { nodesRetention } from './domains/nodes/retention.ts'
import { noticesRetention } from './domains/notices/retention.ts'
import { ordersRetention } from './domains/orders/retention.ts'
import { paymentsRetention } from './domains/payments/retention.ts'
import { sessionsRetention } from './domains/sessions/retention.ts'
import { signInRetention } from './domains/sign-in/retention.ts'
import { staffRetention } from './domains/staff/retention.ts'
import { telegramRetention } from './domains/telegram/retention.ts'
import { ticketsRetention } from './domains/tickets/retention.ts'
import { trafficRetention } from './domains/traffic/retention.ts'
import { webhooksRetention } from './domains/webhooks/retention.ts'
import type { JobCtx } from './platform/jobs/jobs.ts'
import { platformRetention } from './platform/jobs/platform-retention.ts'
import { runRetention, type RetentionRule } from './platform/jobs/retention.ts'

/** Every domain's rules, higher rows first: foreign keys point to lower rows. */
export const retentionRules: Record<string, readonly RetentionRule[]> = {
  bulk: bulkRetention,
  exports: exportsRetention,
  console: consoleRetention,
  imports: importsRetention,
  monitor: monitorRetention,
  payments: paymentsRetention,
  tickets: ticketsRetention,
  orders: ordersRetention,
  traffic: trafficRetention,
  telegram: telegramRetention,
  sessions: sessionsRetention,
  books: booksRetention,
  feeds: feedsRetention,
  lines: linesRetention,
  notices: noticesRetention,
  accounts: accountsRetention,
  nodes: nodesRetention,
  staff: staffRetention,
  catalogue: catalogueRetention,
  clients: clientsRetention,
  mail: mailRetention,
  backups: backupsRetention,
  webhooks: webhooksRetention,
  audit: auditRetention,
  'sign-in': signInRetention,
  platform: platformRetention,
}

export function removeOutdatedRows(ctx: JobCtx): Promise<void> {
  return runRetention(ctx, Object.values(retentionRules).flat())
}
