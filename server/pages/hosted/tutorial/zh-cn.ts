import type { HostedContent } from '../layout.ts'

/** A tutorial, and the words of its link to the reader's own lines. */
export type Tutorial = HostedContent & { toLines: string }

export const tutorialZhCn: Tutorial = {
  title: '使用教程',
  intro: '三分钟连上。先拿到自己的订阅地址，再按手里的设备选一个客户端照着做。',
  toLines: '打开我的线路',
  sections: [
    {
      heading: '先做这三步',
      paragraphs: ['订阅地址等于你的钥匙，不要发给别人。不小心泄露时，在线路列表里重置，旧地址马上失效。'],
      steps: [
        '在“购买套餐”里选好套餐。',
        '在“安装线路”里选一个离你近的节点，点安装。',
        '在“线路列表”里复制订阅地址，或直接点对应客户端的导入按钮。',
      ],
    },
    {
      heading: 'Clash Verge（Mihomo） · Windows、macOS',
      paragraphs: ['电脑上最常用的一种，适合大多数人。'],
      steps: [
        '从 Clash Verge Rev 的官方发布页下载并安装，首次打开时允许系统提示。',
        '左侧进入“订阅”，把地址粘到最上面的输入框，点“导入”，再点一下新出现的卡片选中它。',
        '左侧进入“代理”，模式选“规则”，在列表里挑一个延迟低的节点。',
        '左侧进入“设置”，打开“系统代理”。浏览器能打开网页就连上了。',
      ],
    },
    {
      heading: 'sing-box · Android、iOS、macOS',
      paragraphs: ['省电、稳定，适合手机常驻。'],
      steps: [
        '从应用商店安装 sing-box（iOS 需要非大陆区 Apple 账户）。',
        '进入“配置”，新建一个，类型选“远程”，把订阅地址粘进去并保存。',
        '回到首页选中这个配置，点启动，第一次会请求添加 VPN，选择允许。',
      ],
    },
    {
      heading: 'Shadowrocket · iOS',
      paragraphs: ['需要非大陆区 Apple 账户购买。'],
      steps: [
        '在线路列表里点“导入到 Shadowrocket”，或复制订阅地址后打开应用。',
        '点右上角加号，类型选“Subscribe”，粘贴地址后保存。',
        '回到首页选一个节点，打开顶部的连接开关，允许添加 VPN。',
      ],
    },
    {
      heading: 'v2rayNG · Android',
      paragraphs: ['体积小，老手机也能用。'],
      steps: [
        '从官方发布页或应用商店安装 v2rayNG。',
        '打开左侧菜单里的“订阅分组设置”，点加号，粘贴地址并保存。',
        '回到首页，右上角菜单选“更新订阅”，列表里会出现你的线路。',
        '点选一条，再点右下角的圆形按钮连接。',
      ],
    },
    {
      heading: 'Hiddify · Windows、macOS、Android、iOS',
      paragraphs: ['四种系统界面一样，第一次用推荐它。'],
      steps: [
        '安装后打开，点“新增配置”，选“从剪贴板添加”。',
        '配置出现后，点中间的大按钮连接，它会自动挑选最快的线路。',
        '想手动选择时，点下方的节点名称。',
      ],
    },
    {
      heading: 'Surge · iOS、macOS',
      paragraphs: ['适合已经在用 Surge 的人。'],
      steps: [
        '复制订阅地址，在 Surge 的配置列表里选“从 URL 下载配置”，粘贴并确认。',
        '选中新配置，在策略组里挑一个节点。',
        '打开总开关，第一次允许添加 VPN。',
      ],
    },
    {
      heading: '连不上时',
      paragraphs: ['依次看看下面几条，多数情况到第三条就好了。'],
      steps: [
        '在客户端里更新一次订阅，换一个节点。',
        '确认设备的日期和时间是自动设置的，差几分钟就会连不上。',
        '关掉其他 VPN 或代理软件，只留一个。',
        '回到首页看看套餐是否到期、流量是否用完。',
        '还是不行，请联系客服，说明设备、客户端和节点名称。',
      ],
    },
  ],
}
