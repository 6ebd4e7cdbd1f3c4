import type { Name } from '../reader/name.ts'
import type { Row } from '../reader/row.ts'

/** In seconds: the year 5138. Plugins write milliseconds, and more digits than these have where they mean no end. */
const SECONDS_MAX = 100_000_000_000n
const MS_MAX = SECONDS_MAX * 1000n

/** In seconds. */
export type Moment = { at: number | 'never' | null; isMs: boolean }

export function readMoment(row: Row, column: Name): Moment {
  const given = row.whole(column)
  if (given === null) return { at: null, isMs: false }
  if (given >= MS_MAX) return { at: 'never', isMs: false }
  const isMs = given >= SECONDS_MAX
  return { at: Number(isMs ? given / 1000n : given), isMs }
}
