import type { Language } from '../../../contract/languages.ts'

export type PaidWord = 'pending' | 'closed' | 'refunded' | 'topUp' | 'late' | 'paid'
type Words = { result: string; back: string; here: string } & Record<PaidWord, { title: string; text: string }>

export const paidWords: Record<Language, Words> = {
  'zh-CN': {
    result: '付款结果',
    back: '可以关掉这个页面，回到原来的应用。',
    here: '在这里打开用户中心',
    pending: { title: '正在确认', text: '通常几秒就好，这个页面会自己更新。' },
    closed: { title: '付款已关闭', text: '还没有收到这笔钱。已经付了的话，到账后会自动入账。' },
    refunded: { title: '已退款', text: '已退回原来的付款方式。' },
    topUp: { title: '付款成功', text: '已到账。' },
    late: { title: '已转入{{balance}}', text: '付款时订单已经关闭，这笔钱转入了{{balance}}，可以重新购买。' },
    paid: { title: '付款成功', text: '已经生效。' },
  },
  'zh-TW': {
    result: '付款結果',
    back: '可以關掉這個頁面，回到原來的 App。',
    here: '在這裡開啟使用者中心',
    pending: { title: '正在確認', text: '通常幾秒就好，這個頁面會自己更新。' },
    closed: { title: '付款已關閉', text: '還沒有收到這筆錢。已經付了的話，入帳後會自動處理。' },
    refunded: { title: '已退款', text: '已退回原來的付款方式。' },
    topUp: { title: '付款成功', text: '已入帳。' },
    late: { title: '已轉入{{balance}}', text: '付款時訂單已經關閉，這筆錢轉入了{{balance}}，可以重新購買。' },
    paid: { title: '付款成功', text: '已經生效。' },
  },
  en: {
    result: 'Payment result',
    back: 'You can close this page and go back to the app you came from.',
    here: 'Open the user center here',
    pending: { title: 'Confirming', text: 'This takes a few seconds. The page updates by itself.' },
    closed: {
      title: 'Payment closed',
      text: "The money hasn't arrived. If you did pay, we'll add it when it arrives.",
    },
    refunded: { title: 'Refunded', text: 'Refunded to your original payment method.' },
    topUp: { title: 'Paid', text: 'The money has arrived.' },
    late: {
      title: 'Moved to your {{balance}}',
      text: 'The order had closed before you paid, so the money is in your {{balance}}. You can buy again.',
    },
    paid: { title: 'Paid', text: 'It is active now.' },
  },
}
