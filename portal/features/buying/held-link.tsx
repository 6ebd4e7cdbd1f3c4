import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import type { Order } from '../../../contract/orders.ts'
import { call } from '../../../ui/http/client.ts'
import { userPath } from '../../paths.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'

export const OPEN_ORDERS_KEY = ['open-orders'] as const

export const useAllOpenOrders = (): readonly Order[] =>
  useQuery({ queryKey: OPEN_ORDERS_KEY, queryFn: loadOpenOrders }).data ?? []

/** Orders live for half an hour, so the first page of the list has them all. */
async function loadOpenOrders(): Promise<Order[]> {
  const { items } = await call(api.orders.list, {})
  return items.filter(({ state, payBefore }) => state === 'pending' && Date.parse(payBefore) > Date.now())
}

/** What the balance holds for orders that can still be paid, and the way to them. */
export function HeldLink() {
  const t = useWords('user')
  const amountText = useAmountText()
  const heldFen = useAllOpenOrders().reduce((sum, { balanceFen }) => sum + balanceFen, 0)
  return heldFen > 0 ? <Link to={userPath('tcBuy')}>{t('held', { amount: amountText(heldFen) })}</Link> : null
}
