import type { Language } from '../../../../contract/languages.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import type { HistoryEntry } from './history-queries.ts'

/** The plan or node of what happened, as the reader calls it. */
export function namedDetail(
  { detail, names }: Pick<HistoryEntry, 'detail' | 'names'>,
  language: Language,
): HistoryEntry['detail'] {
  const named = ['node', 'package'].flatMap((key) => {
    const name = detail[key]
    return typeof name === 'string' && names ? [[key, inLanguage(name, names, language)] as const] : []
  })
  return { ...detail, ...Object.fromEntries(named) }
}
