import { dateText, hourText } from '../../../ui/words/date-text.ts'
import type { Point, Range } from '../../features/lines/use-own-traffic.ts'

export const totalOf = ({ upBytes, downBytes }: Point) => upBytes + downBytes
export const sumOf = (points: readonly Point[]) => points.reduce((sum, point) => sum + totalOf(point), 0)

/** Under the plot: hours of a day, or days without the year. */
export function shortLabel({ at }: Point, range: Range): string {
  return range === 'today' ? hourText(at) : dateText(at).slice(5)
}

/** In the table. */
export function fullLabel({ at }: Point, range: Range): string {
  return range === 'today' ? hourText(at) : dateText(at)
}

export function busiest(points: readonly Point[]): Point | null {
  return points.reduce<Point | null>((most, point) => (most && totalOf(most) >= totalOf(point) ? most : point), null)
}
