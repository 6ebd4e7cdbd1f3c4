import { formatBytes } from '../../../contract/bytes.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import type { Translate } from '../../words/words.ts'
import { moneyText } from '../show/money.tsx'

type Fields = Record<string, unknown> | null
export type Change = { field: string; before: string; after: string }

/** An audit entry in readable form. Parts of another release that have no words yet stay as written. */
export function entryText(t: Translate<'audit'>, nameOf: (field: string) => string) {
  function valueOf(field: string, value: unknown): string {
    if (value === undefined || value === null || value === '') return '—'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number' && field.endsWith('Fen')) return moneyText(value)
    if (typeof value === 'number' && /bytes$/i.test(field)) return formatBytes(value)
    if (value === 'set' || value === 'changed') return t(value)
    if (typeof value !== 'string') return JSON.stringify(value)
    return /^\d{4}-\d\d-\d\dT/.test(value) ? recordText(value) : value
  }

  /** Turns `account:12` into user 12. */
  function thingOf(code: string): string {
    const [kind, ...id] = code.split(':')
    const key = `of.${kind}` as 'of.account'
    const said = t(key, { id: id.join(':') })
    return id.length === 0 || said === key ? code : said
  }

  /** Every field that either side names, with both values. */
  function changesOf(before: Fields, after: Fields): Change[] {
    const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    return fields.map((field) => ({
      field: nameOf(field),
      before: valueOf(field, before?.[field]),
      after: valueOf(field, after?.[field]),
    }))
  }

  function factsOf(detail: Fields): { name: string; value: string }[] {
    return Object.entries(detail ?? {}).map(([field, value]) => ({ name: nameOf(field), value: valueOf(field, value) }))
  }

  return { thingOf, changesOf, factsOf }
}
