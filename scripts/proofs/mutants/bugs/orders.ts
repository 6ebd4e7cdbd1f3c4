import type { Bugs } from '../mutant.ts'

/** Keys, gifts, invites and what they pay. */
export const ordersBugs: Bugs = {
  'server/domains/orders/buy-package.ts': [
    ['quote.expiresAt <= ctx.now || !isSamePrice', '!isSamePrice', 'sells at a quote that has run out'],
    [
      'floorShare(totalFen, percent, 100))',
      'Math.ceil((totalFen * percent) / 100))',
      'rounds commission up, for the inviter',
      { tests: ['server/checks/refunds.property.test.ts'] },
    ],
  ],
  'server/domains/orders/refund-order.ts': [
    [
      'floorShare(wholeFen, order.refundedFen, order.totalFen) - floorShare(wholeFen, before.refundedFen, order.totalFen)',
      'floorShare(wholeFen, amountFen, order.totalFen)',
      'loses a fen of wholesale at each partial refund',
    ],
    [
      'const commissionFen = part(order.commissionFen)',
      'const commissionFen = Math.ceil((order.commissionFen * amountFen) / order.totalFen)',
      'takes a fen more of the commission at each partial refund',
    ],
    [
      'amountFen: -part(releasedFen)',
      'amountFen: -Math.floor((releasedFen * amountFen) / order.totalFen)',
      'leaves a fen of the liability settled at each partial refund',
    ],
    [
      'ceilShare(trafficBytes, refund.fen, order.totalFen)',
      'floorShare(trafficBytes, refund.fen, order.totalFen)',
      'leaves a byte of a pack at each partial refund',
    ],
  ],
  'server/domains/orders/settle-order.ts': [
    ["mayOwe: true },\n    { kind: 'platform'", "},\n    { kind: 'platform'", 'lets no reseller sell on credit'],
    ["(await balance('receivable')) + ", '', 'forgets a debt when it asks somebody to pay'],
    [
      'creditLimitFen + changeFen >= 0',
      'creditLimitFen + changeFen > 0',
      'does not ask to be paid for the last fen of a credit limit',
    ],
  ],
  'server/domains/orders/queries.ts': [
    ['total_fen - balance_fen = $7', 'total_fen - balance_fen >= $7', 'takes a smaller payment for an order'],
  ],
  'server/domains/orders/end-orders.ts': [
    [
      'packageId !== null && holdsStock) units',
      'packageId !== null) units',
      'gives back stock that a renewal never took',
    ],
  ],
  'server/domains/orders/sell-by-hand.ts': [
    ['  await getSeller(ctx, resellerId)\n', '', 'sells by hand for a suspended reseller'],
  ],
  'server/domains/orders/auto-renew.ts': [
    ['!isTold || totalFen > (renewal.renewToldFen ?? 0)', '!isTold', 'renews at a price above the announced one'],
  ],
  'server/domains/orders/auto-renew-queries.ts': [
    ['and r.suspended_at is null`\nexport', '`\nexport', 'renews for a suspended reseller'],
  ],
  'server/domains/orders/renew-early.ts': [
    ['    if (totalFen > agreedFen) throw TOO_DEAR\n', '', 'renews early above the agreed price'],
  ],
  'server/domains/orders/send-receipts.ts': [
    [" and o.paid_by <> 'reseller'", '', 'sends a receipt with the wholesale price of a sale by hand'],
  ],
  'server/domains/orders/list-queries.ts': [
    [
      'case when h.order_id is null then o.total_fen else coalesce(h.noted_fen, 0) end as total_fen',
      'o.total_fen',
      'shows the user what a sale by hand cost the reseller',
    ],
  ],
}
