import type { Translation } from '../words.ts'
import type source from '../zh-cn/embedded.ts'

export default {
  usageAbout: '流量用在了哪裡，按天列出',
  serviceAbout: '常見問題與聯絡方式',
  agreementAbout: '使用本服務前請了解',
  tutorialAbout: '你的匯入連結在',
  tutorialLines: '線路列表',
  messageAbout: '維護、新節點和活動',
  frameTitle: '{{name}}頁面',
  reload: '重新載入',
  openWindow: '在新視窗打開',
  windowBlocked: '新視窗被瀏覽器攔下了，請允許彈出視窗後再試',
  configTitle: '沒能讀到頁面網址',
  configText: '可能是網路不太順暢，請重試。一直這樣的話，請聯絡客服。',
  addressTitle: '這個頁面暫時打不開',
  addressText: '代理設定的網址不符合安全要求，所以沒有打開。請告訴代理檢查一下。',
  ticketTitle: '沒能準備好頁面',
  slowTitle: '頁面遲遲沒有出現',
  slowText: '對方網站可能忙，也可能不允許嵌入。可以重試，或在新視窗打開。',
  blockedTitle: '這個頁面不能在這裡顯示',
  blockedText: '它要轉到別的網站。請在新視窗打開。',
} satisfies Translation<typeof source>
