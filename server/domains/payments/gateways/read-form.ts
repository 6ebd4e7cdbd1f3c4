import { findUnstorable } from '../../../platform/http/storable-text.ts'

/**
 * Null when a field occurs twice: a reader of the first and a reader of the last would see two different notifies. Also
 * null when a value cannot be stored, such as a zero byte: none of our gateways writes that.
 */
export function readForm(text: string): Record<string, string> | null {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) return null
    fields[name] = value
  }
  return findUnstorable(fields) === null ? { ...fields } : null
}
