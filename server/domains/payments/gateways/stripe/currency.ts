/** Currencies that an account may charge in, with the digits of their smallest unit. */
const DIGITS: Readonly<Record<string, number>> = {
  cny: 2,
  usd: 2,
  eur: 2,
  gbp: 2,
  hkd: 2,
  sgd: 2,
  aud: 2,
  cad: 2,
  nzd: 2,
  chf: 2,
  myr: 2,
  thb: 2,
  sek: 2,
  nok: 2,
  dkk: 2,
  jpy: 0,
  krw: 0,
}

/** `rate`: yuan for one unit of the currency, as a decimal. Empty for yuan. */
export type Terms = { currency: string; rate: string }

export const YUAN = 'cny'
export const currencies: readonly string[] = Object.keys(DIGITS)

/** Four digits before the point and six after it: no rate of a currency above needs more. */
export function isRate(text: string): boolean {
  return /^\d{1,4}(\.\d{1,6})?$/.test(text) && Number(text) > 0
}

/** The amount in the currency's smallest unit, rounded up: who pays never pays less than the price. */
export function toMinor(fen: number, { currency, rate }: Terms): number {
  if (currency === YUAN) return fen
  const [whole = '', part = ''] = rate.split('.')
  const over = BigInt(fen) * 10n ** BigInt(DIGITS[currency]! + part.length)
  const under = 100n * BigInt(whole + part)
  return Number((over + under - 1n) / under)
}

/** 139 of USD → "1.39". */
export function writeMinor(minor: number, currency: string): string {
  const digits = DIGITS[currency]!
  const text = String(minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
