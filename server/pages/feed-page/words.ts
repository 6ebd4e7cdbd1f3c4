import type { Language } from '../../../contract/languages.ts'

type Words = {
  title: string
  intro: string
  used(used: string, total: string): string
  until(day: string): string
  noEnd: string
  system: string
  systems: Record<'ios' | 'android' | 'harmony' | 'windows' | 'mac' | 'linux' | 'router', string>
  /** The stages, as short words. */
  dots: Record<'get' | 'import' | 'switch' | 'on', string>
  hasClient(client: string): string
  getIt: string
  importTitle: string
  importTo(client: string): string
  notOpened: string
  byHand: string
  /** Where no button imports. */
  onlyByHand: string
  others: string
  /** Instead of the title, while there is nothing to connect to. */
  stopped: string
  toPortal: string
  chat: string
  switchTitle: string
  switchText: string
  imported: string
  online: string
  /** `{s}` stands for the seconds: the page's script fills it in. */
  onlineAfter: string
}

export const feedPageWords: Record<Language, Words> = {
  'zh-CN': {
    title: '三步连上',
    intro: '装好客户端，导入，打开开关。这个页面会告诉你连上了没有。',
    used: (used, total) => `已用 ${used}，共 ${total}`,
    until: (day) => `${day} 到期`,
    noEnd: '不限时间',
    system: '这台设备是',
    systems: {
      ios: 'iPhone · iPad',
      android: '安卓',
      harmony: '鸿蒙 5 以上',
      windows: 'Windows',
      mac: 'Mac',
      linux: 'Linux',
      router: '路由器',
    },
    dots: { get: '装客户端', import: '导入', switch: '开开关', on: '连上' },
    hasClient: (client) => `装过 ${client} 吗？`,
    getIt: '没装，先下载',
    importTitle: '导入',
    importTo: (client) => `导入到 ${client}`,
    notOpened: '点了没反应？',
    byHand: '先装好客户端再点。也可以复制这个地址，到客户端里添加：',
    onlyByHand: '复制这个地址，到客户端里添加：',
    others: '用别的客户端',
    stopped: '现在还不能连',
    toPortal: '打开用户中心',
    chat: '这个应用里打不开客户端。点右上角“…”，选“在浏览器打开”。',
    switchTitle: '打开开关',
    switchText: '在客户端里选中刚导入的订阅，打开连接开关。系统问能不能添加 VPN，点允许。',
    imported: '已导入',
    online: '已连上',
    onlineAfter: '已连上，用时 {s} 秒',
  },
  'zh-TW': {
    title: '三步連上',
    intro: '裝好 App，匯入，開啟連線開關。這個頁面會告訴你連上了沒有。',
    used: (used, total) => `已用 ${used}，共 ${total}`,
    until: (day) => `${day} 到期`,
    noEnd: '不限時間',
    system: '這台裝置是',
    systems: {
      ios: 'iPhone · iPad',
      android: 'Android',
      harmony: 'HarmonyOS 5 以上',
      windows: 'Windows',
      mac: 'Mac',
      linux: 'Linux',
      router: '路由器',
    },
    dots: { get: '裝 App', import: '匯入', switch: '開啟', on: '連上' },
    hasClient: (client) => `裝過 ${client} 嗎？`,
    getIt: '沒裝，先下載',
    importTitle: '匯入',
    importTo: (client) => `匯入到 ${client}`,
    notOpened: '點了沒反應？',
    byHand: '先裝好 App 再點。也可以複製這個網址，到 App 裡新增：',
    onlyByHand: '複製這個網址，到 App 裡新增：',
    others: '用別的 App',
    stopped: '現在還不能連線',
    toPortal: '開啟使用者中心',
    chat: '這裡無法開啟其他 App。點右上角「…」，選「在瀏覽器開啟」。',
    switchTitle: '開啟連線開關',
    switchText: '在 App 裡選擇剛匯入的訂閱，開啟連線開關。系統詢問能否加入 VPN 時，點允許。',
    imported: '已匯入',
    online: '已連上',
    onlineAfter: '已連上，用時 {s} 秒',
  },
  en: {
    title: 'Connect in three steps',
    intro: 'Get the app, add your lines, turn on the switch. This page tells you when it works.',
    used: (used, total) => `${used} of ${total} used`,
    until: (day) => `until ${day}`,
    noEnd: 'no end date',
    system: 'This device is',
    systems: {
      ios: 'iPhone · iPad',
      android: 'Android',
      harmony: 'HarmonyOS 5 and later',
      windows: 'Windows',
      mac: 'Mac',
      linux: 'Linux',
      router: 'Router',
    },
    dots: { get: 'App', import: 'Add', switch: 'Switch on', on: 'Connected' },
    hasClient: (client) => `Do you have ${client}?`,
    getIt: 'Not yet, download it',
    importTitle: 'Add your lines',
    importTo: (client) => `Add to ${client}`,
    notOpened: 'Nothing happens?',
    byHand: 'Install the app first. Or copy this address and add it in the app:',
    onlyByHand: 'Copy this address and add it in the app:',
    others: 'Use another app',
    stopped: 'Not possible right now',
    toPortal: 'Open the user center',
    chat: 'This app does not let others open. Tap … at the top right and choose "Open in browser".',
    switchTitle: 'Turn on the switch',
    switchText: 'Choose the new subscription in the app and turn on its switch. Allow the VPN when the system asks.',
    imported: 'Added',
    online: 'Connected',
    onlineAfter: 'Connected after {s} s',
  },
}
