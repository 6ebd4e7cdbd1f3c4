import { formatBytes } from '../../../contract/bytes.ts'
import type { HistoryKind, HistoryRow } from '../../../contract/console/user.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { moneyText } from '../../features/show/money.tsx'
import type { Translate } from '../../words/words.ts'

/** They lead somewhere and say nothing by themselves. */
const LINKED = new Set(['accountId', 'orderId', 'bulkId'])

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

/** The details beside the amount, in one line. */
export function aboutText(
  { detail, who }: Pick<HistoryRow, 'detail' | 'who'>,
  kind: HistoryKind,
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
