import type { CronItem } from 'graphile-worker'

import { closeExpiredBatches } from './domains/cards/close-card-batch.ts'
import { confirmCommissions } from './domains/invites/commissions.ts'
import { closeDays } from './domains/ledger/close-days.ts'
import { alignAccountLines, alignDueLines, alignNodeLines } from './domains/lines/align-jobs.ts'
import { runMove } from './domains/lines/moves/run-move.ts'
import { uninstallDueLines } from './domains/lines/uninstall-due-lines.ts'
import { sendMail } from './domains/mail/send-mail.ts'
import { callWebhook } from './domains/monitor/alerts/call-webhook.ts'
import { mailAlerts } from './domains/monitor/alerts/mail-alerts.ts'
import { checkBooksJob, checkNewBooksJob } from './domains/monitor/watch/check-books-job.ts'
import { recordMinute } from './domains/monitor/watch/record-minute.ts'
import { runWindows } from './domains/nodes/windows.ts'
import { runBulk } from './domains/office/bulk/run-bulk.ts'
import { checkLimits } from './domains/office/limits/check-limits.ts'
import { sendNoticeJob } from './domains/office/notices/send-held.ts'
import { sumDays } from './domains/office/overview/sum-days.ts'
import { autoRenewDue } from './domains/orders/auto-renew.ts'
import { expireDueOrders } from './domains/orders/end-orders.ts'
import { tellPrices } from './domains/orders/tell-prices.ts'
import { applyPriceChanges } from './domains/packages/prices/apply-changes.ts'
import { resetDueTraffic } from './domains/packages/reset-traffic.ts'
import { reconcilePayment, sweepPayments } from './domains/payments/reconcile-payment.ts'
import { finishRefundJob } from './domains/payments/refunds/finish-refund.ts'
import { deleteDueAccounts } from './domains/personal-data/deletion/delete-due-accounts.ts'
import { endDuePauses } from './domains/sessions/freeze/end-due-pauses.ts'
import { rankTraffic } from './domains/traffic/rank-traffic.ts'
import { backUpNightly, backUpNow } from './platform/backup/make-backup.ts'
import type { JobHandlers, JobName } from './platform/jobs.ts'
import { runRetention } from './platform/retention.ts'

/** Every background job of the server. A name without a handler does not compile. */
export const jobs: JobHandlers = {
  'mail.send': sendMail,
  'accounts.delete_due': deleteDueAccounts,
  'freeze.end_pauses': endDuePauses,
  'invites.confirm': confirmCommissions,
  'cards.expire': closeExpiredBatches,
  'lines.settle': alignAccountLines,
  'lines.settle_node': alignNodeLines,
  'lines.settle_due': alignDueLines,
  'lines.move': runMove,
  'nodes.windows': runWindows,
  'lines.uninstall_due': uninstallDueLines,
  'orders.expire': expireDueOrders,
  'orders.auto_renew': autoRenewDue,
  'orders.tell_prices': tellPrices,
  'ledger.close_days': closeDays,
  'packages.apply_prices': applyPriceChanges,
  'packages.reset_traffic': resetDueTraffic,
  'payments.reconcile': reconcilePayment,
  'payments.sweep': sweepPayments,
  'payments.finish_refund': finishRefundJob,
  'traffic.rank': rankTraffic,
  'retention.run': runRetention,
  'alerts.mail': mailAlerts,
  'alerts.webhook': callWebhook,
  'office.bulk': runBulk,
  'office.check_limits': checkLimits,
  'office.send_notice': sendNoticeJob,
  'office.sum_days': sumDays,
  'monitor.record_minute': recordMinute,
  'monitor.check_books': checkBooksJob,
  'monitor.check_new_books': checkNewBooksJob,
  'backups.nightly': backUpNightly,
  'backups.now': backUpNow,
}

const DAY_MS = 86_400_000

/** Jobs that run by the clock, in UTC. Each runs once, however many processes there are. */
export const cronItems: (CronItem & { task: JobName })[] = [
  { task: 'freeze.end_pauses', match: '* * * * *' },
  { task: 'lines.settle_due', match: '* * * * *' },
  { task: 'nodes.windows', match: '* * * * *' },
  { task: 'traffic.rank', match: '* * * * *' },
  { task: 'orders.expire', match: '* * * * *' },
  { task: 'packages.reset_traffic', match: '* * * * *' },
  { task: 'packages.apply_prices', match: '* * * * *' },
  { task: 'orders.auto_renew', match: '*/10 * * * *' },
  { task: 'payments.sweep', match: '*/10 * * * *' },
  { task: 'monitor.record_minute', match: '* * * * *' },
  { task: 'monitor.check_new_books', match: '*/10 * * * *' },
  { task: 'invites.confirm', match: '*/10 * * * *' },
  { task: 'office.check_limits', match: '*/5 * * * *' },
  { task: 'office.sum_days', match: '5 * * * *' },
  { task: 'cards.expire', match: '23 * * * *' },
  { task: 'ledger.close_days', match: '3 * * * *' },
  // At night in Shanghai; a server that was off then catches up when it starts.
  { task: 'accounts.delete_due', match: '7 19 * * *', options: { backfillPeriod: DAY_MS } },
  { task: 'lines.uninstall_due', match: '11 19 * * *', options: { backfillPeriod: DAY_MS } },
  { task: 'retention.run', match: '17 19 * * *', options: { backfillPeriod: DAY_MS } },
  { task: 'monitor.check_books', match: '29 19 * * *', options: { backfillPeriod: DAY_MS } },
  { task: 'backups.nightly', match: '41 19 * * *', options: { backfillPeriod: DAY_MS } },
]
