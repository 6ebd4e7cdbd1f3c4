import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/exports.ts'

export default {
  exports: 'Take everything along',
  exportsText: 'Users, orders, payments, ledger and voucher codes, a file each. Kept for 7 days.',
  exportCsv: 'Make CSV files',
  exportJsonl: 'Make JSON lines',
  export_waiting: 'Being prepared; you can go on meanwhile',
  export_failed: 'It failed, please try again',
  export_done: 'Ready',
  exportKept: 'Download until {{until}}',
  exported_users: 'Users',
  exported_orders: 'Orders',
  exported_payments: 'Payments',
  exported_ledger: 'Ledger',
  exported_cards: 'Voucher codes',
} satisfies Translation<typeof source>
