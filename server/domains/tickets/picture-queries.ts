import type { Owner } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Picture } from '../../platform/pictures/re-encode.ts'

/** Without those that staff sent. */
export async function countPictures(db: Tx, { resellerId, accountId }: Owner): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'tickets.count_pictures',
    text: `select count(*)::integer as count from ticket_pictures p where p.reseller_id = $1 and p.account_id = $2
      and not exists (select from ticket_messages m
        where m.reseller_id = p.reseller_id and m.id = p.message_id and m.staff_id is not null)`,
    values: [resellerId, accountId],
  })
  return rows[0]?.count ?? 0
}

export async function insertPicture(db: Tx, owner: Owner, picture: Picture & { id: string; now: Date }): Promise<void> {
  const { now, ...values } = picture
  await db.kysely
    .insertInto('ticketPictures')
    .values({ ...owner, ...values, createdAt: now })
    .execute()
}

/** Gives uploaded pictures to a message; returns how many were the user's and still free. */
export async function attachPictures(db: Tx, owner: Owner, messageId: number, ids: readonly string[]): Promise<number> {
  const rows = await db.query({
    name: 'tickets.attach_pictures',
    text: `update ticket_pictures set message_id = $3
            where reseller_id = $1 and account_id = $2 and id = any($4::uuid[]) and message_id is null returning id`,
    values: [owner.resellerId, owner.accountId, messageId, ids],
  })
  return rows.length
}

export type ShownPicture = { messageId: number | null; id: string; width: number; height: number }

export function findPictures(
  db: Queryable,
  { resellerId, messageIds }: { resellerId: number; messageIds: readonly number[] },
): Promise<ShownPicture[]> {
  return db.query<ShownPicture>({
    name: 'tickets.pictures',
    text: `select message_id, id, width, height from ticket_pictures
            where reseller_id = $1 and message_id = any($2::bigint[]) order by created_at, id`,
    values: [resellerId, messageIds],
  })
}

type PictureName = { resellerId: number; ticketId: number; pictureId: string }

/** Only inside its thread. */
export async function loadPicture(
  db: Queryable,
  { resellerId, ticketId, pictureId }: PictureName,
): Promise<Buffer | null> {
  const rows = await db.query<{ bytes: Buffer }>({
    name: 'tickets.picture',
    text: `select p.bytes from ticket_pictures p
             join ticket_messages m on m.reseller_id = p.reseller_id and m.id = p.message_id
            where p.reseller_id = $1 and m.ticket_id = $2 and p.id = $3`,
    values: [resellerId, ticketId, pictureId],
  })
  return rows[0]?.bytes ?? null
}

/** For a deleted account. */
export async function deletePictures(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.kysely
    .deleteFrom('ticketPictures')
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .execute()
}
