import type { Language } from '../../contract/languages.ts'
import { ApiError } from '../http/api-error.ts'
import { uiWords } from './ui-words.ts'

/** Text for a failed call: the server's sentence, or ours when no answer came. */
export function failureText(error: unknown): string {
  const t = uiWords()
  if (!(error instanceof ApiError)) return t('unexpected')
  switch (error.code) {
    case 'client.timeout':
      return t('noAnswer')
    case 'client.network':
      return t('offline')
    case 'client.answer':
      return t('strangeAnswer')
    default:
      return error.message
  }
}

type FailureWords = { chunkTitle: string; chunkText: string; brokenTitle: string; brokenText: string; reload: string }

/** In the entry in every language: shown when nothing more can be loaded, not even words. */
export const failureWords: Record<Language, FailureWords> = {
  'zh-CN': {
    chunkTitle: '页面没有加载完整',
    chunkText: '可能是网络中断，或者刚刚更新了版本。刷新一下就好。',
    brokenTitle: '这个页面出了点问题',
    brokenText: '刷新一下通常就好。如果刚才在付款，结果可以在付款记录里查看。',
    reload: '刷新页面',
  },
  'zh-TW': {
    chunkTitle: '頁面沒有載入完整',
    chunkText: '可能是網路中斷，或者剛剛更新了版本。重新整理一下就好。',
    brokenTitle: '這個頁面出了點問題',
    brokenText: '重新整理通常就好。如果剛才在付款，結果可以在付款紀錄裡查看。',
    reload: '重新整理',
  },
  en: {
    chunkTitle: 'The page did not load completely',
    chunkText: 'The network may have dropped, or a new version was just released. Reloading helps.',
    brokenTitle: 'Something went wrong on this page',
    brokenText: 'Reloading usually helps. If you were paying, the result is in your payments.',
    reload: 'Reload the page',
  },
}
