import type { Selectable } from 'kysely'

import type { Owner } from '../../platform/context.ts'
import type { CardBatches, Cards } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { PageEnd } from '../../platform/db/page-cursor.ts'

type Batch = Selectable<CardBatches>
/** A card and its worth. */
export type CardRow = Pick<
  Selectable<Cards>,
  'id' | 'state' | 'lastFour' | 'sealedCode' | 'accountId' | 'assignedAt' | 'redeemedBy' | 'redeemedAt'
> &
  Pick<
    Batch,
    'kind' | 'amountFen' | 'packageId' | 'period' | 'trafficBytes' | 'days' | 'costFen' | 'expiresAt' | 'startsAtUse'
  > & {
    packageName: string | null
    packageNames: unknown
  }

const COLUMNS = `c.id, c.state, c.last_four, c.sealed_code, c.account_id, c.assigned_at, c.redeemed_by, c.redeemed_at,
  b.kind, b.amount_fen, b.package_id, b.period, b.traffic_bytes, b.days, b.cost_fen, b.expires_at, b.starts_at_use, p.name as package_name,
  p.names as package_names`
const FROM = `from cards c join card_batches b on b.id = c.batch_id left join packages p on p.id = b.package_id`

type Claim = Owner & { codeHash: Buffer; lastFour: string; now: Date }

/**
 * M21: the only statement that uses a card up. Of concurrent claims the first gets the row; the others wait and then
 * find it used.
 */
export async function claimCard(db: Tx, { resellerId, accountId, codeHash, lastFour, now }: Claim): Promise<boolean> {
  const rows = await db.query({
    name: 'cards.claim',
    text: `update cards c set state = 'redeemed', redeemed_by = $2, redeemed_at = $5, last_four = $4, sealed_code = null
      from card_batches b
      where c.reseller_id = $1 and c.code_hash = $3 and c.state = 'unused' and b.id = c.batch_id
        and (b.expires_at is null or b.expires_at > $5)
      returning 1 as done`,
    values: [resellerId, accountId, codeHash, lastFour, now],
  })
  return rows.length === 1
}

export async function loadCard(db: Queryable, resellerId: number, codeHash: Buffer): Promise<CardRow | null> {
  const rows = await db.query<CardRow>({
    name: 'cards.load',
    text: `select ${COLUMNS} ${FROM} where c.reseller_id = $1 and c.code_hash = $2`,
    values: [resellerId, codeHash],
  })
  return rows[0] ?? null
}

export async function lockCard(db: Tx, resellerId: number, codeHash: Buffer): Promise<CardRow | null> {
  const rows = await db.query<CardRow>({
    name: 'cards.lock',
    text: `select ${COLUMNS} ${FROM} where c.reseller_id = $1 and c.code_hash = $2 for update of c`,
    values: [resellerId, codeHash],
  })
  return rows[0] ?? null
}

type Assignment = Owner & { cardId: number; sealedCode: Buffer; lastFour: string; now: Date }

export async function updateAssigned(db: Tx, given: Assignment): Promise<void> {
  await db.query({
    name: 'cards.assign',
    text: `update cards set account_id = $3, sealed_code = $4, last_four = $5, assigned_at = $6
      where reseller_id = $1 and id = $2`,
    values: [given.resellerId, given.cardId, given.accountId, given.sealedCode, given.lastFour, given.now],
  })
}

/** The state shown to the user: an unused card is expired after its date and also when an operator voided it. */
type ShownState = 'unused' | 'redeemed' | 'expired'
const SHOWN = `case when c.state = 'redeemed' then 'redeemed'
  when c.state = 'void' or b.expires_at <= $3 then 'expired' else 'unused' end`
export type ShownCard = CardRow & { shownState: ShownState; shownAt: Date }
export type CardFilter = { now: Date; state: ShownState | null; before: PageEnd | null; limit: number }

/** Finds cards assigned to or redeemed by this user, latest event first. */
export function findOwnCards(
  db: Queryable,
  { resellerId, accountId }: Owner,
  filter: CardFilter,
): Promise<ShownCard[]> {
  return db.query<ShownCard>({
    name: 'cards.own',
    text: `select ${COLUMNS}, ${SHOWN} as shown_state, coalesce(c.redeemed_at, c.assigned_at) as shown_at ${FROM}
      where c.reseller_id = $1 and (c.account_id = $2 or c.redeemed_by = $2) and ($4::text is null or $4 = ${SHOWN})
        and ($5::timestamptz is null or (coalesce(c.redeemed_at, c.assigned_at), c.id) < ($5, $6::bigint))
      order by shown_at desc, c.id desc limit $7`,
    values: [
      resellerId,
      accountId,
      filter.now,
      filter.state,
      filter.before?.at ?? null,
      filter.before?.id ?? null,
      filter.limit,
    ],
  })
}
