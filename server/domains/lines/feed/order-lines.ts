import type { SpeedMode } from '../../../../contract/lines.ts'
import type { ClientLine } from './types.ts'

/** Best first for the mode, then by name: a document that did not change is the same text again. */
export function orderLines(lines: readonly ClientLine[], mode: SpeedMode): ClientLine[] {
  const rank = (line: ClientLine) => (line.suits.includes(mode) ? 0 : 1)
  const price = (line: ClientLine) => (mode === 'saver' ? line.ratePercent : 0)
  return lines.toSorted(
    (a, b) => price(a) - price(b) || rank(a) - rank(b) || a.name.localeCompare(b.name, 'en') || a.port - b.port,
  )
}
