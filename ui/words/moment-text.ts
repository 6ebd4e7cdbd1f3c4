import type { Language } from '../../contract/languages.ts'
import { dateFormat } from './date-format.ts'

// The reader's own clock: these are moments to wait for, unlike the business's days and records.
const moments = dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** 2026-11-14 15:30 */
export function momentText(instant: string | number): string {
  return moments().format(new Date(instant))
}

/** The browser's own word for it is 现在, which no sentence about the past can take. */
const RECENTLY: Record<Language, string> = { 'zh-CN': '刚才', 'zh-TW': '剛才', en: 'just now' }

/** 5 分钟前 */
export function agoText(instant: string, language: Language, nowMs: number = Date.now()): string {
  const seconds = Math.max(0, (nowMs - Date.parse(instant)) / 1000)
  const [unit, size] = STEPS.find((step) => seconds >= step[1]) ?? []
  if (!unit || !size) return RECENTLY[language]
  return spaced(new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(seconds / size), unit))
}

/** The browser writes 5分钟前, without the space that every other number here has. */
const spaced = (text: string): string => text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')

const SPANS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** 12 分钟: a duration in its largest unit that is not zero. */
export function spanText(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [unit, size] = SPANS.find((step) => whole >= step[1]) ?? SPANS[3]
  const count = Math.floor(whole / size)
  return spaced(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count))
}
