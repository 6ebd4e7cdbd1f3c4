import type { BulkSelection } from '../../../contract/console/bulk.ts'

const NUMBERS = new Set([
  'package',
  'endsWithinDays',
  'balanceFromFen',
  'inviter',
  'node',
  'seenWithinDays',
  'devicesFrom',
  'firstPackage',
  'outage',
])
const YES_OR_NO = new Set(['neverConnected', 'overQuota', 'renewed'])

/** Converts text from an address into numbers and booleans, because the server's body check is strict. */
export function toSelection(selection: Readonly<Record<string, string>>): BulkSelection {
  return Object.fromEntries(
    Object.entries(selection).map(([name, value]) => [
      name,
      NUMBERS.has(name) ? Number(value) : YES_OR_NO.has(name) ? value === 'true' : value,
    ]),
  )
}
