import type { BulkSelection } from '../../../contract/console/bulk.ts'

const NUMBERS = new Set([
  'package',
  'endsWithinDays',
  'balanceFromFen',
  'inviter',
  'node',
  'seenWithinDays',
  'devicesFrom',
])

/** Converts text from an address into numbers and booleans, because the server's body check is strict. */
export function toSelection(selection: Readonly<Record<string, string>>): BulkSelection {
  return Object.fromEntries(
    Object.entries(selection).map(([name, value]) => [
      name,
      NUMBERS.has(name) ? Number(value) : name === 'neverConnected' || name === 'overQuota' ? value === 'true' : value,
    ]),
  )
}
