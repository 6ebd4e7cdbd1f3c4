import type { Language } from '../../../contract/languages.ts'

/** The languages of a text beside its first one, which has its own column. */
export const OTHER_LANGUAGES = ['zh-TW', 'en'] as const
export type ByLanguage = Partial<Record<(typeof OTHER_LANGUAGES)[number], string>>

/**
 * The text in the reader's language, else in the first one. Convention: a query that reads `name` also reads `names`,
 * and the code that answers a reader picks here.
 */
export function inLanguage<First extends string | null>(
  first: First,
  others: unknown,
  language: Language,
): First | string {
  return (others as Partial<Record<Language, string>> | null)?.[language] ?? first
}

/** Merges given texts into the present ones; an empty text removes its language. */
export function mergeLanguages(before: unknown, given: ByLanguage): ByLanguage {
  const all = Object.entries({ ...(before as ByLanguage), ...given })
  return Object.fromEntries(all.filter(([, text]) => text !== ''))
}
