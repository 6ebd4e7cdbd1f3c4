import { MINUTE_S } from '../../../contract/durations.ts'
import type { Owner } from '../../platform/context.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { autoRenewDue, changeEnded } from './auto-renew.ts'
import { expireDueOrders } from './end-orders.ts'
import { installFirstLines } from './first-lines.ts'
import { renewAllUsedUp, renewUsedUp } from './renew-early.ts'
import { sendReceipts } from './send-receipts.ts'
import { tellPrices } from './tell-prices.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'orders.expire': Record<never, never>
    'orders.first_lines': Record<never, never>
    'orders.auto_renew': Record<never, never>
    'orders.change_ended': Record<never, never>
    'orders.renew_used_up': Owner
    'orders.renew_all_used_up': Record<never, never>
    'orders.receipts': Record<never, never>
    'orders.tell_prices': Record<never, never>
  }
}

export const ordersJobs = {
  'orders.expire': { run: expireDueOrders, maxS: 5 * MINUTE_S, cron: '* * * * *' },
  'orders.first_lines': { run: installFirstLines, maxS: 10 * MINUTE_S, cron: '* * * * *' },
  'orders.auto_renew': { run: autoRenewDue, maxS: 30 * MINUTE_S, cron: '*/10 * * * *' },
  'orders.change_ended': { run: changeEnded, maxS: 10 * MINUTE_S, cron: '* * * * *' },
  'orders.renew_used_up': { run: renewUsedUp, maxS: MINUTE_S },
  'orders.renew_all_used_up': { run: renewAllUsedUp, maxS: 10 * MINUTE_S, cron: '*/10 * * * *' },
  'orders.receipts': { run: sendReceipts, maxS: 30 * MINUTE_S, cron: '*/10 * * * *' },
  'orders.tell_prices': { run: tellPrices, maxS: 10 * MINUTE_S },
} satisfies Partial<Jobs>
