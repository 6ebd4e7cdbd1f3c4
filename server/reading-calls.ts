import { api } from '../contract/api.ts'
import { consoleApi } from '../contract/console/api.ts'

/**
 * Read-only calls that a replica may answer with slightly old data. Excludes calls that decide about money or are read
 * right before such a decision: payouts, withdrawals, balances. Also excludes what stands in unlogged tables: they are
 * not in the log that feeds a replica.
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
