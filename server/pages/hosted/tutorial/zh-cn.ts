import type { System } from '../../../../contract/systems.ts'
import type { HostedContent } from '../layout.ts'

/** A tutorial, the words of its link to the reader's own lines, and those beside a client's pictures. */
export type Tutorial = HostedContent & {
  toLines: string
  pick: string
  get: string
  /** Over the client to take. */
  first: string
  steps: Record<'get' | 'open' | 'on' | 'paste', string>
  systems: Record<System, string>
}

export const tutorialZhCn: Tutorial = {
  title: '使用教程',
  intro: '三分钟连上。先选你的设备，再照着图做。',
  toLines: '打开我的线路',
  pick: '选你的设备',
  get: '下载 {name}',
  first: '推荐用 {name}',
  steps: {
    get: '装好 {name}',
    open: '在线路页点“导入到 {name}”',
    on: '打开开关，第一次允许添加 VPN',
    paste: '在线路页复制地址，粘贴到 {name} 的订阅里',
  },
  systems: {
    ios: 'iPhone · iPad',
    android: '安卓',
    harmony: '鸿蒙 5 以上',
    windows: 'Windows',
    mac: 'Mac',
    linux: 'Linux',
    router: '路由器',
  },
  sections: [
    {
      heading: '先做这三步',
      paragraphs: ['订阅地址等于你的钥匙，不要发给别人。不小心泄露时，在线路列表里重置，旧地址马上失效。'],
      steps: ['选一个套餐，付完线路自动装好。', '在线路页点“导入”，客户端就有了全部线路。', '打开客户端里的开关。'],
    },
    {
      heading: '连不上时',
      paragraphs: ['依次看看下面几条，多数情况到第三条就好了。'],
      steps: [
        '在客户端里点“更新”，换一条线路。',
        '确认设备的日期和时间是自动设置的，差几分钟就会连不上。',
        '关掉其他 VPN 或代理软件，只留一个。',
        '回到首页看看套餐是否到期、流量是否用完。',
        '还是不行，请联系客服，说明设备、客户端和节点名称。',
      ],
    },
  ],
}
