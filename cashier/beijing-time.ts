const OFFSET_MS = 8 * 3_600_000

/** Alipay writes and reads times as `yyyy-MM-dd HH:mm:ss` in +08:00, without naming the zone. */
export function toBeijing(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

export function fromBeijing(text: unknown): Date | null {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(String(text))
  const at = match ? new Date(`${match[1]}T${match[2]}+08:00`) : null
  return at && !Number.isNaN(at.getTime()) ? at : null
}
