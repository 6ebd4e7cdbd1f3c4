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
  telegram: 'Telegram',
  telegramText: '有要緊的事，傳到你的 Telegram。',
  telegramBind: '綁定 Telegram',
  telegramOpen: '在 Telegram 裡開啟',
  telegramOpenText: '在手機上點上面的按鈕，或用手機掃描 QR Code，再點「開始」。10 分鐘內有效，只能用一次。',
  telegramQr: '綁定 Telegram 的 QR Code',
  telegramBound: '已綁定：{{name}}',
  telegramBlocked: '你在 Telegram 裡停用了機器人，重新綁定就能再收到。',
  telegramUnbind: '取消綁定',
  telegramEnds: '到期和續約',
  telegramTraffic: '流量快用完',
  telegramNodes: '我的線路故障',
} satisfies Translation<typeof source>
