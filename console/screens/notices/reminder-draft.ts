import type { ReminderText } from '../../../contract/console/reminder-texts.ts'
import type { Language } from '../../../contract/languages.ts'

/** A text in each language, empty where none is written, and the code of a coupon. */
export type ReminderDraft = Record<Language, string> & { coupon: string | null }

export function draftOf(own: ReminderText['own']): ReminderDraft {
  return {
    'zh-CN': own?.body ?? '',
    'zh-TW': own?.['zh-TW'] ?? '',
    en: own?.en ?? '',
    coupon: own?.coupon?.code ?? null,
  }
}

const couponOf = ({ coupon }: ReminderDraft) => (coupon === null ? {} : { coupon })
const others = ['zh-TW', 'en'] as const

/** Languages without a text say the first one. */
export function inputOf(packageId: string, draft: ReminderDraft) {
  const written = others.filter((language) => draft[language].trim() !== '')
  const texts = Object.fromEntries(written.map((language) => [language, draft[language]]))
  return { packageId, body: draft['zh-CN'], ...texts, ...couponOf(draft) }
}

/** What readers of that language get. */
export function sampleOf(packageId: string, draft: ReminderDraft, language: Language) {
  const body = draft[language].trim() === '' ? draft['zh-CN'] : draft[language]
  return { packageId, ...(body.trim() === '' ? {} : { body }), ...couponOf(draft) }
}
