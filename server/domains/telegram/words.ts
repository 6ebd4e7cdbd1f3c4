import type { Language } from '../../../contract/languages.ts'

/** What the bot says by itself. Plain text: Telegram gets no markup, so a name with markup in it is only text. */
type Words = {
  bound: string
  boundStaff: string
  late: string
  stopped: string
  help: string
  /** A reply to a message that is too old, gone or not ours. */
  unknownReply: string
  noFiles: string
  nodeDown: (name: string) => string
  nodeUp: (name: string) => string
  withdrawal: (amount: string) => string
  payment: (amount: string) => string
}

export const words: Record<Language, Words> = {
  'zh-CN': {
    bound:
      '绑定好了。到期、流量、客服回复和线路的消息会发到这里。要调整内容，请到网站的“提醒设置”。发送 /stop 可随时解绑。',
    boundStaff: '绑定好了。控制台的消息会发到这里。要调整内容，请到控制台的“我的账号”。发送 /stop 可随时解绑。',
    late: '这个链接已失效。请回到网站，重新点“绑定 Telegram”。',
    stopped: '已解绑，这里不会再收到消息。想再收到，请到网站重新绑定。',
    help: '这里只发消息。要绑定，请在网站点“绑定 Telegram”；要解绑，请发送 /stop。',
    unknownReply: '没有发出：这条消息太旧了，或不能回复。请到控制台处理。',
    noFiles: '这里不收图片和文件，没有发出。请发文字，或到网站处理。',
    nodeDown: (name) => `线路“${name}”暂时连不上，正在处理。可以先换一条线路。`,
    nodeUp: (name) => `线路“${name}”恢复了。`,
    withdrawal: (amount) => `有用户申请提现 ${amount}，等你处理。`,
    payment: (amount) => `有一笔 ${amount} 的支付没有完成。`,
  },
  'zh-TW': {
    bound:
      '綁定好了。到期、流量、客服回覆和線路的訊息會傳到這裡。要調整內容，請到網站的「提醒設定」。傳送 /stop 可隨時取消綁定。',
    boundStaff: '綁定好了。控制台的訊息會傳到這裡。要調整內容，請到控制台的「我的帳號」。傳送 /stop 可隨時取消綁定。',
    late: '這個連結已失效。請回到網站，重新點「綁定 Telegram」。',
    stopped: '已取消綁定，這裡不會再收到訊息。想再收到，請到網站重新綁定。',
    help: '這裡只傳訊息。要綁定，請在網站點「綁定 Telegram」；要取消綁定，請傳送 /stop。',
    unknownReply: '沒有送出：這則訊息太舊了，或不能回覆。請到控制台處理。',
    noFiles: '這裡不收圖片和檔案，沒有送出。請傳文字，或到網站處理。',
    nodeDown: (name) => `線路「${name}」暫時連不上，正在處理。可以先換一條線路。`,
    nodeUp: (name) => `線路「${name}」恢復了。`,
    withdrawal: (amount) => `有使用者申請提領 ${amount}，等你處理。`,
    payment: (amount) => `有一筆 ${amount} 的付款沒有完成。`,
  },
  en: {
    bound:
      'Connected. Messages about your package, traffic and lines, and answers of support, come here. Choose which ones on the site, under reminders. Send /stop to disconnect.',
    boundStaff:
      'Connected. Messages of the console come here. Choose which ones in the console, under your account. Send /stop to disconnect.',
    late: 'This link no longer works. Go back to the site and press “Connect Telegram” again.',
    stopped: 'Disconnected. Nothing more is sent here. To hear again, connect on the site.',
    help: 'This chat only sends messages. To connect, press “Connect Telegram” on the site; to disconnect, send /stop.',
    unknownReply: 'Not sent: this message is too old, or takes no reply. Please use the console.',
    noFiles: 'Pictures and files are not taken here, and nothing was sent. Send words, or use the site.',
    nodeDown: (name) =>
      `Your line “${name}” cannot be reached for now. We are on it; you can take another line meanwhile.`,
    nodeUp: (name) => `Your line “${name}” is back.`,
    withdrawal: (amount) => `A user asks to withdraw ${amount}. It waits for your decision.`,
    payment: (amount) => `A payment of ${amount} was not completed.`,
  },
}

/** By the language of the Telegram app, for a chat that we know nothing of. */
export function chatLanguage(code: unknown): Language {
  if (typeof code !== 'string') return 'zh-CN'
  if (/^zh-(?:hant|tw|hk)/i.test(code)) return 'zh-TW'
  return code.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}
