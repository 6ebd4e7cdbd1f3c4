import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/exports.ts'

export default {
  exports: '匯出全部資料',
  exportsText: '使用者、訂單、付款、帳本和序號各一個檔案，隨時可以帶走。保留 7 天。',
  exportCsv: '匯出 CSV 表格',
  exportJsonl: '匯出 JSON 行',
  export_waiting: '正在準備，可以先去做別的',
  export_failed: '沒有做成，請再試一次',
  export_done: '已準備好',
  exportKept: '可下載到 {{until}}',
  exported_users: '使用者',
  exported_orders: '訂單',
  exported_payments: '付款',
  exported_ledger: '帳本',
  exported_cards: '序號',
} satisfies Translation<typeof source>
