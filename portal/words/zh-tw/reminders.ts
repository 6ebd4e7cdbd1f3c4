import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/reminders.ts'

export default {
  remindersText: '用鈴鐺和郵件提醒，只在白天發。',
  remindersFailed: '提醒設定沒有載入',
  remindEnds: '方案快到期',
  remindTraffic: '流量快用完',
  remindReceipt: '付款收據',
  remindRenewal: '自動續約沒成功',
  onThisDevice: '在這台裝置上跳出通知',
  onThisDeviceText: '不開網頁也看得到，登出就停止。',
  notAllowed: '瀏覽器不允許通知。在瀏覽器的網站設定裡允許，再回來開啟。',
  homeScreenFirst: 'iPhone 要先把網頁加入主畫面，再從主畫面開啟這裡。',
  notOn: '通知沒有開啟，請稍後再試',
} satisfies Translation<typeof source>
