import { DEFAULT_TIME_ZONE } from '../../contract/page.ts'

/** The zone of days and months, from BUSINESS_TZ. */
export function readTimeZone(setting: string | undefined, wrong: string[]): string {
  const zone = setting || DEFAULT_TIME_ZONE
  try {
    Intl.DateTimeFormat('en', { timeZone: zone })
    // The database reads +08:00 as eight hours west, so take only named zones.
    if (/^[A-Za-z]/.test(zone)) return zone
  } catch {
    // Reported below.
  }
  wrong.push(`BUSINESS_TZ must be the name of a time zone, such as ${DEFAULT_TIME_ZONE}, not "${zone}"`)
  return zone
}
