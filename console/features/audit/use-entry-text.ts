import { useWords } from '../../words/language.ts'
import { entryText } from './entry-text.ts'

export function useEntryText() {
  return entryText(useWords('audit'), useWords('audit-fields') as (field: string) => string)
}
