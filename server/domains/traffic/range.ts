import type { Static } from 'typebox'

import type { traffic } from '../../../contract/traffic.ts'
import { type Days, dayOf, daysOfMonth, daysUntil } from '../../platform/text/business-day.ts'

export type TrafficRange = Static<typeof traffic.own.input>['range']

export function daysOf(range: TrafficRange, now: Date, timeZone: string): Days {
  if (range === 'month') return daysOfMonth('this', now, timeZone)
  const last = dayOf(now, timeZone)
  return { first: daysUntil(last, range === 'today' ? 1 : 7)[0]!, last }
}
