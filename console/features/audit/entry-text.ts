import { formatBytes } from '../../../contract/bytes.ts'
import type { AuditField } from '../../../contract/console/audit-fields.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import type { Translate } from '../../words/words.ts'
import { moneyText } from '../show/money.tsx'

type Fields = Record<string, unknown> | null
type Say = (key: string) => string
export type Change = { field: string; before: string; after: string }
/** Names of what an entry mentions, by code: `account:12` is `xiaoming`. */
export type Names = Readonly<Record<string, string>>

/** Fields that hold only the length of a text. */
const LENGTHS = new Set<string>(['icon', 'contact'] satisfies AuditField[])
/** Fields whose value is the number of a thing. */
const THINGS: Partial<Record<string, string>> = {
  accountId: 'account',
  copyOf: 'price_list',
  inviterId: 'account',
  list: 'price_list',
  listId: 'price_list',
  nodeId: 'node',
  orderId: 'order',
  ownerAccount: 'account',
  ownerReseller: 'reseller',
  ownerResellerId: 'reseller',
  package: 'package',
  packageId: 'package',
  reseller: 'reseller',
  resellerId: 'reseller',
  toNodeId: 'node',
} satisfies Partial<Record<AuditField, string>>

/** Nobody reads one whole; its beginning is enough to compare. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/
const shortId = (id: string) => (UUID.test(id) ? id.slice(0, 8) : id)

type Words = { t: Translate<'audit'>; nameOf: Say; valueOf: Say; roleOf: Say }

/** An audit entry in readable form. Parts of another release that have no words yet stay as written. */
export function entryText({ t, nameOf, valueOf: wordOf, roleOf }: Words, names: Names = {}) {
  function valueOf(field: string, value: unknown): string {
    if (value === undefined || value === null || value === '') return '—'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (THINGS[field]) return thingOf(`${THINGS[field]}:${value}`)
    if (typeof value === 'number') return numberText(field, value)
    if (value === 'set' || value === 'changed') return t(value)
    if (typeof value !== 'string') return JSON.stringify(value)
    if (field === 'role') return roleOf(value)
    if (field === 'fields') return value.split(' ').map(nameOf).join('、')
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return recordText(value)
    if (UUID.test(value)) return shortId(value)
    const key = `${field}.${value}`
    const said = wordOf(key)
    return said === key ? value : said
  }

  function numberText(field: string, value: number): string {
    if (field.endsWith('Fen')) return moneyText(value)
    if (/bytes$/i.test(field)) return formatBytes(value)
    return LENGTHS.has(field) ? t('length', { count: value }) : String(value)
  }

  /** Turns `account:12` into the user's name, or into user 12 when there is none. */
  function thingOf(code: string): string {
    if (code === 'job' || code === 'system') return t('system')
    if (code === 'operator') return t('operator')
    const [kind, ...id] = code.split(':')
    const name = names[code]
    const key = `of.${kind}` as 'of.account'
    const said = t(key, { id: name ?? shortId(id.join(':')) })
    return said === key ? (name ?? code) : said
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
