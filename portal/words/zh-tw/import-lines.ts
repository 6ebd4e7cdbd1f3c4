import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/import-lines.ts'

export default {
  importTo: '匯入到 {{client}}',
  copyAddress: '複製網址',
  pasteIt: '複製後貼到 {{client}} 的訂閱裡。',
  notOpened: '沒開啟 {{client}}？先裝好再點一次，也可以複製網址，或用裝了 App 的裝置掃描 QR 碼。',
  scanInstead: '掃描 QR 碼',
  getClient: '下載',
  connectedTitle: '連上了嗎？',
  importWaiting: '等 App 來取線路',
  importedTo: '已匯入 {{client}}',
  imported: '已匯入',
  switchOn: '等你開啟連線開關',
  online: '{{name}}已連上',
  onlineAfter: '{{name}}已連上，用時 {{seconds}} 秒',
  importHelp: 'App 沒有開啟？先裝好它再點一次匯入，或複製網址到 App 裡新增。',
  switchHelp: '在 App 裡選擇剛匯入的訂閱，開啟連線開關。系統詢問能否加入 VPN 時，點允許。',
} satisfies Translation<typeof source>
