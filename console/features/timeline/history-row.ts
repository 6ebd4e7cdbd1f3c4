import { formatBytes } from '../../../contract/bytes.ts'
import type { HistoryKind, HistoryRow } from '../../../contract/console/user-fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { Translate } from '../../words/words.ts'
import { moneyText } from '../show/money.tsx'

/** They lead somewhere and say nothing by themselves. */
const LINKED = new Set(['accountId', 'orderId', 'bulkId', 'paymentId', 'ticketId'])

/** Where an event can be looked at: its order, its payment, the bulk run that gave it, or the invited user. */
export function historyPath(
  { id, detail }: Pick<HistoryRow, 'id' | 'detail'>,
  kind: HistoryKind,
  may: (permission: Permission) => boolean,
): string | null {
  const { accountId, orderId, bulkId } = detail
  if (kind === 'orders') return `/orders/${id}`
  if (kind === 'payments') return `/payments/${id}`
  if (kind === 'invited') return accountId ? `/users/${accountId}` : null
  if (orderId && may('orders.read')) return `/orders/${orderId}`
  return bulkId && may('bulk.run') ? `/bulk/${bulkId}` : null
}

/** Where an event of the timeline can be looked at. */
export function timelinePath(
  { detail: { orderId, paymentId, ticketId, bulkId } }: Pick<HistoryRow, 'detail'>,
  may: (permission: Permission) => boolean,
): string | null {
  if (orderId && may('orders.read')) return `/orders/${orderId}`
  if (paymentId && may('orders.read')) return `/payments/${paymentId}`
  if (ticketId && may('tickets.answer')) return `/tickets/${ticketId}`
  return bulkId && may('bulk.run') ? `/bulk/${bulkId}` : null
}

/** The details beside the amount, in one line. */
export function aboutText(
  { detail, who }: Pick<HistoryRow, 'detail' | 'who'>,
  kind: HistoryKind | 'timeline',
  t: Translate<'user'>,
): string {
  const told = Object.entries(detail).flatMap(([name, value]) => {
    if (value === null || value === 0 || value === false || LINKED.has(name)) return []
    if (name === 'days') return [t('daysCount', { count: Number(value) })]
    if (name === 'paidBy' || name === 'period' || name === 'channel') return []
    if (name === 'trafficBytes') return [formatBytes(Number(value))]
    if (name === 'refundedFen') return [`${t('w_refunded')} ${moneyText(Number(value))}`]
    if (name.endsWith('Fen')) return []
    return [String(value)]
  })
  return [...told, ...(who !== null && kind !== 'invited' ? [who] : [])].join(' · ')
}
