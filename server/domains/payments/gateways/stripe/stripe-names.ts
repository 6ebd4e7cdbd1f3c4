import type { Bill } from '../gateway.ts'
import { toMinor, type Terms, YUAN } from './currency.ts'

export type Names = Record<string, string>

/** What we write on a page and its intent. Only who has the account's key can change it. */
export function writeNames({ outTradeNo, amountFen }: Bill, { rate }: Terms): Names {
  return { out_trade_no: outTradeNo, amount_fen: String(amountFen), ...(rate === '' ? {} : { rate }) }
}

/**
 * The fen behind an amount: at the rate of that day, which the reseller may have changed since. An amount that is not
 * the price is read as 0, so that it settles nothing.
 */
export function readFen(minor: number, currency: string | null, names: Names | null): number {
  if (currency === YUAN) return minor
  const fen = Number(names?.['amount_fen'])
  const terms = { currency: currency ?? '', rate: names?.['rate'] ?? '' }
  return Number.isSafeInteger(fen) && terms.rate !== '' && toMinor(fen, terms) === minor ? fen : 0
}
