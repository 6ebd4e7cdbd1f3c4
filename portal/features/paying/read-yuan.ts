/** What somebody typed as yuan, in fen; null when it is no amount. Takes full-width digits and a ¥ or two commas too. */
export function readYuan(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(/[¥,\s]/g, '')
  const [, whole, cents = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}
