import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { PaymentRow } from '../../../../contract/console/payments.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import type { Answer, AnswerOf } from '../../../platform/http/answer.ts'
import { auditLook } from '../../audit/audit.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadPage } from '../../lists/list-page.ts'
import { paymentList, type ListedPayment } from './queries.ts'

type List = typeof consoleApi.payments.list

export async function findPayments(ctx: StaffCtx, input: Static<List['input']>): Promise<AnswerOf<List>> {
  const whose = { resellerId: ctx.resellerId, seesMoney: may(ctx, 'money.read') }
  const query = await paymentList(ctx, whose, input)
  const { rows, ...page } = await loadPage<ListedPayment, 'createdAt' | 'amountFen'>(ctx, query, input)
  if (input.cursor === undefined) await auditLook(ctx, 'payments.listed', null, filterWords(input, page.count))
  return { rows: rows.map(showPayment), ...page }
}

/** Shows whose merchant took the payment, but the name only of the reseller's own merchants. */
export function showPayment(row: ListedPayment): Answer<PaymentRow> {
  const { id, accountId, userName, merchantOwnerKey, creditedTo, merchantName, tradeNo: _tradeNo, ...rest } = row
  const isOwnMerchant = merchantOwnerKey !== -1
  return {
    ...rest,
    paymentId: id,
    buyer: accountId === null ? null : { accountId, userName: userName! },
    merchantName: isOwnMerchant ? merchantName : '',
    isOwnMerchant,
    isLate: creditedTo === 'balance' && row.orderId !== null,
  }
}
