import { api } from '../contract/api.ts'
import { consoleApi } from '../contract/console/api.ts'

/**
 * Calls that only show something and may come from a replica, a moment old. None that decides about money or is looked at
 * right before such a decision: payouts, withdrawals, balances. The ranking is not among them: its table is not in the log
 * that a replica lives by.
 */
export const readingPaths: ReadonlySet<string> = new Set(
  [
    api.status.report,
    api.traffic.usage,
    consoleApi.users.list,
    consoleApi.orders.list,
    consoleApi.payments.list,
    consoleApi.cards.batches,
    consoleApi.cards.list,
    consoleApi.invites.list,
    consoleApi.money.entries,
    consoleApi.audit.list,
    consoleApi.notices.list,
    consoleApi.mails.list,
    consoleApi.alerts.list,
    consoleApi.resellers.list,
  ].map(({ path }) => path),
)
