import type { Language } from '../../../contract/languages.ts'
import { DEFAULT_IDS, type DefaultId, type DefaultText, type DefaultTexts } from './defaults/default-texts.ts'
import { defaultsEn } from './defaults/en.ts'
import { defaultsZhCn } from './defaults/zh-cn.ts'
import { defaultsZhTw } from './defaults/zh-tw.ts'

export const defaultTexts: Record<Language, DefaultTexts> = {
  'zh-CN': defaultsZhCn,
  'zh-TW': defaultsZhTw,
  en: defaultsEn,
}

const known: ReadonlySet<string> = new Set(DEFAULT_IDS)

export function isDefaultId(id: string): id is DefaultId {
  return known.has(id)
}

/** One of our articles in all languages, in the form of a row. */
export function defaultArticle(id: DefaultId) {
  const texts: DefaultText[] = [defaultTexts['zh-CN'][id], defaultTexts['zh-TW'][id], defaultTexts.en[id]]
  const [first, tw, en] = texts as [DefaultText, DefaultText, DefaultText]
  return {
    title: first.title,
    body: first.body,
    titles: { 'zh-TW': tw.title, en: en.title },
    bodies: { 'zh-TW': tw.body, en: en.body },
    words: texts.map(({ words }) => words).join(' '),
  }
}
