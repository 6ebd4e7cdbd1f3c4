import { findUnstorable } from '../../../platform/http/storable-text.ts'

/**
 * Null when a field comes twice: whoever reads the first and whoever reads the last would see two different notifies.
 * Null too when it holds what no database keeps, such as a zero byte: no gateway of ours writes that.
 */
export function readForm(text: string): Record<string, string> | null {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) return null
    fields[name] = value
  }
  return findUnstorable(fields) === null ? { ...fields } : null
}
