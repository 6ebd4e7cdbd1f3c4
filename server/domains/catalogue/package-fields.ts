import { limits } from '../../../contract/limits.ts'
import { fail } from '../../platform/errors.ts'
import type { ByLanguage } from '../../platform/text/by-language.ts'
import type { NewPackage } from './operator-queries.ts'

const NAME_MAX = 40
const NOTE_MAX = 200
const COUNT_MAX = 1000
const STOCK_MAX = 1_000_000
const PLACE_MAX = 10_000
/** A thousand TB: the sum of a year is still exact in a browser. */
const TRAFFIC_MAX_BYTES = 1_000_000 * 1024 ** 3

/** A pack adds traffic to an existing plan; only a plan has its own devices and lines. */
export function refuseBadPackage(given: Omit<NewPackage, 'id'>): void {
  const {
    kind,
    name,
    names = {},
    note = '',
    notes = {},
    trafficBytes,
    deviceLimit = 0,
    lineLimit = 0,
    stock = null,
    place = 0,
    trialDays = null,
    trialPaidBy = null,
  } = given
  const fields: Record<string, string> = {}
  const isWithin = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max
  const isName = (text: string) => text.trim() === text && isPlain(text) && isWithin([...text].length, 1, NAME_MAX)
  if (![name, ...Object.values(names as ByLanguage)].every(isName)) fields['name'] = `1 to ${NAME_MAX} plain characters`
  const isNote = (text: string) => isPlain(text) && [...text].length <= NOTE_MAX
  if (![note, ...Object.values(notes as ByLanguage)].every(isNote))
    fields['note'] = `at most ${NOTE_MAX} plain characters`
  if (!isWithin(trafficBytes, 1, TRAFFIC_MAX_BYTES)) fields['gb'] = '1 to 1000000'
  const least = kind === 'plan' ? 1 : 0
  const most = kind === 'plan' ? COUNT_MAX : 0
  if (!isWithin(deviceLimit, least, most)) fields['devices'] = kind === 'plan' ? `1 to ${most}` : 'only of a plan'
  if (!isWithin(lineLimit, least, most)) fields['lines'] = kind === 'plan' ? `1 to ${most}` : 'only of a plan'
  if (stock !== null && !isWithin(stock, 0, STOCK_MAX)) fields['stock'] = `0 to ${STOCK_MAX}`
  if (!isWithin(place, 0, PLACE_MAX)) fields['place'] = `0 to ${PLACE_MAX}`
  const isTrial = trialDays !== null || trialPaidBy !== null
  if (isTrial && (kind !== 'plan' || trialPaidBy === null || !isWithin(trialDays ?? 0, 1, limits.trialDaysMax))) {
    fields['trial'] = `1 to ${limits.trialDaysMax} days of a plan, and who pays`
  }
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
}

const isPlain = (text: string) => !/[\p{Cc}\p{Cf}]/u.test(text)
