import { lasted, type AlertTexts } from './alert-text.ts'

/** Why a database cannot be used. */
const reasons: Record<string, string> = {
  unavailable: '沒有回應',
  disk_full: '的磁碟已滿，請清出空間',
  read_only: '只能讀取',
}

export const zhTW: AlertTexts = {
  sentences: {
    'node.silent': (word) => `節點 ${word('nodeName')}（${word('region')}）沒有回應`,
    'node.engine_down': (word) => `節點 ${word('nodeName')}（${word('region')}）的線路程式已停止`,
    'node.update_failed': (word) =>
      `節點 ${word('nodeName')}（${word('region')}）沒能更新到 ${word('number')}：${word('reason')}`,
    'node.batch_refused': (word) => `節點回報的流量有問題，沒有計入（${word('subject')}）`,
    'node.refused': () => '有節點的請求簽章不正確，已拒絕',
    'payment.success_low': (word) =>
      `商家 ${word('merchantName')} 最近一小時付款成功率只有 ${word('percent')}%（共 ${word('count')} 筆）`,
    'payment.unsettled': (word) => `${word('count')} 筆付款長時間沒有結果，最早一筆 ${word('outTradeNo')}`,
    'payment.bill_differs': (word) =>
      `收款帳戶 ${word('merchantName')} 的帳單有 ${word('count')} 筆對不上，請到控制台的帳單頁處理`,
    'payment.disputed': (word) => `付款 ${word('outTradeNo')} 被買家的銀行要求退回，請到金流商答覆`,
    'payment.mismatch': (word) => `付款 ${word('outTradeNo')} 與金流商的紀錄不符`,
    'payment.refunded_outside': (word) => `付款 ${word('outTradeNo')} 在金流商那邊被退款`,
    'payment.unknown_order': () => '收到不屬於任何訂單的付款通知',
    'refund.unknown': (word) => `退款 ${word('outRequestNo')} 的結果未知，請向金流商核對`,
    'refund.wished': (word) => `有代理商請你退款 ¥${word('amount')}（申請 ${word('wish')}）：yx call refunds.wishes`,
    'reseller.word': () => '有代理商給你留言：看控制台的提醒',
    'reseller.short': () => '代理商餘額不足，使用者付款已轉入其餘額',
    'reseller.fee_refunded': (word) => `代理商的開通費已退，代理商已停用（${word('subject')}）`,
    'withdrawal.missed': (word) => `使用者說沒有收到提領 ¥${word('amount')}（${word('subject')}）`,
    'webhook.off': (word) => `平台的 Webhook「${word('name')}」（${word('host')}）已自動停用，請在控制台的團隊頁查看`,
    'ticket.waiting': (word) => `${word('count')} 張工單超過 ${word('hours')} 小時沒有回覆（${word('subject')}）`,
    'staff.mails': (word) => `成員 ${word('subject')} 短時間內讓平台寄出太多郵件，已停下：yx call audit.list`,
    'staff.refused': (word) =>
      `有代理商的成員（${word('subject')}）想動一個名下有代理商的帳號，已拒絕：yx call audit.list`,
    'telegram.failing': (word) => `Telegram 機器人 @${word('bot')} 傳不出訊息（${word('problem')}），請檢查權杖和網路`,
    'address.inside': (word) => `有代理商填了指向內網的位址 ${word('host')}，已拒絕（${word('subject')}）`,
    'money.unclaimed': (word) => `有款項進了已刪除的帳號（${word('subject')}）`,
    'books.unclean': (word) => `對帳發現 ${word('count')} 處問題`,
    'job.failing': (word) => `背景工作 ${word('name')} 無法完成（${word('count')} 個）`,
    'job.stuck': (word) => `背景工作 ${word('name')} 卡住了（${word('count')} 個）`,
    'disk.full': (word) => `伺服器 ${word('host')} 的磁碟只剩 ${word('percent')}%，請清出空間`,
    'backup.old': (word) => `已有 ${word('hours')} 小時沒有成功的備份`,
    'backup.hook': (word) => `備份已完成，但送往別處的程式失敗了（${word('reason')}）`,
    'database.away': (word) =>
      `資料庫${reasons[word('reason')] ?? reasons['unavailable']}，已 ${word('seconds')} 秒（伺服器 ${word('host')}）`,
  },
  other: (kind, subject) => `${kind}：${subject}`,
  begun: '告警',
  over: '已恢復',
  backAfter: (seconds) => `歷時 ${lasted(seconds, '秒', '分鐘', '小時')}`,
  more: (count) => `另有 ${count} 項`,
  open: '開啟監控',
  sender: '魚線監控',
}
