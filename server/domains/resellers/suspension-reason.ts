import type { Language } from '../../../contract/languages.ts'

/** Stored in place of a text that a person wrote: each reader gets the sentence in their own language. */
export const FEE_REFUNDED = 'fee_refunded'

const SENTENCE: Readonly<Record<Language, string>> = {
  'zh-CN': '开通费已退款。',
  'zh-TW': '開通費已退款。',
  en: 'The opening fee was refunded.',
}

/** What a reader is told about a suspension; null: nothing was said, or there is none. */
export function reasonFor(
  { suspendedAt, suspendedReason }: { suspendedAt: Date | null; suspendedReason: string | null },
  language: Language,
): string | null {
  if (suspendedAt === null) return null
  return suspendedReason === FEE_REFUNDED ? SENTENCE[language] : suspendedReason
}
