import type { Translation } from '../words.ts'
import type source from '../zh-cn/base.ts'

export default {
  loading: '載入中',
  retry: '重試',
  close: '關閉',
  language: '語言',
  switchScheme: '顯示深色或淺色',
  notFoundTitle: '找不到這個頁面',
  notFoundText: '網址可能變了，從首頁重新進入就好。',
  backHome: '回到首頁',
  backToSignIn: '去登入',
  noAnswer: '網路有點慢，沒有等到回應。請再試一次',
  offline: '連不上網路，請檢查後再試',
  strangeAnswer: '看不懂伺服器的回應，請稍後再試',
  pictureCode: '圖片驗證碼',
  pictureHint: '圖中的 {{count}} 個字元',
  pictureNext: '看不清楚，換一張',
  unexpected: '沒有成功，請稍後再試',
  userInfoFailed: '取得使用者資訊失敗',
  configFailed: '取得代理商設定失敗',
} satisfies Translation<typeof source>
