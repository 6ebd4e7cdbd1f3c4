const MOST = 999

/** A change in percent for a chip; null if there is nothing to compare with or nothing changed. */
export function changeOf(now: number, before: number): { share: string; tone: 'good' | 'warn' } | null {
  const percent = before > 0 ? Math.round((now / before - 1) * 100) : 0
  if (percent === 0) return null
  // Beyond that, the figure says that there was next to nothing before, and a longer chip would be cut.
  const share = `${percent > 0 ? '+' : '−'}${Math.min(Math.abs(percent), MOST)}%`
  return { share, tone: percent < 0 ? 'warn' : 'good' }
}
