import type { Money } from '../neutral.ts'
import type { Name } from '../reader/name.ts'
import type { Row } from '../reader/row.ts'

export const NONE: Money = { fen: 0n, isOdd: false }

/** A column of cents. */
export function readCents(row: Row, column: Name): Money {
  const fen = row.whole(column) ?? 0n
  // A value that is not an amount of money is named separately.
  return { fen, isOdd: row.damaged.delete(column) }
}

/**
 * Yuan with decimals, as Xboard keeps prices, taken by its digits: 19.99 is 1999 cents. Xboard multiplies the float and
 * cuts, so that it takes 1998.
 */
export function readYuan(value: unknown): { money: Money; isChargedLess: boolean } | null {
  if (value === null || value === undefined || value === '') return null
  const [, sign, whole, cents = ''] = /^(-?)(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(String(value)) ?? []
  if (whole === undefined) return { money: { fen: 0n, isOdd: true }, isChargedLess: false }
  const fen = BigInt(`${sign}${whole}${cents.padEnd(2, '0')}`)
  return { money: { fen, isOdd: false }, isChargedLess: BigInt(Math.trunc(Number(value) * 100)) < fen }
}
