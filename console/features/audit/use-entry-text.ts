import { useWords } from '../../words/language.ts'
import { useRoleName } from '../role/role-name.ts'
import { entryText, type Names } from './entry-text.ts'

type Say = (key: string) => string

/** Returns the readable form of an entry, given the names of what it mentions. */
export function useEntryText(): (names?: Names) => ReturnType<typeof entryText> {
  const t = useWords('audit')
  const nameOf = useWords('audit-fields') as Say
  const valueOf = useWords('audit-values') as Say
  const roleOf = useRoleName()
  return (names) => entryText({ t, nameOf, valueOf, roleOf }, names)
}
