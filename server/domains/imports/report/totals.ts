import type { RowChecks } from './check-rows.ts'

export type Counts = ReturnType<typeof countThings>
export type Sums = ReturnType<typeof sumThings>

export function countThings({ users, plans, orders, codes, nodes, texts }: RowChecks) {
  return {
    users: users.count,
    usersWithPlan: users.withPlan,
    usersBlocked: users.banned,
    usersWithInviter: users.withInviter,
    usersRenewing: users.renewing,
    plans: plans.count,
    prices: plans.prices,
    nodes: nodes.count,
    coupons: codes.coupons,
    couponsTaken: codes.couponsTaken,
    giftCodes: codes.gifts,
    giftCodesTaken: codes.giftsTaken,
    inviteCodes: codes.inviteCodes,
    notices: texts.notices,
    articles: texts.articles,
    tickets: texts.tickets,
    ticketsOpen: texts.openTickets,
    ticketsWaiting: texts.waitingTickets,
    withdrawalsOpen: texts.withdrawals,
    orders: orders.count,
  }
}

/** To the cent. What is booked differs from the source's sum by what is below zero, which the findings name. */
export function sumThings({ users, orders, codes }: RowChecks) {
  return {
    balanceFen: users.balanceFen,
    balanceBookedFen: users.balanceBookedFen,
    commissionFen: users.commissionFen,
    commissionBookedFen: users.commissionBookedFen,
    commissionPendingFen: orders.pendingCommissionFen,
    openOrdersFen: orders.openFen,
    openOrdersFromBalanceFen: orders.openFromBalanceFen,
    giftCodesFen: codes.giftsFen,
    quotaBytes: users.quotaBytes,
    usedBytes: users.usedBytes,
  }
}
