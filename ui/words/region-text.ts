import type { Language } from '../../contract/languages.ts'

const names = new Map<Language, Intl.DisplayNames>()

/** 香港, Hong Kong. The short form: the long one of some regions would not fit a chip. */
export function regionText(code: string, language: Language): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region', style: 'short' })
  names.set(language, known)
  try {
    return known.of(code) ?? code
  } catch {
    return code
  }
}
