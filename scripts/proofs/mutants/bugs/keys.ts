import type { Bugs } from '../mutant.ts'

/** Keys, gifts, invites and what they pay. */
export const keysBugs: Bugs = {
  'server/domains/cards/buy-card-batch.ts': [
    [
      "  if (batch.costFen * count !== (purchase.agreedFen ?? batch.costFen * count)) fail('order.price_changed')\n",
      '',
      'sells keys at another price than the buyer saw',
    ],
  ],
  'server/domains/cards/close-card-batch.ts': [
    [
      'voided > 0 && !isImported) await releaseStock(ctx, batch.packageId!, voided)',
      'voided > 0 && !isImported) await releaseStock(ctx, batch.packageId!, batch.keyCount)',
      'gives back the stock of used keys',
    ],
  ],
  'server/domains/cards/batch-queries.ts': [
    [' and ($3 or account_id is null) returning', ' and ($3 or true) returning', "voids keys that are in users' lists"],
  ],
  'server/domains/cards/queries.ts': [
    ['\n        and (b.expires_at is null or b.expires_at > $5)', '', 'redeems an expired key'],
  ],
  'server/domains/cards/redeem-card.ts': [
    [
      "card.redeemedBy === accountId ? card : fail('card.used')",
      "card.redeemedBy ? card : fail('card.used')",
      "answers with another user's redeemed key",
    ],
  ],
  'server/domains/cards/assign-cards.ts': [
    [
      'card.accountId !== null && card.accountId !== owner.accountId',
      'false',
      "takes a key out of another user's list",
    ],
  ],
  'server/domains/cards/unsaved-key-queries.ts': [
    [
      ' and u.erase_at > $3',
      ' and $3::timestamptz is not null',
      'shows keys after their day',
      { tests: ['server/domains/console/cards/cards.test.ts'] },
    ],
  ],
  'server/domains/gifts/give-gift.ts': [
    [
      "paidBy === 'reseller' ? getSeller : getSellingTerms",
      "paidBy === 'reseller' ? getSellingTerms : getSeller",
      'lets a suspended reseller give',
    ],
  ],
  'server/domains/gifts/bulk-reserve.ts': [
    ['reserve.heldFen - reserve.spentFen', 'reserve.heldFen', 'gives back what a bulk has spent'],
  ],
  'server/domains/gifts/queries.ts': [
    [
      ' and released_at is null\n        and (paid_by',
      '\n        and (paid_by',
      'spends a reserve that was given back',
    ],
  ],
  'server/domains/gifts/links/queries.ts': [
    ["state = 'open' and expires_at > $4 returning", "state = 'open' returning", 'uses a gift link that has ended'],
  ],
  'server/domains/gifts/trials/claim-trial.ts': [
    ['    await giveBack(ctx, TRIALS, caller)\n', '', 'counts a refused trial for the address'],
  ],
  'server/domains/gifts/trials/mailbox.ts': [
    ["plain.slice(0, at).split('+')", '[plain.slice(0, at)]', 'gives a trial for every tag of a mailbox'],
  ],
  'server/domains/gifts/trials/queries.ts': [
    [
      'p.trial_days is not null and p.is_listed and',
      'p.trial_days is not null and',
      'gives a trial that is off the list',
    ],
  ],
  'server/domains/catalogue/get-coupon.ts': [
    [
      'const isMine = coupon.accountId === null || coupon.accountId === use.accountId',
      'const isMine = true',
      "takes another user's coupon",
      { tests: ['server/domains/orders/coupons.test.ts'] },
    ],
    [
      'floorShare(listFen, percent, 100)',
      'Math.ceil((listFen * percent) / 100)',
      'rounds a discount up, for the buyer',
      { tests: ['server/domains/catalogue/prices/rounding.property.test.ts'] },
    ],
  ],
  'server/domains/catalogue/coupon-queries.ts': [
    [
      "coupon_id = $2 and state in ('pending', 'paid', 'refunded')`",
      "coupon_id = $2 and state in ('paid', 'refunded')`",
      'spreads a coupon over unpaid orders',
      { tests: ['server/domains/orders/coupons.test.ts'] },
    ],
  ],
  'server/domains/subscriptions/step-down.ts': [
    ['wanted.wholesaleFen * had < held', 'wanted.wholesaleFen * had <= held', 'takes an equal price for a step down'],
  ],
  'server/domains/subscriptions/shorten.ts': [
    [
      'Math.min(bytes, packBytesLeft(subscription))',
      'bytes',
      'takes more of a pack than is left',
      { tests: ['server/domains/orders/refund.test.ts'] },
    ],
    [
      'return whole <= 0 ? 0 : ceilShare(amount, part, whole)',
      'return whole <= 0 ? 0 : floorShare(amount, part, whole)',
      'leaves a second of a package at each partial refund',
      { tests: ['server/checks/refunds.property.test.ts'] },
    ],
  ],
  'server/domains/subscriptions/upgrade.ts': [
    [
      'credit.paidFen > listFen && credit.wholesaleFen > wholesaleFen',
      'credit.paidFen > listFen',
      "makes a package longer at the platform's cost",
    ],
  ],
  'server/domains/subscriptions/pieces.ts': [
    ['creditFen: isGift ? 0 : wholesaleFen', 'creditFen: wholesaleFen', 'pays a gift back at an upgrade'],
  ],
  'server/domains/subscriptions/purchase.ts': [
    ['    usedBytes: 0,\n    packBytes: 0,\n', '    usedBytes: 0,\n', 'gives packs again at an early renewal'],
  ],
  'server/domains/subscriptions/reset-traffic.ts': [
    ['Math.max(1, countMonths', 'Math.min(1, countMonths', 'gives one month after a long absence'],
  ],
  'server/domains/subscriptions/bank-time.ts': [
    [
      '                  next_reset_at = next_reset_at + ($3::timestamptz - $4::timestamptz),\n',
      '',
      'gives a paused month its traffic anew',
    ],
  ],
  'server/domains/catalogue/prices/prorate.ts': [
    [' + BigInt(whole) - 1n) / BigInt(whole)', ') / BigInt(whole)', 'sells days and traffic below wholesale by a fen'],
  ],
  'server/domains/catalogue/prices/offer-sql.ts': [
    [' and o.confirmed_wholesale_fen = ${WHOLESALE})', ')', 'sells at a loss that nobody confirmed'],
  ],
  'server/domains/catalogue/prices/preview.ts': [
    ['Math.ceil((wholesaleFen * (100', 'Math.floor((wholesaleFen * (100', 'rounds a price by rule below the rule'],
    ['yuan >= least', 'yuan >= wholesaleFen', 'ends a price by rule below the rule'],
  ],
  'server/domains/catalogue/prices/set-retail.ts': [
    [
      'retailFen < wholesaleFen && !isPair(wholesaleFen)',
      'retailFen < wholesaleFen && !confirm',
      'takes the confirmation of another price',
    ],
  ],
  'server/domains/catalogue/prices/plan-price.ts': [
    [
      'nowFen !== null && newFen > nowFen',
      'nowFen !== null && newFen >= nowFen',
      'announces a price that does not rise',
    ],
  ],
}
