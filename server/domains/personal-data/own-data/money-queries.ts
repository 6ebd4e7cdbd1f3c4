import type { Owner } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

type OrderData = {
  orderId: string
  action: string
  state: string
  package: string | null
  period: string | null
  listFen: number
  discountFen: number
  creditFen: number
  totalFen: number
  refundedFen: number
  paidBy: 'balance' | 'online' | 'reseller' | null
  /** What the user wrote into an agency order. */
  agencyName: string | null
  agencyContact: string | null
  createdAt: Date
  settledAt: Date | null
  closedAt: Date | null
}

/** Leaves out whose merchant took the money and what the package cost the reseller: that is not the user's data. */
export async function findOrderData(db: Db | Tx, { resellerId, accountId }: Owner): Promise<OrderData[]> {
  return db.query<OrderData>({
    name: 'own_data.orders',
    text: `select o.id as order_id, o.action, o.state, p.name as package, o.period,
        case when h.order_id is null then o.list_fen else coalesce(h.noted_fen, 0) end as list_fen, o.discount_fen, o.credit_fen,
        case when h.order_id is null then o.total_fen else coalesce(h.noted_fen, 0) end as total_fen,
        case when h.order_id is null then o.refunded_fen else 0 end as refunded_fen,
        case when o.paid_by in ('balance', 'reseller') then o.paid_by when o.paid_by is not null then 'online' end as paid_by,
        o.detail ->> 'name' as agency_name, o.detail ->> 'contact' as agency_contact,
        o.created_at, o.settled_at, o.closed_at
      from orders o left join packages p on p.id = o.package_id
        left join hand_sales h on h.order_id = o.id and h.reseller_id = o.reseller_id
      where o.reseller_id = $1 and o.account_id = $2 order by o.created_at, o.id`,
    values: [resellerId, accountId],
  })
}

/** Leaves out the addresses where an open payment can be paid. */
export async function findPaymentData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('payments')
    .innerJoin('merchants', 'merchants.id', 'payments.merchantId')
    .select(['payments.outTradeNo', 'payments.purpose', 'payments.orderId', 'payments.channel as way'])
    .select(['merchants.isSandbox', 'payments.state', 'payments.creditedTo', 'payments.amountFen', 'payments.feeFen'])
    .select(['payments.refundedFen', 'payments.createdAt', 'payments.paidAt', 'payments.closedAt'])
    .where('payments.resellerId', '=', resellerId)
    .where('payments.accountId', '=', accountId)
    .orderBy('payments.createdAt')
    .orderBy('payments.id')
    .execute()
}

type CardData = {
  lastFour: string
  state: 'unused' | 'redeemed' | 'expired'
  kind: string
  amountFen: number | null
  package: string | null
  period: string | null
  trafficBytes: number | null
  days: number | null
  assignedAt: Date | null
  redeemedAt: Date | null
  redeemedByMe: boolean
  expiresAt: Date | null
}

/** Never includes the key itself: anybody who reads the file could spend an unused one. */
export async function findCardData(db: Db | Tx, { resellerId, accountId }: Owner, now: Date): Promise<CardData[]> {
  return db.query<CardData>({
    name: 'own_data.cards',
    // Leave out the pack that set a traffic card's price and who redeemed a key passed on: not this user's data.
    text: `select c.last_four, case when c.state = 'redeemed' then 'redeemed'
          when c.state = 'void' or b.expires_at <= $3 then 'expired' else 'unused' end as state,
        b.kind, b.amount_fen, case when b.kind <> 'traffic' then p.name end as package, b.period, b.traffic_bytes, b.days,
        case when c.account_id = $2 then c.assigned_at end as assigned_at, c.redeemed_at,
        c.redeemed_by is not distinct from $2 as redeemed_by_me, b.expires_at
      from cards c join card_batches b on b.id = c.batch_id left join packages p on p.id = b.package_id
      where c.reseller_id = $1 and (c.account_id = $2 or c.redeemed_by = $2)
      order by coalesce(c.redeemed_at, c.assigned_at), c.id`,
    values: [resellerId, accountId, now],
  })
}

export async function findCouponData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('coupons')
    .select(['code', 'percent', 'amountFen', 'startsAt', 'endsAt', 'createdAt'])
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute()
}

/** What was given. Its cost to the reseller is not the user's data. */
export async function findGiftData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('gifts as g')
    .leftJoin('packages as p', 'p.id', 'g.packageId')
    .select(['g.kind', 'g.days', 'g.trafficBytes', 'g.amountFen', 'p.name as package', 'g.period', 'g.createdAt'])
    .where('g.resellerId', '=', resellerId)
    .where('g.accountId', '=', accountId)
    .orderBy('g.id')
    .execute()
}

/** The links that this user paid for; who used them is that user's data. */
export async function findGiftLinkData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('giftLinks as g')
    .innerJoin('packages as p', 'p.id', 'g.packageId')
    .select(['g.kind', 'p.name as package', 'g.days', 'g.trafficBytes', 'g.priceFen', 'g.state', 'g.lastFour'])
    .select(['g.createdAt', 'g.expiresAt', 'g.endedAt'])
    .where('g.resellerId', '=', resellerId)
    .where('g.giverId', '=', accountId)
    .orderBy('g.createdAt')
    .orderBy('g.id')
    .execute()
}

/** When the free trial was taken; what it gave is among the gifts. */
export async function loadTrialData(db: Db | Tx, { resellerId, accountId }: Owner): Promise<Date | null> {
  const row = await db.kysely
    .selectFrom('trialClaims')
    .select('createdAt')
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row?.createdAt ?? null
}

export async function findWithdrawalData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('withdrawals')
    .select(['id', 'amountFen', 'feeFen', 'method', 'sealedAccount', 'state', 'reason', 'createdAt', 'settledAt'])
    .select('missedAt')
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

type InvitedData = { userName: string; joinedAt: Date; commissionFen: number }

export async function findInvitedData(db: Db | Tx, { resellerId, accountId }: Owner): Promise<InvitedData[]> {
  return db.query<InvitedData>({
    name: 'own_data.invited',
    text: `select a.user_name, a.created_at as joined_at, coalesce((select sum(c.amount_fen) from commissions c
          where c.reseller_id = a.reseller_id and c.inviter_id = $2 and c.invitee_id = a.id), 0)::bigint as commission_fen
      from accounts a where a.reseller_id = $1 and a.inviter_id = $2 order by a.created_at, a.id`,
    values: [resellerId, accountId],
  })
}

export async function loadAgencyData(db: Db | Tx, { resellerId, accountId }: Owner) {
  const row = await db.kysely
    .selectFrom('resellers')
    .select(['id as dailiKey', 'agencyName as name', 'agencyContact as contact', 'isWhitelisted as approved'])
    .select(['suspendedAt', 'createdAt as openedAt'])
    .where('ownerResellerId', '=', resellerId)
    .where('ownerAccountId', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}
