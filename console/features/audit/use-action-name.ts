import { useWords } from '../../words/language.ts'

/** The name of an audit action. An action of another release that has no words shows its code. */
export function useActionName(): (action: string) => string {
  return useWords('audit-actions') as (action: string) => string
}
