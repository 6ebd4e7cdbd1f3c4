import { expect, test } from 'vitest'

import { civilTime, fromCivil } from '../../../contract/civil-time.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { quickCivil, quickFromCivil } from './quick-civil.ts'

test.each(['Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Casablanca', 'UTC'])(
  'the values cached by day equal the formatter’s, also when clocks change: %s',
  (timeZone) => {
    for (const from of [
      '2011-12-28T00:00:00.007Z',
      '2026-03-07T00:00:00Z',
      '2026-10-24T00:00:00.999Z',
      '1969-12-31T00:00:00Z',
    ]) {
      for (let hour = 0; hour < 24 * 10; hour += 0.5) {
        const at = new Date(Date.parse(from) + hour * HOUR_MS)
        const civil = civilTime(at, timeZone)
        expect(civil).toMatchObject(quickCivil(at, timeZone))
        expect(quickFromCivil(civil, timeZone)).toEqual(fromCivil(civil, timeZone))
      }
    }
  },
)
