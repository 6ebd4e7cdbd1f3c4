import { UNREADABLE, type Value } from './literals.ts'
import type { Name } from './name.ts'

const WHOLE = /^(-?\d{1,18})(?:\.0*)?$/

/** One row, read by column. Remembers whether something in it could not be read. */
export class Row {
  isDamaged = false
  readonly table: string
  readonly #index: ReadonlyMap<Name, number>
  readonly #values: readonly Value[]

  constructor(table: string, index: ReadonlyMap<Name, number>, values: readonly Value[]) {
    this.table = table
    this.#index = index
    this.#values = values
  }

  has(column: Name): boolean {
    return this.#index.has(column)
  }

  text(column: Name): string | null {
    const value = this.#value(column)
    return Buffer.isBuffer(value) ? value.toString('utf8') : value
  }

  /** A whole number, of any size that the database has. Null also for a value that is not a number, which damages the row. */
  whole(column: Name): bigint | null {
    const value = this.#value(column)
    if (value === null || value === '') return null
    if (Buffer.isBuffer(value)) return value.length <= 8 ? BigInt(`0x${value.toString('hex') || '0'}`) : this.#damaged()
    const [, digits] = WHOLE.exec(value.trim()) ?? []
    return digits === undefined ? this.#damaged() : BigInt(digits)
  }

  /** For numbers of rows, times and small counts. */
  number(column: Name): number | null {
    const whole = this.whole(column)
    if (whole === null) return null
    const number = Number(whole)
    return Number.isSafeInteger(number) ? number : this.#damaged()
  }

  flag(column: Name): boolean {
    return (this.whole(column) ?? 0n) !== 0n
  }

  /** The parsed JSON of a text; null for none, and for what is no JSON, which damages the row. */
  json(column: Name): unknown {
    const text = this.text(column)
    if (text === null || text === '') return null
    try {
      return JSON.parse(text)
    } catch {
      return this.#damaged()
    }
  }

  #value(column: Name): string | Buffer | null {
    const at = this.#index.get(column)
    const value = at === undefined ? null : (this.#values[at] ?? null)
    return value === UNREADABLE ? this.#damaged() : value
  }

  #damaged(): null {
    this.isDamaged = true
    return null
  }
}
