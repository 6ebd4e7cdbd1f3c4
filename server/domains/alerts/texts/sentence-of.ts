import type { Language } from '../../../../contract/languages.ts'
import type { AlertRow } from '../alert-store.ts'
import type { AlertTexts, AlertWords } from './alert-text.ts'
import { en } from './en.ts'
import { zhCN } from './zh-cn.ts'
import { zhTW } from './zh-tw.ts'

export const alertTexts: Record<Language, AlertTexts> = { 'zh-CN': zhCN, 'zh-TW': zhTW, en }
const regions = new Map<Language, Intl.DisplayNames>()

/** The sentence of an alert on the monitor, in mails and to webhooks. */
export function sentenceOf(
  { kind, subject, detail }: Pick<AlertRow, 'kind' | 'subject' | 'detail'>,
  language: Language,
): string {
  const { sentences, other } = alertTexts[language]
  const write = (sentences as Record<string, ((word: AlertWords) => string) | undefined>)[kind]
  if (!write) return other(kind, plainWord(subject))
  return write((name) => {
    if (name === 'subject') return plainWord(subject)
    return plainWord(name === 'region' ? regionName(detail['region'], language) : detail[name])
  })
}

function regionName(code: AlertRow['detail'][string] | undefined, language: Language): string | null {
  if (typeof code !== 'string') return null
  return /^[A-Z]{2}$/.test(code) ? (regionsIn(language).of(code) ?? code) : code
}

/** Created on first use: all three would add 50 ms to every start. */
function regionsIn(language: Language): Intl.DisplayNames {
  const names = regions.get(language) ?? new Intl.DisplayNames(language, { type: 'region', style: 'short' })
  regions.set(language, names)
  return names
}

/** People write names: nothing in one may end the subject line. */
function plainWord(word: string | number | boolean | null | undefined): string {
  const text = String(word ?? '—').replaceAll(/\p{Cc}|\p{Cf}/gu, '')
  return text.slice(0, 120)
}
