import type { Language } from '../../../contract/languages.ts'

type PayWord = 'open' | 'elsewhere' | 'trouble'
type Words = { back: string } & Record<PayWord, { title: string; text: string; button: string }>

/** `elsewhere` has no button: only the browser's own menu leads out. */
export const payWords: Record<Language, Words> = {
  'zh-CN': {
    back: '返回',
    open: { title: '去付款', text: '付款页没打开？点下面的按钮。', button: '付款' },
    elsewhere: { title: '请在浏览器里付款', text: '这里打不开付款页。点右上角“…”，选“在浏览器打开”。', button: '' },
    trouble: { title: '付款页没有打开', text: '还没有扣款。请稍等一下再试。', button: '再试一次' },
  },
  'zh-TW': {
    back: '返回',
    open: { title: '去付款', text: '付款頁沒開啟？點下面的按鈕。', button: '付款' },
    elsewhere: { title: '請在瀏覽器裡付款', text: '這裡打不開付款頁。點右上角「…」，選「在瀏覽器開啟」。', button: '' },
    trouble: { title: '付款頁沒有開啟', text: '還沒有扣款。請稍等一下再試。', button: '再試一次' },
  },
  en: {
    back: 'Back',
    open: { title: 'Pay', text: 'Nothing opened? Use the button below.', button: 'Pay' },
    elsewhere: {
      title: 'Pay in your browser',
      text: 'The payment page does not open here. Tap “…” at the top right and choose “Open in browser”.',
      button: '',
    },
    trouble: {
      title: 'The payment page did not open',
      text: 'You were not charged. Please try again in a moment.',
      button: 'Try again',
    },
  },
}
