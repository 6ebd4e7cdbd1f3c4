import type { Language } from '../../../../../contract/languages.ts'
import type { TicketCategory, TicketState } from '../../../../../contract/ticket-choices.ts'

export type DeskTexts = {
  title: string
  all: string
  more: string
  none: string
  dead: string
  deadText: string
  write: string
  back: string
  states: Record<TicketState, string>
  category: string
  categories: Record<TicketCategory, string>
  text: string
  textHint: string
  pictures: string
  picturesHint: (count: number) => string
  picture: (number: number) => string
  keepPicture: (number: number) => string
  look: string
  lookTitle: string
  attached: string
  attachedBefore: string
  send: string
  change: string
  sent: string
  system: string
  client: string
  clientNone: string
  lines: string
  linesNone: string
  lineOff: string
  nodes: { up: string; down: string; maintenance: string }
  lastByte: (at: string) => string
  noByte: string
  payment: string
  paymentNone: string
  payments: { paid: string; pending: string; closed: string; refunded: string }
  coins: string
  earlier: string
  latest: string
  me: string
  support: string
  reply: string
  solved: string
  reopen: string
  reopenReason: string
  closedFor: string
  rateAsk: string
  rateGood: string
  rateBad: string
  rated: string
  textRule: (count: number) => string
  picturesMax: (count: number) => string
  tooLarge: string
  used: string
  stale: string
  over: string
  overText: string
  overWay: string
  overCopy: string
  reload: string
}

export const deskTexts: Record<Language, DeskTexts> = {
  'zh-CN': {
    title: '我的工单',
    all: '全部工单',
    more: '更早的工单',
    none: '还没有工单。遇到问题就写给客服，回复会用铃铛和邮件告诉你。',
    dead: '没反应',
    deadText: '没反应，网页打不开。',
    write: '写工单',
    back: '返回',
    states: { open: '等客服回复', answered: '客服已回复', closed: '已解决' },
    category: '是哪方面的问题',
    categories: { dead: '没反应', slow: '速度慢', payment: '付款', package: '套餐', account: '账号', other: '其他' },
    text: '说说情况',
    textHint: '什么时候开始的、哪条线路、看到了什么',
    pictures: '图片',
    picturesHint: (count) => `可以不加，最多 ${count} 张，每张不超过 2 MB，太大就先截图。照片里的地点等信息会去掉。`,
    picture: (number) => `图片 ${number}`,
    keepPicture: (number) => `保留图片 ${number}`,
    look: '下一步',
    lookTitle: '看一看再发送',
    attached: '会附上这些，方便客服查',
    attachedBefore: '已附上',
    send: '发送',
    change: '改一改',
    sent: '已发送，回复会用铃铛和邮件告诉你。',
    system: '系统',
    client: '客户端',
    clientNone: '还没有拉取过订阅',
    lines: '线路',
    linesNone: '没有线路',
    lineOff: '线路停用',
    nodes: { up: '节点正常', down: '节点故障', maintenance: '节点维护中' },
    lastByte: (at) => `${at} 有过流量`,
    noByte: '还没有流量',
    payment: '最近付款',
    paymentNone: '没有',
    payments: { paid: '已付', pending: '未付', closed: '未付', refunded: '已退' },
    coins: '鱼币',
    earlier: '更早的消息',
    latest: '最新的消息',
    me: '我',
    support: '客服',
    reply: '补充或回复',
    solved: '已解决，关闭',
    reopen: '还没解决，重新打开',
    reopenReason: '哪里还没解决',
    closedFor: '已关闭超过 14 天，有问题请写新工单。',
    rateAsk: '这次帮到你了吗',
    rateGood: '帮到了',
    rateBad: '没有',
    rated: '谢谢，已记下。',
    textRule: (count) => `请写 1 到 ${count} 个字`,
    picturesMax: (count) => `最多 ${count} 张图片，去掉几张再试`,
    tooLarge: '图片太大，每张不超过 2 MB。截个图或换一张再试，写的字都还在。',
    used: '这一页已经发送过了，没有再发一次。',
    stale: '这一页放得太久了，没有发送。请再按一次。',
    over: '请重新打开',
    overText: '为了安全，这一页只能用 30 分钟。重新打开客服页面就能接着写。',
    overWay: '重新打开客服页面',
    overCopy: '你写的字，可以先复制',
    reload: '要看工单或写给客服，点上方的刷新按钮重新打开。',
  },
  'zh-TW': {
    title: '我的工單',
    all: '全部工單',
    more: '更早的工單',
    none: '還沒有工單。遇到問題就寫給客服，回覆會用鈴鐺和郵件通知你。',
    dead: '沒反應',
    deadText: '沒反應，網頁打不開。',
    write: '寫工單',
    back: '返回',
    states: { open: '等客服回覆', answered: '客服已回覆', closed: '已解決' },
    category: '是哪方面的問題',
    categories: { dead: '沒反應', slow: '速度慢', payment: '付款', package: '方案', account: '帳號', other: '其他' },
    text: '說說情況',
    textHint: '什麼時候開始的、哪條線路、看到了什麼',
    pictures: '圖片',
    picturesHint: (count) => `可以不加，最多 ${count} 張，每張不超過 2 MB，太大就先截圖。照片裡的地點等資訊會去掉。`,
    picture: (number) => `圖片 ${number}`,
    keepPicture: (number) => `保留圖片 ${number}`,
    look: '下一步',
    lookTitle: '看一看再送出',
    attached: '會附上這些，方便客服查',
    attachedBefore: '已附上',
    send: '送出',
    change: '改一改',
    sent: '已送出，回覆會用鈴鐺和郵件通知你。',
    system: '系統',
    client: 'App',
    clientNone: '還沒有抓取過訂閱',
    lines: '線路',
    linesNone: '沒有線路',
    lineOff: '線路停用',
    nodes: { up: '節點正常', down: '節點故障', maintenance: '節點維護中' },
    lastByte: (at) => `${at} 有過流量`,
    noByte: '還沒有流量',
    payment: '最近付款',
    paymentNone: '沒有',
    payments: { paid: '已付', pending: '未付', closed: '未付', refunded: '已退' },
    coins: '魚幣',
    earlier: '更早的訊息',
    latest: '最新的訊息',
    me: '我',
    support: '客服',
    reply: '補充或回覆',
    solved: '已解決，關閉',
    reopen: '還沒解決，重新開啟',
    reopenReason: '哪裡還沒解決',
    closedFor: '已關閉超過 14 天，有問題請寫新工單。',
    rateAsk: '這次幫到你了嗎',
    rateGood: '幫到了',
    rateBad: '沒有',
    rated: '謝謝，已記下。',
    textRule: (count) => `請寫 1 到 ${count} 個字`,
    picturesMax: (count) => `最多 ${count} 張圖片，去掉幾張再試`,
    tooLarge: '圖片太大，每張不超過 2 MB。截個圖或換一張再試，寫的字都還在。',
    used: '這一頁已經送出過了，沒有再送一次。',
    stale: '這一頁放得太久了，沒有送出。請再按一次。',
    over: '請重新開啟',
    overText: '為了安全，這一頁只能用 30 分鐘。重新開啟客服頁面就能接著寫。',
    overWay: '重新開啟客服頁面',
    overCopy: '你寫的字，可以先複製',
    reload: '要看工單或寫給客服，點上方的重新整理按鈕重新開啟。',
  },
  en: {
    title: 'Your tickets',
    all: 'All tickets',
    more: 'Earlier tickets',
    none: 'No tickets yet. Write to support when something is wrong. The bell and an e-mail tell you of the answer.',
    dead: 'Nothing loads',
    deadText: 'Nothing loads.',
    write: 'New ticket',
    back: 'Back',
    states: { open: 'Waiting for support', answered: 'Answered', closed: 'Solved' },
    category: 'What is it about',
    categories: {
      dead: 'Nothing loads',
      slow: 'Slow',
      payment: 'Payment',
      package: 'Plan',
      account: 'Account',
      other: 'Other',
    },
    text: 'What happened',
    textHint: 'Since when, on which line, what you see',
    pictures: 'Pictures',
    picturesHint: (count) =>
      `Optional, up to ${count} of 2 MB each; take a screenshot of a larger one. The place where a photo was taken is removed.`,
    picture: (number) => `Picture ${number}`,
    keepPicture: (number) => `Keep picture ${number}`,
    look: 'Next',
    lookTitle: 'Look before you send',
    attached: 'Sent along, so that support can look',
    attachedBefore: 'Sent along',
    send: 'Send',
    change: 'Change it',
    sent: 'Sent. The bell and an e-mail tell you of the answer.',
    system: 'System',
    client: 'App',
    clientNone: 'Has not fetched your lines yet',
    lines: 'Lines',
    linesNone: 'No lines',
    lineOff: 'Line off',
    nodes: { up: 'Server fine', down: 'Server down', maintenance: 'Server under maintenance' },
    lastByte: (at) => `last data ${at}`,
    noByte: 'no data yet',
    payment: 'Last payment',
    paymentNone: 'None',
    payments: { paid: 'paid', pending: 'not paid', closed: 'not paid', refunded: 'refunded' },
    coins: 'fish coins',
    earlier: 'Earlier messages',
    latest: 'Latest messages',
    me: 'You',
    support: 'Support',
    reply: 'Add or reply',
    solved: 'Solved, close it',
    reopen: 'Not solved, open again',
    reopenReason: 'What is still wrong',
    closedFor: 'Closed more than 14 days ago. Please write a new ticket.',
    rateAsk: 'Did this help',
    rateGood: 'Yes',
    rateBad: 'No',
    rated: 'Thank you, noted.',
    textRule: (count) => `Please write 1 to ${count} characters`,
    picturesMax: (count) => `Up to ${count} pictures. Leave some out and try again.`,
    tooLarge:
      'A picture is too large: up to 2 MB each. Take a screenshot or choose another one; your words are still here.',
    used: 'This page was sent already. It was not sent again.',
    stale: 'This page had grown old, so nothing was sent. Please press once more.',
    over: 'Please open it again',
    overText: 'To keep you safe, this page works for 30 minutes. Open support again to go on.',
    overWay: 'Open support again',
    overCopy: 'What you wrote, to copy',
    reload: 'To see your tickets or write to support, press the reload button above.',
  },
}
