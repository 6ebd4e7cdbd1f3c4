import type { Leg } from '../ledger/post.ts'

/** Whose money pays: the buyer's balance, or a payment through the platform's or the reseller's own merchant. */
export type MoneySource = 'balance' | 'platform_merchant' | 'own_merchant'
export type Sale = {
  resellerId: number
  accountId: number
  source: MoneySource
  priceFen: number
  wholesaleFen: number
  commissionFen: number
  inviterId: number | null
}

/**
 * Who gets what of a sale. The price first settles what the reseller owes for top-ups that its own merchant took; the
 * rest is the reseller's, less wholesale and commission. Sums to 0 for every mix of merchants.
 */
export function saleLegs(sale: Sale): Leg[] {
  const { resellerId, priceFen, wholesaleFen, commissionFen, inviterId } = sale
  const legs: Leg[] = [
    { ...sourceOf(sale), amountFen: -priceFen },
    { kind: 'liability', resellerId, amountFen: priceFen, upToOwed: true },
    { kind: 'reseller', resellerId, amountFen: -(wholesaleFen + commissionFen), mayOwe: true },
    { kind: 'platform', resellerId: null, amountFen: wholesaleFen },
  ]
  if (inviterId === null) return legs
  return [...legs, { kind: 'commission_pending', resellerId, accountId: inviterId, amountFen: commissionFen }]
}

/** A payment without an order to go to is the buyer's all the same. */
export function topUpLegs(sale: Pick<Sale, 'resellerId' | 'accountId' | 'source'>, amountFen: number): Leg[] {
  const { resellerId, accountId } = sale
  return [
    { ...sourceOf(sale), amountFen: -amountFen },
    { kind: 'user', resellerId, accountId, amountFen },
  ]
}

export function sourceOf({
  source,
  resellerId,
  accountId,
}: Pick<Sale, 'source' | 'resellerId' | 'accountId'>): Omit<Leg, 'amountFen'> {
  if (source === 'balance') return { kind: 'user', resellerId, accountId }
  if (source === 'platform_merchant') return { kind: 'outside', resellerId: null }
  return { kind: 'liability', resellerId }
}
