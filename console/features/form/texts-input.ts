import type { Language } from '../../../contract/languages.ts'

export type NoticeText = { title: string; body: string }
export type NoticeTextsOf = Readonly<Record<Language, NoticeText>>

const NONE: NoticeText = { title: '', body: '' }
export const NO_TEXTS: NoticeTextsOf = { 'zh-CN': NONE, 'zh-TW': NONE, en: NONE }

const isThere = ({ title, body }: NoticeText) => title.trim() !== '' || body.trim() !== ''
const isWhole = ({ title, body }: NoticeText) => title.trim() !== '' && body.trim() !== ''

/** As the server takes it: the first language itself, the others only if something is written. */
export function textsInput({ 'zh-CN': first, 'zh-TW': tw, en }: NoticeTextsOf) {
  return { ...first, ...(isThere(tw) ? { 'zh-TW': tw } : {}), ...(isThere(en) ? { en } : {}) }
}

/** Without a text in the first language there is nothing to send. */
export function hasFirstText({ 'zh-CN': first }: NoticeTextsOf): boolean {
  return isWhole(first)
}
