import { limits } from '../../../contract/limits.ts'
import { fail } from '../errors.ts'

type Kind<T> = { pattern: RegExp; read(text: string): T; write(value: T): string }
type Kinds = {
  time: Kind<Date>
  moment: Kind<string>
  number: Kind<number>
  id: Kind<number>
  uuid: Kind<string>
  text: Kind<string>
  part: Kind<'v' | 'n'>
}

/** 15 digits are exact in JavaScript and fit a bigint. */
const KINDS: Kinds = {
  time: { pattern: /^\d{1,15}$/, read: (text) => new Date(Number(text)), write: (at) => String(at.getTime()) },
  /** In microseconds, as in the database: a Date would lose them, and with them rows within one millisecond. */
  moment: { pattern: /^\d{1,17}$/, read: String, write: String },
  number: { pattern: /^-?\d{1,15}$/, read: Number, write: String },
  id: { pattern: /^\d{1,15}$/, read: Number, write: String },
  uuid: { pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, read: String, write: String },
  /** `v`: rows with a value in the sorted column; `n`: the rows without one, which come after. */
  part: { pattern: /^[vn]$/, read: (text) => text as 'v' | 'n', write: String },
  text: {
    pattern: /^[\w-]*$/,
    read: (text) => Buffer.from(text, 'base64url').toString(),
    write: (text) => Buffer.from(text).toString('base64url'),
  },
}

/** What a list is sorted by, most significant first. The last field must tell any two rows apart. */
type Order = Record<string, keyof Kinds>
type End<O extends Order> = { [Key in keyof O]: ReturnType<Kinds[O[Key]]['read']> }

/** Where a page of a list by time ended: ids tell rows of one moment apart. */
export type PageEnd<Id = number> = { at: Date; id: Id }

/**
 * A list in pages. Its reader sees the cursor as an opaque word: the values of the last row shown, in the list's order.
 * It is checked before it reaches a query, so a made-up cursor is just a wrong field.
 */
export function pagesBy<O extends Order>(order: O, size = limits.listPageSize) {
  const parts = Object.entries(order).map(([key, kind]) => [key, KINDS[kind] as Kind<unknown>] as const)
  return {
    /** One row more than is shown tells whether there is a next page. */
    limit: size + 1,

    /** The row after which the page begins; null for the first page. */
    after(cursor: string | undefined): End<O> | null {
      if (cursor === undefined) return null
      const texts = cursor.split('.')
      const end = parts.map(([key, kind], index) => [key, readPart(kind, texts[index] ?? '.')] as const)
      if (texts.length === parts.length && end.every(([, value]) => value !== null)) {
        return Object.fromEntries(end) as End<O>
      }
      return fail('request.invalid', { fields: { cursor: 'pattern' } })
    },

    page<Row>(rows: readonly Row[], endOf: (row: Row) => End<O>): { shown: Row[]; next: string | null } {
      const shown = rows.slice(0, size)
      const end = rows.length > size ? endOf(shown.at(-1)!) : null
      return { shown, next: end && parts.map(([key, kind]) => kind.write(end[key])).join('.') }
    },
  }
}

function readPart<T>(kind: Kind<T>, text: string): T | null {
  if (!kind.pattern.test(text)) return null
  const value = kind.read(text)
  // Accept only one spelling. A zero byte is text here but an error in the database.
  return kind.write(value) === text && !String(value).includes('\0') ? value : null
}
