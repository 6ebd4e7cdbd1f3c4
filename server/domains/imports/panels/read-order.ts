import type { OrderState, SourceOrder } from '../neutral.ts'
import type { Row } from '../reader/row.ts'
import { NONE, readCents } from './money.ts'

const STATES: readonly OrderState[] = ['open', 'paid', 'cancelled', 'done', 'usedUp']
const TOP_UP = 9

export function readOrder(row: Row): SourceOrder | null {
  const id = row.number('id')
  if (id === null) return null
  const state = STATES[row.number('status') ?? -1] ?? 'unknown'
  // 0 is to be confirmed, 1 to be paid out, 2 paid, 3 void. Only what was sold earns.
  const isPending = state === 'done' && row.flag('invite_user_id') && (row.number('commission_status') ?? 0) < 2
  const online = readCents(row, 'total_amount')
  const fee = readCents(row, 'handling_amount')
  return {
    id,
    userId: row.number('user_id'),
    state,
    isTopUp: row.number('type') === TOP_UP,
    toPay: { fen: online.fen + fee.fen, isOdd: online.isOdd || fee.isOdd },
    fromBalance: readCents(row, 'balance_amount'),
    pendingCommission: isPending ? readCents(row, 'commission_balance') : NONE,
  }
}
