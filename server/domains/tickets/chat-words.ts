import type { Language } from '../../../contract/languages.ts'
import type { TicketCategory } from '../../../contract/ticket-choices.ts'

/** Why staff hear of a ticket: it is new, its user wrote again, or it was handed to them. */
export type TicketNews = 'new' | 'again' | 'handed'

type Words = {
  categories: Record<TicketCategory, string>
  news: Record<TicketNews, (number: number) => string>
  office: (key: number) => string
  pictures: (count: number) => string
  howToAnswer: string
  answered: (number: number) => string
  /** The member may not, or not this ticket any more. */
  refused: string
  closed: string
  /** Not a ticket's message. */
  notThis: string
  tooLong: string
}

/** What the bot says to staff about tickets. Plain text, without markup. */
export const chatWords: Record<Language, Words> = {
  'zh-CN': {
    categories: {
      dead: '没反应',
      slow: '速度慢',
      payment: '付款',
      package: '套餐',
      account: '账号',
      other: '其他',
    },
    news: {
      new: (number) => `新工单 #${number}`,
      again: (number) => `工单 #${number} 用户又写了`,
      handed: (number) => `工单 #${number} 转给了你们`,
    },
    office: (key) => `代理 ${key}`,
    pictures: (count) => `附 ${count} 张图片，请到控制台看。`,
    howToAnswer: '直接回复这条消息，就能回复用户。',
    answered: (number) => `已回复工单 #${number}。`,
    refused: '没有发出：你现在不能回复这个工单。请到控制台看看。',
    closed: '没有发出：工单已经关闭。',
    notThis: '没有发出：这条消息不能回复。请回复工单的消息，或到控制台处理。',
    tooLong: '没有发出：太长了，请分几条发。',
  },
  'zh-TW': {
    categories: {
      dead: '沒反應',
      slow: '速度慢',
      payment: '付款',
      package: '方案',
      account: '帳號',
      other: '其他',
    },
    news: {
      new: (number) => `新工單 #${number}`,
      again: (number) => `工單 #${number} 使用者又寫了`,
      handed: (number) => `工單 #${number} 轉給了你們`,
    },
    office: (key) => `代理商 ${key}`,
    pictures: (count) => `附 ${count} 張圖片，請到控制台看。`,
    howToAnswer: '直接回覆這則訊息，就能回覆使用者。',
    answered: (number) => `已回覆工單 #${number}。`,
    refused: '沒有送出：你現在不能回覆這個工單。請到控制台看看。',
    closed: '沒有送出：工單已經關閉。',
    notThis: '沒有送出：這則訊息不能回覆。請回覆工單的訊息，或到控制台處理。',
    tooLong: '沒有送出：太長了，請分幾則傳。',
  },
  en: {
    categories: {
      dead: 'Nothing loads',
      slow: 'Slow',
      payment: 'Payment',
      package: 'Plan',
      account: 'Account',
      other: 'Other',
    },
    news: {
      new: (number) => `New ticket #${number}`,
      again: (number) => `The user wrote again, ticket #${number}`,
      handed: (number) => `Ticket #${number} was handed to you`,
    },
    office: (key) => `reseller ${key}`,
    pictures: (count) => `${count} ${count === 1 ? 'picture' : 'pictures'}: see the console.`,
    howToAnswer: 'Reply to this message to answer the user.',
    answered: (number) => `Ticket #${number} is answered.`,
    refused: 'Not sent: you cannot answer this ticket now. Please look in the console.',
    closed: 'Not sent: the ticket is closed.',
    notThis: 'Not sent: this message takes no reply. Reply to the message of a ticket, or use the console.',
    tooLong: 'Not sent: too long. Please send it in parts.',
  },
}
