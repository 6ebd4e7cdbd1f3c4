import type { Bugs } from '../mutant.ts'

/** Keys, gifts, invites and what they pay. */
export const paymentsBugs: Bugs = {
  'server/domains/payments/refunds/split-refund.ts': [
    [
      'Math.max(0, wanted - balanceLeft, share)',
      'Math.max(0, share)',
      'gives more to the balance than came from it',
      {
        survives:
          "the share of the gateway is rounded down from all refunds together, so that of the balance is never above the balance's part: a second guard",
      },
    ],
    [
      'payment.balanceFen - asked.balanceFen',
      'payment.balanceFen',
      "forgets what earlier refunds gave of the balance's part",
    ],
    [
      'wanted === left ? payment.feeFen - asked.feeFen : 0',
      'payment.feeFen - asked.feeFen',
      'gives the fee back with a part',
      { tests: ['server/domains/payments/fees.test.ts'] },
    ],
  ],
  'server/domains/payments/refunds/refund-payment.ts': [
    ['  await takeCredited(ctx, payment, refund)\n', '', 'refunds a top-up and leaves it on the balance'],
  ],
  'server/domains/payments/refunds/book-refund.ts': [
    ['    await giveBackClaim(ctx.db, payment.id, amountFen)\n', '', 'counts a refused refund as asked for ever'],
  ],
  'server/domains/payments/refunds/queries.ts': [
    [
      'refund_asked_fen + $2 <= amount_fen',
      'refunded_fen + $2 <= amount_fen',
      'counts only finished refunds against a payment',
    ],
  ],
  'server/domains/payments/refunds/finish-refund.ts': [
    [
      "    if (refund.state === 'asked') await alertUnknown(ctx, refund)\n    return",
      '',
      'asks a gateway twice that would pay twice',
    ],
  ],
  'server/domains/payments/settle-payment.ts': [
    [
      'dueFen(payment) !== confirmed.amountFen',
      'dueFen(payment) > confirmed.amountFen',
      'takes an amount that is too high for the right one',
    ],
    [
      '? !(await mayBeConfirmed(ctx.db, payment))',
      '? true',
      'credits what may have been confirmed by hand for another payment',
      { tests: ['server/domains/payments/confirm/confirm.test.ts'] },
    ],
  ],
  'server/domains/payments/begin-payment.ts': [
    ['balanceFen >= known.amountFen', 'balanceFen > known.amountFen', 'opens a payment of nothing'],
  ],
  'server/domains/payments/check-payment.ts': [
    [
      ' && payment.resellerId === resellerId\n}',
      '\n}',
      "shows a payment to another reseller's user with the same number",
      { survives: 'no two accounts have one number, whatever their resellers: a second guard' },
    ],
  ],
  'server/domains/payments/queries.ts': [
    ["closed: ['paid'],", 'closed: [],', 'loses money that comes after a payment was closed'],
  ],
  'server/domains/payments/reconcile-payment.ts': [
    [
      'payment.expiresAt <= ctx.now || !(await isStillWanted(ctx, payment))',
      'payment.expiresAt <= ctx.now',
      'leaves a payment open whose order is gone',
    ],
  ],
  'server/domains/payments/notifies/take-notify.ts': [
    [
      'found?.merchantId === merchant.id ? found',
      'found ? found',
      "believes one merchant's notify about another's payment",
    ],
  ],
  'server/domains/payments/gateways/alipay/alipay-gateway.ts': [
    [
      " && answer['fundChange'] === 'Y'",
      '',
      'takes a refund for done that moved no money',
      { tests: ['server/domains/payments/refunds/refunds.test.ts'] },
    ],
  ],
  'server/domains/payments/gateways/ask-text.ts': [
    [
      "redirect: 'error'",
      "redirect: 'follow'",
      'follows a gateway to another address',
      { tests: ['server/domains/payments/gateways/epay/epay-words.test.ts'] },
    ],
  ],
  'server/domains/payments/gateways/gateway.ts': [
    ["String(fen % 100).padStart(2, '0')", "String(fen % 100).padEnd(2, '0')", 'asks for 9.50 yuan instead of 9.05'],
    ["(match[2] ?? '').padEnd(2, '0')", "(match[2] ?? '0')", 'reads 9.5 yuan as 9.05'],
  ],
  'server/domains/payments/merchants/pay-types.ts': [
    ['!isForPlatform && own.length > 0', 'own.length > 0', "pays the platform through a reseller's own merchant"],
  ],
  'server/domains/payments/merchants/merchant.ts': [
    [
      'owner_key in (-1, $1) and disabled_at is null',
      'owner_key in (-1, $1)',
      'offers a merchant that is switched off',
      { tests: ['server/domains/payments/merchants/office/merchants.test.ts'] },
    ],
  ],
  'server/domains/payments/gateways/alipay/alipay-keys.ts': [
    [
      'else if (secret && alipayPublicKey === asPublic(createPublicKey(secret)))',
      'else if (!secret)',
      "stores the app's own key as Alipay's",
      { tests: ['server/cli/merchants.test.ts'] },
    ],
  ],
  'server/domains/payments/wishes/wish-refund.ts': [
    [
      '    if (amountFen > left.leftFen) fail',
      '    if (amountFen < 1) fail',
      'lets staff wish for more than was paid',
      { tests: ['server/domains/console/orders/orders.test.ts'] },
    ],
  ],
  'server/domains/payouts/load-payable.ts': [
    ['- liabilityFen - withdrawalsFen)', '- liabilityFen)', 'pays out what users may still miss'],
  ],
  'server/domains/payouts/queries.ts': [
    ['coalesce(sum(greatest(0, -kept)), 0)', '0', 'pays out the margin that a loss took off'],
  ],
  'server/domains/payouts/ask-payout.ts': [
    ['amountFen < limits.payoutMinFen', 'amountFen <= 0', 'pays out less than the least amount'],
  ],
  'server/domains/payouts/settle-payout.ts': [
    [
      '      refuseOwnPayment(ctx, asked, actor)\n',
      '',
      'lets one person approve and pay',
      { tests: ['server/domains/console/payouts/payouts.test.ts'] },
    ],
  ],
}
