import { UNREADABLE, type Value } from './literals.ts'
import type { Name } from './name.ts'

/** As long as any that a database of theirs has. */
const WHOLE = /^(-?\d{1,20})(?:\.0*)?$/

/** One row, read by column. */
export class Row {
  /** The columns whose value could not be read. */
  readonly damaged = new Set<Name>()
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
    if (Buffer.isBuffer(value))
      return value.length <= 8 ? BigInt(`0x${value.toString('hex') || '0'}`) : this.#damage(column)
    const [, digits] = WHOLE.exec(value.trim()) ?? []
    return digits === undefined ? this.#damage(column) : BigInt(digits)
  }

  /** For numbers of rows, times and small counts. */
  number(column: Name): number | null {
    const whole = this.whole(column)
    if (whole === null) return null
    const number = Number(whole)
    return Number.isSafeInteger(number) ? number : this.#damage(column)
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
      return this.#damage(column)
    }
  }

  #value(column: Name): string | Buffer | null {
    const at = this.#index.get(column)
    const value = at === undefined ? null : (this.#values[at] ?? null)
    return value === UNREADABLE ? this.#damage(column) : value
  }

  #damage(column: Name): null {
    this.damaged.add(column)
    return null
  }
}
