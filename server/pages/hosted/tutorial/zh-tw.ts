import type { Tutorial } from './zh-cn.ts'

export const tutorialZhTw: Tutorial = {
  title: '使用教學',
  intro: '三分鐘連上。先選你的裝置，再照著圖做。',
  toLines: '開啟我的線路',
  pick: '選你的裝置',
  get: '下載 {name}',
  first: '推薦用 {name}',
  steps: {
    get: '裝好 {name}',
    open: '在線路頁點「匯入到 {name}」',
    on: '開啟連線開關，第一次允許加入 VPN',
    paste: '在線路頁複製網址，貼到 {name} 的訂閱裡',
  },
  systems: {
    ios: 'iPhone · iPad',
    android: 'Android',
    harmony: 'HarmonyOS 5 以上',
    windows: 'Windows',
    mac: 'Mac',
    linux: 'Linux',
    router: '路由器',
  },
  sections: [
    {
      heading: '先做這三步',
      paragraphs: ['訂閱網址等於你的鑰匙，不要傳給別人。不小心外洩時，在線路清單裡重設，舊網址馬上失效。'],
      steps: ['選一個方案，付款後線路自動裝好。', '在線路頁點「匯入」，App 就有全部線路。', '開啟 App 裡的連線開關。'],
    },
    {
      heading: '連不上時',
      paragraphs: ['依序看看下面幾條，多數情況到第三條就好了。'],
      steps: [
        '在 App 裡點「更新」，換一條線路。',
        '確認裝置的日期和時間是自動設定的，差幾分鐘就會連不上。',
        '關掉其他 VPN 或代理軟體，只留一個。',
        '回到首頁看看方案是否到期、流量是否用完。',
        '還是不行，請聯絡客服，說明裝置、App 和節點名稱。',
      ],
    },
  ],
}
