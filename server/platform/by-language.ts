import type { Language } from '../../contract/languages.ts'

/** The languages that a text may be given in beside its first one, which stands in a column of its own. */
export const OTHER_LANGUAGES = ['zh-TW', 'en'] as const
export type ByLanguage = Partial<Record<(typeof OTHER_LANGUAGES)[number], string>>

/**
 * The text in a reader's language, else the first one. The convention: wherever a query reads `name`, it reads `names`
 * beside it, and whoever answers a reader picks here.
 */
export function inLanguage<First extends string | null>(
  first: First,
  others: unknown,
  language: Language,
): First | string {
  return (others as Partial<Record<Language, string>> | null)?.[language] ?? first
}

/** What is there and what is given; an empty text takes one away. */
export function mergeLanguages(before: unknown, given: ByLanguage): ByLanguage {
  const all = Object.entries({ ...(before as ByLanguage), ...given })
  return Object.fromEntries(all.filter(([, text]) => text !== ''))
}
