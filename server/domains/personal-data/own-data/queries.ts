import type { SelectQueryBuilder } from 'kysely'

import type { Owner } from '../../../platform/context.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

/** Finds of a table what belongs to the user. */
export function rowsOf({ resellerId, accountId }: Owner) {
  return <Row>(table: { execute(): Promise<Row[]> }): Promise<Row[]> =>
    (table as unknown as SelectQueryBuilder<DB, 'pauses', Row>)
      .where('resellerId', '=', resellerId)
      .where('accountId', '=', accountId)
      .execute()
}

export async function loadAccountData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('accounts')
    .select(['userName', 'formerName', 'email', 'emailVerifiedAt', 'inviteCode', 'speedMode', 'language', 'createdAt'])
    .select(['agreementVersion', 'agreedAt', 'lockedAt', 'pausedAt', 'deleteAfter', 'totpConfirmedAt'])
    .select(['blockedAt', 'blockedReason'])
    .select((eb) => eb('inviterId', 'is not', null).as('wasInvited'))
    .where('resellerId', '=', resellerId)
    .where('id', '=', accountId)
    .executeTakeFirst()
}

export async function loadSubscriptionData(db: Db | Tx, { resellerId, accountId }: Owner) {
  const row = await db.kysely
    .selectFrom('subscriptions as s')
    .leftJoin('packages as p', 'p.id', 's.packageId')
    .leftJoin('packages as n', 'n.id', 's.nextPackageId')
    .select(['p.name as package', 's.period', 's.expiresAt', 's.bankedSeconds', 's.usedBytes', 's.totalBytes'])
    .select(['s.packBytes', 's.nextResetAt', 's.deviceLimit', 's.lineLimit', 's.speedClass', 's.autoRenew'])
    .select(['n.name as nextPackage', 's.nextPeriod'])
    .where('s.resellerId', '=', resellerId)
    .where('s.accountId', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

export async function findNoticeReadData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('noticeReads')
    .innerJoin('notices', 'notices.id', 'noticeReads.noticeId')
    .select(['notices.title', 'noticeReads.readAt'])
    .where('noticeReads.resellerId', '=', resellerId)
    .where('noticeReads.accountId', '=', accountId)
    .orderBy('noticeReads.readAt')
    .execute()
}

export async function findTelegramMessageData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('telegramMessages as m')
    .innerJoin('telegramBindings as b', 'b.id', 'm.bindingId')
    .select(['m.kind', 'm.text', 'm.state', 'm.createdAt', 'm.endedAt'])
    .where('b.resellerId', '=', resellerId)
    .where('b.accountId', '=', accountId)
    .orderBy('m.id')
    .execute()
}

export async function findLineData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('lines')
    .innerJoin('nodes', 'nodes.id', 'lines.nodeId')
    .leftJoin('lineContacts', (join) =>
      join
        .onRef('lineContacts.resellerId', '=', 'lines.resellerId')
        .onRef('lineContacts.accountId', '=', 'lines.accountId')
        .onRef('lineContacts.lineNumber', '=', 'lines.number'),
    )
    .select(['lines.id', 'nodes.name as node', 'nodes.region', 'lines.state', 'lines.reason', 'lines.createdAt'])
    .select(['lineContacts.begunAt as connectedFrom', 'lineContacts.seenAt as connectedUntil'])
    .where('lines.resellerId', '=', resellerId)
    .where('lines.accountId', '=', accountId)
    .orderBy('lines.number')
    .execute()
}

export async function findLineAddressData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('lineAddresses')
    .innerJoin('nodes', 'nodes.id', 'lineAddresses.nodeId')
    .select(['lineAddresses.address', 'nodes.name as node', 'lineAddresses.firstSeenAt', 'lineAddresses.seenAt'])
    .where('lineAddresses.resellerId', '=', resellerId)
    .where('lineAddresses.accountId', '=', accountId)
    .orderBy('lineAddresses.seenAt')
    .execute()
}

/** By hour and node; `traffic_days` only holds sums of these rows. */
export async function findTrafficData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('trafficHours')
    .innerJoin('nodes', 'nodes.id', 'trafficHours.nodeId')
    .select(['trafficHours.hour', 'nodes.name as node', 'trafficHours.upBytes', 'trafficHours.downBytes'])
    .select('trafficHours.chargedBytes')
    .where('trafficHours.resellerId', '=', resellerId)
    .where('trafficHours.accountId', '=', accountId)
    .orderBy('trafficHours.hour')
    .execute()
}

/** Leaves out the actor's name: it is the staff member's own data. */
export async function findAuditData(db: Db | Tx, resellerId: number, subject: string) {
  return db.kysely
    .selectFrom('auditLog')
    .select(['action', 'detail', 'createdAt'])
    .select((eb) => eb('actor', '=', subject).as('bySelf'))
    .where('resellerId', '=', resellerId)
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
}

export async function findSentNoticeData(db: Db | Tx, { resellerId, accountId }: Owner) {
  return db.kysely
    .selectFrom('noticeRecipients')
    .innerJoin('notices', 'notices.id', 'noticeRecipients.noticeId')
    .select(['notices.title', 'notices.publishedAt'])
    .where('noticeRecipients.resellerId', '=', resellerId)
    .where('noticeRecipients.accountId', '=', accountId)
    .orderBy('notices.id')
    .execute()
}

export async function loadFirstTraffic(db: Db | Tx, { resellerId, accountId }: Owner): Promise<Date | null> {
  const row = await db.kysely
    .selectFrom('trafficFirsts')
    .select('firstAt')
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row?.firstAt ?? null
}

type TicketData = {
  number: number
  category: string
  title: string
  state: string
  createdAt: Date
  closedAt: Date | null
  rating: string | null
  ratingWord: string | null
  facts: unknown
  messages: unknown
}

/** What the user asked and what was answered. Who answered is not the user's data. */
export async function findTicketData(db: Db | Tx, { resellerId, accountId }: Owner): Promise<TicketData[]> {
  return db.query<TicketData>({
    name: 'own_data.tickets',
    text: `select t.id as number, t.category, t.title, t.state, t.created_at, t.closed_at, t.rating, t.rating_word, t.facts,
        (select json_agg(json_build_object('by', m.author, 'body', m.body, 'at', m.created_at,
            'pictures', (select json_agg(json_build_object('type', 'image/webp', 'base64', translate(encode(p.bytes, 'base64'), E'\\n', '')) order by p.created_at, p.id)
               from ticket_pictures p where p.reseller_id = m.reseller_id and p.message_id = m.id)) order by m.id)
           from ticket_messages m where m.reseller_id = t.reseller_id and m.ticket_id = t.id) as messages
      from tickets t where t.reseller_id = $1 and t.account_id = $2 and t.merged_into is null order by t.id`,
    values: [resellerId, accountId],
  })
}
