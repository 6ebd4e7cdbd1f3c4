import type { BillMerchant, BillRow } from '../../../../contract/console/bills.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { providers } from '../gateways/providers.ts'
import { findMerchantsOf } from '../merchants/merchant.ts'
import { findLastDays, findOpenRows, type OpenRow } from './bill-queries.ts'
import { differenceOf } from './difference.ts'

const LISTED = 300

/** Of one reseller's own merchants, or of the platform's (null). */
export async function findDifferences(ctx: Pick<Ctx, 'db'>, resellerId: number | null) {
  const ownerKey = ownerKeyOf(resellerId)
  const rows = await findOpenRows(ctx.db, { ownerKey, merchantId: null, limit: LISTED })
  const merchants = await findMerchantsOf(ctx.db, resellerId)
  const days = await findLastDays(ctx.db, ownerKey)
  return { rows: rows.flatMap(showRow), merchants: merchants.flatMap((merchant) => showMerchant(merchant, days)) }
}

type Listed = Awaited<ReturnType<typeof findMerchantsOf>>[number]
type Days = Awaited<ReturnType<typeof findLastDays>>

function showMerchant({ id, name, provider }: Listed, days: Days): BillMerchant[] {
  const { bill } = providers[provider]
  if (!bill) return []
  const { lastDay = null, readAt } = days.get(id) ?? {}
  const isDaily = bill.loadBill !== undefined
  const zone = bill.aheadHours === 0 ? 'utc' : 'beijing'
  return [{ merchantId: id, name, provider, isDaily, zone, lastDay, readAt: readAt?.toISOString() ?? null }]
}

/** What agrees since the bill was read is not shown any more; the next bill settles it. */
function showRow(row: OpenRow): BillRow[] {
  const difference = differenceOf(row)
  return difference ? [{ ...row, rowId: row.id, happenedAt: row.happenedAt?.toISOString() ?? null, ...difference }] : []
}

/** The payment of a row, for who may see the row. */
export async function getRowPayment(ctx: Pick<Ctx, 'db'>, resellerId: number | null, rowId: number) {
  const [row] = await findOpenRows(ctx.db, { ownerKey: ownerKeyOf(resellerId), merchantId: null, rowId, limit: 1 })
  if (!row || row.paymentId === null || row.resellerId === null) return fail('object.unknown')
  return { paymentId: row.paymentId, resellerId: row.resellerId }
}

export function ownerKeyOf(resellerId: number | null): number {
  return resellerId ?? -1
}
