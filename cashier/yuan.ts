/** Fen in a gateway's notation: 1250 → "12.50". */
export function toYuan(fen: number): string {
  return `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
}

/** Null unless the text is an amount between 0.01 and 100000000 with at most two decimals. */
export function fromYuan(text: unknown): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(text))
  if (!match) return null
  const fen = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return fen >= 1 && fen <= 10_000_000_000 ? fen : null
}
