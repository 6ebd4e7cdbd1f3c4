/** Alipay reads times as `yyyy-MM-dd HH:mm:ss` in +08:00. The SDK would write the zone of this process. */
export function toBeijing(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
