import type { AuditWords } from '../audit/audit.ts'

const PAGING = ['cursor', 'limit']

/** The filters of a list for the audit log. A search may be somebody's name, so only its length is kept. */
export function filterWords(input: Record<string, unknown>, count: number): AuditWords {
  const words: Record<string, string | number | boolean> = { count }
  for (const [name, value] of Object.entries(input)) {
    if (PAGING.includes(name) || value === undefined) continue
    words[name] = name === 'search' ? String(value).length : (value as string | number | boolean)
  }
  return words
}
