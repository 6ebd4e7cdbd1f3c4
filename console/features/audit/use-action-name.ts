import { useWords } from '../../words/language.ts'

/** What an action of the audit is called. One of an older or newer release that has no words is its code. */
export function useActionName(): (action: string) => string {
  return useWords('audit-actions') as (action: string) => string
}
