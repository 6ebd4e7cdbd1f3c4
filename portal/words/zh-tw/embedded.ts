import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/embedded.ts'

export default {
  usageAbout: '流量用在哪裡，逐日列出',
  helpDead: '沒反應',
  helpWrite: '聯絡客服',
  helpNews: '有新回覆',
  helpFailed: '無法載入，請關閉再開啟',
  serviceAbout: '常見問題與聯絡方式',
  agreementAbout: '使用本服務前請了解',
  tutorialAbout: '你的匯入連結在',
  tutorialLines: '線路清單',
  messageAbout: '維護、新節點和活動',
  frameTitle: '{{name}}頁面',
  reload: '重新載入',
  openWindow: '在新視窗開啟',
  windowBlocked: '瀏覽器擋下了新視窗，請允許彈出式視窗後再試',
  configTitle: '無法載入頁面網址',
  configText: '可能是網路不太順暢，請重試。一直這樣的話，請聯絡客服。',
  addressTitle: '這個頁面暫時打不開',
  addressText: '代理商設定的網址不符合安全要求，所以沒有開啟。請通知代理商檢查。',
  ticketTitle: '頁面準備失敗',
  slowTitle: '頁面遲遲沒有出現',
  slowText: '對方網站可能忙碌中，也可能不允許嵌入。可以重試，或在新視窗開啟。',
  nothingSeen: '沒有看到內容？對方網站可能不允許嵌入。',
  blockedTitle: '這個頁面不能在這裡顯示',
  blockedText: '它要轉到別的網站。請在新視窗開啟。',
} satisfies Translation<typeof source>
