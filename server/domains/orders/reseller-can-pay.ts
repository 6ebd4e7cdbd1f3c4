import type { Queryable } from '../../platform/db.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { getSellingTerms } from '../resellers/selling-terms.ts'
import type { MoneySource } from './sale-legs.ts'

type Due = { resellerId: number; source: MoneySource; totalFen: number; wholesaleFen: number; commissionFen: number }

/** Whether the reseller could bear its part of this sale now; asked before anybody pays. */
export async function resellerCanPay(ctx: { db: Queryable }, due: Due): Promise<boolean> {
  const { resellerId } = due
  const balance = (kind: 'reseller' | 'receivable' | 'liability') => loadBalanceFen(ctx, { kind, resellerId })
  const owed = due.source === 'own_merchant' ? due.totalFen : -(await balance('liability'))
  const released = Math.min(due.totalFen, owed)
  const changeFen = due.totalFen - released - due.wholesaleFen - due.commissionFen
  if (changeFen >= 0) return true
  const { creditLimitFen } = await getSellingTerms(ctx, resellerId)
  return (await balance('reseller')) + (await balance('receivable')) + creditLimitFen + changeFen >= 0
}
