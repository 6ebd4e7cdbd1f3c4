import { DAY_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'

const NOON_IN_SHANGHAI_MS = 4 * 3_600_000

/** Sets the clock to the next noon of the business day, so that no test runs into the next day by accident. */
export function startAtNoon(): void {
  clock.reset()
  clock.shift(DAY_MS + NOON_IN_SHANGHAI_MS - (clock.now().getTime() % DAY_MS))
}
