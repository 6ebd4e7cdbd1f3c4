import type { EntryRow } from '../../../contract/console/money.ts'
import type { Permission } from '../../../contract/permissions.ts'

type Known = Pick<EntryRow, 'orderId' | 'bulkId' | 'accountId'>
type Way = { path: string; word: 'toOrder' | 'toRun' | 'toGift' }

/** Leads to the order, the bulk run, or the user who got the gift, as far as this member may open it. */
export function entryWay({ orderId, bulkId, accountId }: Known, may: (permission: Permission) => boolean): Way | null {
  if (orderId !== null) return { path: `/orders/${orderId}`, word: 'toOrder' }
  if (bulkId !== null && may('bulk.run')) return { path: `/bulk/${bulkId}`, word: 'toRun' }
  if (accountId !== null && may('users.read')) return { path: `/users/${accountId}?tab=gifts`, word: 'toGift' }
  return null
}
