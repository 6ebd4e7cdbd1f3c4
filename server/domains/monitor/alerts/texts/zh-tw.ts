import type { AlertTexts } from './alert-text.ts'

export const zhTW: AlertTexts = {
  sentences: {
    'node.silent': (word) => `節點 ${word('nodeName')}（${word('region')}）沒有回應`,
    'node.engine_down': (word) => `節點 ${word('nodeName')}（${word('region')}）的線路程式已停止`,
    'node.refused': () => '有節點的請求簽章不正確，已拒絕',
    'payment.success_low': (word) =>
      `商戶 ${word('merchantName')} 最近一小時支付成功率只有 ${word('percent')}%（共 ${word('count')} 筆）`,
    'payment.unsettled': (word) => `${word('count')} 筆支付長時間沒有結果，最早一筆 ${word('outTradeNo')}`,
    'payment.mismatch': (word) => `支付 ${word('outTradeNo')} 與閘道所說不一致`,
    'payment.refunded_outside': (word) => `支付 ${word('outTradeNo')} 在閘道側被退款`,
    'payment.unknown_order': () => '收到不屬於任何訂單的支付通知',
    'refund.unknown': (word) => `退款 ${word('outRequestNo')} 的結果未知，請到閘道核對`,
    'reseller.short': () => '代理餘額不足，用戶付款已轉入其餘額',
    'books.unclean': (word) => `對帳發現 ${word('count')} 處問題`,
    'job.failing': (word) => `背景工作 ${word('name')} 無法完成（${word('count')} 個）`,
    'disk.full': (word) => `伺服器 ${word('host')} 的磁碟只剩 ${word('percent')}%`,
  },
  other: (kind, subject) => `${kind}：${subject}`,
  begun: '告警',
  over: '已恢復',
  more: (count) => `另有 ${count} 項`,
  open: '開啟監控',
  sender: '魚線監控',
}
