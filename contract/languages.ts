export const LANGUAGES = ['zh-CN', 'zh-TW', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'zh-CN'

/** The first language in an Accept-Language header (or navigator.languages) that we support. */
export function pickLanguage(accept: string | readonly string[] | null | undefined): Language {
  const wanted = typeof accept === 'string' ? accept.split(',').map((part) => part.split(';')[0] ?? '') : (accept ?? [])
  for (const tag of wanted) {
    const known = languageOf(tag)
    if (known) return known
  }
  return DEFAULT_LANGUAGE
}

export function languageOf(tag: string): Language | null {
  const lower = tag.trim().toLowerCase()
  if (/^zh-(tw|hk|mo|hant)/.test(lower)) return 'zh-TW'
  if (/^zh\b/.test(lower)) return 'zh-CN'
  return /^en\b/.test(lower) ? 'en' : null
}
