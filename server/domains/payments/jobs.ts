import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { askForBills, loadBill } from './bills/load-bills.ts'
import { reconcilePayment, sweepPayments } from './reconcile-payment.ts'
import { finishRefundJob } from './refunds/finish-refund.ts'
import { sendTopUpReceipts } from './send-receipts.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'payments.reconcile': { paymentId: string }
    'payments.sweep': Record<never, never>
    'payments.receipts': Record<never, never>
    'payments.finish_refund': { refundId: string }
    'payments.bills': Record<never, never>
    'payments.load_bill': { merchantId: string; day: string }
  }
}

export const paymentsJobs = {
  'payments.reconcile': { run: reconcilePayment, maxS: MINUTE_S },
  'payments.sweep': { run: sweepPayments, maxS: 5 * MINUTE_S, cron: '*/10 * * * *' },
  'payments.receipts': { run: sendTopUpReceipts, maxS: 30 * MINUTE_S, cron: '*/10 * * * *' },
  'payments.finish_refund': { run: finishRefundJob, maxS: MINUTE_S },
  // From a quarter past ten in Beijing: WeChat writes its bills until ten.
  'payments.bills': { run: askForBills, maxS: 5 * MINUTE_S, cron: '15 2-8 * * *', catchesUp: true },
  'payments.load_bill': { run: loadBill, maxS: 3 * MINUTE_S },
} satisfies Partial<Jobs>
