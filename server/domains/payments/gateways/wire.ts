/** Alipay reads times as `yyyy-MM-dd HH:mm:ss` in +08:00. The SDK would write the zone of this process. */
export function toBeijing(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** Fen as gateways write them, by integers only: 1250 → "12.50". */
export function toYuan(fen: number): string {
  return `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
}

/** Exact or nothing: rounding would let 9.01 settle 9.99. */
export function parseYuan(text: unknown): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(typeof text === 'number' ? String(text) : (text as string))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}
