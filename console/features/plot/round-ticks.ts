/** What an axis counts: whole things, money in fen, or bytes, whose thousand is 1024. */
export type TickKind = 'whole' | 'fen' | 'bytes'

const MOST = 4
const FEN_PER_YUAN = 100

/** The step between two ticks: a round number, so that at most four of them reach `high`. */
export function roundStep(high: number, kind: TickKind): number {
  const least = Math.max(high, 0) / MOST
  const unit = unitOf(least, kind)
  for (let ten = unit; ; ten *= 10) {
    for (const times of [1, 2, 5]) if (ten * times >= least) return ten * times
  }
}

/** Every tick from the lowest to the highest value; the last one is at or above `high`. */
export function roundTicks(low: number, high: number, kind: TickKind): number[] {
  const step = roundStep(Math.max(high, -low), kind)
  const [first, last] = [Math.floor(Math.min(0, low) / step), Math.max(1, Math.ceil(high / step))]
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** Between two amounts of yuan no tick could be named apart; of bytes each unit begins its own round numbers. */
function unitOf(least: number, kind: TickKind): number {
  if (kind === 'fen') return FEN_PER_YUAN
  if (kind === 'whole') return 1
  let unit = 1
  while (unit * 1024 <= least) unit *= 1024
  return unit * 500 < least ? unit * 1024 : unit
}
