import type { Language } from './languages.ts'

/** What a template can say about the user it answers. Written as `{{用户名}}`, in the words of any language. */
export const placeholders = {
  user: { 'zh-CN': '用户名', 'zh-TW': '使用者名稱', en: 'user name' },
  package: { 'zh-CN': '套餐', 'zh-TW': '方案', en: 'plan' },
  ends: { 'zh-CN': '到期日', 'zh-TW': '到期日', en: 'ends on' },
  left: { 'zh-CN': '剩余流量', 'zh-TW': '剩餘流量', en: 'data left' },
  lines: { 'zh-CN': '线路', 'zh-TW': '線路', en: 'lines' },
  outage: { 'zh-CN': '故障', 'zh-TW': '故障', en: 'outage' },
  brand: { 'zh-CN': '品牌', 'zh-TW': '品牌', en: 'brand' },
} as const satisfies Record<string, Record<Language, string>>
export type Placeholder = keyof typeof placeholders

export const placeholderNames = Object.keys(placeholders) as Placeholder[]

const WRITTEN = /\{\{([^{}]*)\}\}/g
const byWord = new Map<string, Placeholder>(
  placeholderNames.flatMap((name) => Object.values(placeholders[name]).map((word) => [word, name] as const)),
)
const nameOf = (written: string) => byWord.get(written.trim().toLowerCase())

/** As it is written into a text of this language. */
export function placeholderText(name: Placeholder, language: Language): string {
  return `{{${placeholders[name][language]}}}`
}

/** The first thing in braces that stands for nothing; null when the text is fine. */
export function unknownPlaceholder(text: string): string | null {
  for (const [whole, word] of text.matchAll(WRITTEN)) {
    if (nameOf(word!) === undefined) return whole
  }
  return /\{\{|\}\}/.exec(text.replaceAll(WRITTEN, ''))?.[0] ?? null
}

/** Puts the user's facts in. What is not given stays as it is written, for the member to see. */
export function fillPlaceholders(text: string, facts: Readonly<Partial<Record<Placeholder, string>>>): string {
  return text.replaceAll(WRITTEN, (whole, word: string) => {
    const name = nameOf(word)
    return (name && facts[name]) ?? whole
  })
}
