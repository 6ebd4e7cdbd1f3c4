import type { PayQuote } from '../../../contract/payments.ts'
import type { PaymentRow } from './queries.ts'

type Row = Pick<PaymentRow, 'quoteUnit' | 'quoteAmount' | 'quoteRate' | 'quoteAddress'>

/** Null for a payment in yuan. */
export function quoteOf({ quoteUnit, quoteAmount, quoteRate, quoteAddress }: Row): PayQuote | null {
  if (quoteUnit === null || quoteAmount === null) return null
  return { unit: quoteUnit, amount: quoteAmount, rate: quoteRate, address: quoteAddress }
}
