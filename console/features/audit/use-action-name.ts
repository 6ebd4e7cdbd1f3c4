import { keysOf } from '../../../ui/words/word-store.ts'
import { useWords } from '../../words/language.ts'

/** The name of an audit action. An action of another release that has no words shows its code. */
export function useActionName(): (action: string) => string {
  return useWords('audit-actions') as (action: string) => string
}

/** Every action. Taken from the words, which a screen has loaded: a second list of the names would only be sent beside them. */
export function findActions(): string[] {
  return keysOf('audit-actions')
}
