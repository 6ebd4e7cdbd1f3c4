import type { ErrorCode } from '../../../../contract/errors.ts'
import { fail } from '../../../platform/errors.ts'

/** One line of a provider's bill that moved money. Amounts as the provider writes them, above zero. */
export type BillLine = {
  kind: 'paid' | 'refund'
  /** The provider's number of the payment, or the refund's: ours where the bill has it. Unique within its account and payment. */
  number: string
  outTradeNo: string | null
  tradeNo: string | null
  amount: string
  unit: string
  at: Date
}

/** Names where it is: a line by its number, or a column. Nothing of the file is kept then. */
export function refuseBill(code: ErrorCode & `bill.${string}`, where?: string | number): never {
  return fail(code, where === undefined ? {} : { fields: { [String(where)]: 'not as the provider writes it' } })
}

/** Any number of ours or of a provider: no blanks, no formula, nothing that a page could read as markup. */
export function readNumber(text: string, line: number): string | null {
  if (text === '') return null
  return /^[\w|*:-]{1,64}$/.test(text) ? text : refuseBill('bill.line', line)
}

/** Without its sign; null for nothing. */
export function readAmount(text: string, line: number): string | null {
  if (!/^[+-]?\d{1,12}(\.\d{1,6})?$/.test(text)) return refuseBill('bill.line', line)
  const amount = text.replace(/^[+-]/, '')
  return Number(amount) === 0 ? null : amount
}

/** A time in the zone of the bill, which it does not name. */
export function readTime(text: string, aheadHours: number, line: number): Date {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?/.exec(text)
  const at = Date.parse(match ? `${match[1]}T${match[2]}${match[3] ?? ':00'}Z` : '')
  return Number.isNaN(at) ? refuseBill('bill.line', line) : new Date(at - aheadHours * 3_600_000)
}
