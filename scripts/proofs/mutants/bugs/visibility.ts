import type { Bugs } from '../mutant.ts'

/** Whose things are seen, and which part of them. */
export const visibilityBugs: Bugs = {
  'server/domains/users/filter-users.ts': [
    [
      'sql`a.reseller_id = ${asked.resellerId} and a.deleted_at is null`',
      'sql`a.deleted_at is null`',
      'lists the users of all resellers',
    ],
    [
      'sql`a.paused_at is not null and a.blocked_at is null`',
      'sql`a.paused_at is not null`',
      'lists the blocked among the paused',
    ],
    [
      'sql`a.created_at < ${new Date(registeredTo)}`',
      'sql`a.created_at <= ${new Date(registeredTo)}`',
      'counts a registration into two days',
    ],
  ],
  'server/domains/users/queries.ts': [
    [
      'join accounts a on a.reseller_id = $1 and a.id = wanted.id',
      'join accounts a on $1::integer is not null and a.id = wanted.id',
      "exports another reseller's ticked users",
    ],
    [
      'sql`coalesce(m.balance_fen, 0) = 0`',
      'sql`m.balance_fen = 0`',
      'loses users without a balance from a sorted list',
    ],
  ],
  'server/domains/users/export-users.ts': [
    ['seesMails ? row.email : maskAddress(row.email)', 'row.email', 'exports addresses that the list masks'],
  ],
  'server/domains/users/list-users.ts': [
    [
      'row.email && !seesMails ? maskAddress(row.email) : row.email',
      'row.email',
      'lists whole addresses for everybody',
    ],
  ],
  'server/domains/users/search-users.ts': [
    [
      'seesMails ? `${escaped(small)}%` : escaped(small)',
      '`${escaped(small)}%`',
      'spells out a masked address by searching for its beginning',
    ],
  ],
  'server/domains/console/user/show-user.ts': [
    [
      'email: card.email && maskAddress(card.email)',
      'email: card.email',
      'shows the whole address without a look in the audit log',
    ],
  ],
  'server/domains/console/user/reveal-email.ts': [
    [
      "    await auditLook(tx, 'user.email_revealed', accountSubject(accountId))\n",
      '',
      'shows an address without a trace',
    ],
  ],
  'server/domains/console/user/find-history.ts': [
    ["  if (!may(ctx, historyNeeds[kind])) fail('staff.forbidden')\n", '', 'shows each history to everybody'],
  ],
  'server/domains/console/user/history-queries.ts': [
    [
      'case when h.order_id is null then o.total_fen else h.noted_fen end as amount_fen',
      'o.total_fen as amount_fen',
      'shows support the wholesale price of a sale by hand',
    ],
  ],
  'server/domains/sessions/operator/load-user.ts': [
    [
      'where reseller_id = $1 and id = $2 and deleted_at is null',
      'where $1::integer is not null and id = $2 and deleted_at is null',
      "lets staff act on another reseller's user",
    ],
  ],
  'server/domains/console/orders/find-orders.ts': [
    ['wholesaleFen: seesPrices ? wholesaleFen : null', 'wholesaleFen', 'shows support the wholesale price'],
  ],
  'server/domains/console/orders/queries.ts': [
    [
      "...(asksAmount(filter) && !may(ctx, 'prices.read') ? [sql`o.paid_by is distinct from 'reseller'`] : []),",
      '',
      'finds the wholesale price of a sale by hand by a filter',
    ],
  ],
  'server/domains/console/orders/show-order.ts': [
    [
      'commissionFen: seesMoney ? order.commissionFen : null',
      'commissionFen: order.commissionFen',
      'shows support the commission of an order',
    ],
  ],
  'server/domains/console/orders/export-orders.ts': [
    [
      'plainYuan(totalFen)',
      'plainYuan(row.totalFen)',
      'writes the wholesale price of a sale by hand into the file',
      { tests: ['server/domains/orders/sell-by-hand.test.ts'] },
    ],
  ],
  'server/domains/console/payments/export-payments.ts': [
    ["seesMoney: may(ctx, 'money.read')", 'seesMoney: true', "exports the reseller's own top-ups for support"],
  ],
  'server/domains/console/user/sell-to-user.ts': [
    [
      "may(ctx, 'money.read') ? await loadBalanceFen(ctx, { kind: 'reseller', resellerId }) : null",
      "await loadBalanceFen(ctx, { kind: 'reseller', resellerId })",
      "shows the reseller's balance to members who may only sell by hand",
      { tests: ['server/domains/orders/sell-by-hand.test.ts'] },
    ],
    [
      "    await proveSpending(tx, 'reseller', sold.costFen)\n",
      '',
      'sells by hand without asking for the factor, and to keys without a limit',
      { tests: ['server/checks/step-up-matrix.test.ts'] },
    ],
  ],
  'server/domains/console/summary/tell-summaries.ts': [
    ['permissionsOf(due)', "permissionsOf({ ...due, role: 'owner' })", 'tells support the sales in the evening'],
  ],
  'server/domains/console/resellers/show-resellers.ts': [
    ['owedFen: seesMoney ? row.owedFen : null', 'owedFen: row.owedFen', "shows support each reseller's debt"],
  ],
  'contract/console/resellers.ts': [
    [
      "marginFen: ['money.read', 'prices.read']",
      "marginFen: ['money.read']",
      'sorts resellers by a margin that stays hidden',
    ],
  ],
  'server/domains/console/machine/mails.ts': [
    ['to: maskAddress(toAddress)', 'to: toAddress', 'lists the full addresses that mails went to'],
  ],
  'server/domains/personal-data/own-data/collect-own-money.ts': [
    [
      'nameMasked: maskName(userName)',
      'nameMasked: userName',
      "names the invited in their inviter's own data",
      { tests: ['server/checks/own-money.test.ts'] },
    ],
  ],
  'server/domains/personal-data/own-data/money-queries.ts': [
    [
      'case when h.order_id is null then o.total_fen else coalesce(h.noted_fen, 0) end as total_fen',
      'o.total_fen',
      'tells a user by own data what the sale cost the reseller',
    ],
    [
      'where o.reseller_id = $1 and o.account_id = $2 order by o.created_at, o.id',
      'where o.reseller_id = $1 and $2::bigint > 0 order by o.created_at, o.id',
      "puts others' orders into a user's own data",
    ],
  ],
  'server/domains/console/orders/kept-margin.ts': [
    [
      '- left(wholesaleFen) - left(commissionFen)',
      '- wholesaleFen - left(commissionFen)',
      'shows a loss after a refund',
    ],
  ],
  'server/domains/console/payments/queries.ts': [
    ["...(seesMoney ? [] : [sql`p.purpose <> 'daili'`]),", '', "lists the reseller's own top-ups for support"],
  ],
  'server/domains/console/payments/show-payment.ts': [
    [
      "(payment.purpose === 'daili' && !may(ctx, 'money.read'))",
      'false',
      "opens the reseller's own top-up for support",
    ],
  ],
  'server/domains/console/payments/find-payments.ts': [
    ["isOwnMerchant ? merchantName : ''", 'merchantName', "shows resellers the names of the platform's merchants"],
  ],
  'server/domains/console/payments/notify-fields.ts': [
    ["  'out_trade_no',\n", "  'out_trade_no',\n  'buyer_logon_id',\n", "shows the buyer's account at the gateway"],
  ],
  'server/domains/console/cards/calls.ts': [
    [
      "may(ctx, 'prices.read') ? refundFen : null",
      'refundFen',
      'shows what keys cost to members who may not see prices',
    ],
  ],
  'server/domains/console/cards/find-cards.ts': [
    ["costFen: may(ctx, 'prices.read') ? costFen : null", 'costFen', 'lists what batches cost for everybody'],
  ],
  'server/domains/console/cards/gift-links.ts': [
    ["priceFen: may(ctx, 'prices.read') ? priceFen : null", 'priceFen', 'shows support what a gift link cost'],
  ],
  'server/domains/console/cards/queries.ts': [
    ['sql`g.giver_id is null`', 'sql`true`', "lists users' own gift links in the office"],
  ],
  'server/domains/console/payouts/calls.ts': [
    [
      "may(ctx, 'withdrawals.decide') ? input : { ...input, kind: 'payout' as const }",
      'input',
      'lists withdrawals for members who may not decide them',
    ],
  ],
  'server/domains/console/payouts/queries.ts': [
    [" where paid_by is distinct from 'reseller'", '', 'lists withdrawals that resellers have paid themselves'],
  ],
  'server/domains/bulk/prove-spending.ts': [
    [
      '          select coalesce(sum(cost_fen), 0) from hand_sales where reseller_id = $1 and created_at >= $2',
      '          select 0 where $1::integer > 0 and $2::timestamptz is not null',
      'lets sales by hand pass the limit without a factor',
    ],
  ],
  'server/domains/console/overview/show-overview.ts': [
    ["marginFen: seen.costs ? sum('marginFen') : null", "marginFen: sum('marginFen')", 'shows support the margin'],
    ["salesFen: seen.money ? sum('salesFen') : null", "salesFen: sum('salesFen')", 'shows support the sales'],
  ],
  'server/domains/console/platform/show-platform.ts': [
    [
      "...(owes && seesMoney ? (['owes'] as const) : [])",
      "...(owes ? (['owes'] as const) : [])",
      'tells support which reseller owes money',
    ],
  ],
  'server/domains/console/platform/find-across.ts': [
    [
      "mail: may(ctx, 'users.private') ? pattern : null",
      'mail: pattern',
      'finds users of all resellers by masked addresses',
    ],
  ],
  'server/domains/console/audit/queries.ts': [
    [
      'resellerId === null ? sql`true` : sql`l.reseller_id = ${resellerId}`',
      'sql`true`',
      'shows a reseller the audit log of all',
    ],
  ],
  'server/domains/console/audit/names.ts': [
    ['...(isPlatform && typeof', '...(typeof', "names another reseller's user in the audit log"],
  ],
  'server/domains/console/money/queries.ts': [
    [
      "l.reseller_id = page.reseller_id and l.kind in ('reseller', 'receivable')",
      "l.reseller_id = page.reseller_id and l.kind = 'reseller'",
      'shows entries without what became debt',
    ],
  ],
}
