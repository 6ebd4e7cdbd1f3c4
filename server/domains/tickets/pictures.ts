import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne } from '../../platform/limits/limits.ts'
import { reEncode, type Picture } from '../../platform/pictures/re-encode.ts'
import { randomId } from '../../platform/secrets/crypto.ts'
import { claimAccount } from '../accounts/lock-account-row.ts'
import { attachPictures, countPictures, findPictures, insertPicture, loadPicture } from './picture-queries.ts'
import { followTicket, type MessageRow } from './queries.ts'

/** Three for each of an hour's messages. */
const UPLOADS = { name: 'ticket_pictures', points: 60, windowMs: 3_600_000 }
/** Kept at once for one user: they are part of the own data, which is one file. */
const KEPT_MAX = 60

/** Takes a picture before its message is sent; without a message it is gone after a day. */
export async function uploadPicture(
  ctx: Ctx<'user'>,
  { bytes }: { bytes: string },
): Promise<{ pictureId: string; width: number; height: number }> {
  const picture = await takePicture(ctx, Buffer.from(bytes, 'base64'))
  const pictureId = await inTx(ctx, (tx) => keepPicture(tx, picture))
  return { pictureId, width: picture.width, height: picture.height }
}

async function takePicture(ctx: Ctx<'user'>, upload: Buffer): Promise<Picture> {
  await takeOne(ctx, UPLOADS, `${ctx.owner.resellerId}:${ctx.owner.accountId}`)
  return reEncode(upload)
}

async function keepPicture(tx: Ctx<'user'> & { db: Tx }, picture: Picture): Promise<string> {
  const { owner, now } = tx
  await claimAccount(tx, owner)
  if ((await countPictures(tx.db, owner)) >= KEPT_MAX) fail('help.pictures_max')
  const id = randomId()
  await insertPicture(tx.db, owner, { ...picture, id, now })
  return id
}

/** One that is another's, sent already or gone refuses the whole message. */
export async function addPictures(
  { db, owner }: { db: Tx; owner: Owner },
  messageId: number,
  ids: readonly string[] = [],
): Promise<void> {
  if (ids.length === 0) return
  if ((await attachPictures(db, owner, messageId, ids)) !== ids.length) fail('object.unknown')
}

export async function showOwnPicture(
  ctx: Ctx<'user'>,
  { ticketId, pictureId }: { ticketId: number; pictureId: string },
): Promise<{ type: 'image/webp'; bytes: string }> {
  const followed = (await followTicket(ctx.db, { ...ctx.owner, ticketId })) ?? fail('object.unknown')
  return showPicture(ctx.db, { resellerId: ctx.resellerId, ticketId: followed, pictureId })
}

/** The caller has seen to it that the reader may read the ticket. */
export async function showPicture(
  db: Queryable,
  name: { resellerId: number; ticketId: number; pictureId: string },
): Promise<{ type: 'image/webp'; bytes: string }> {
  const bytes = (await loadPicture(db, name)) ?? fail('object.unknown')
  return { type: 'image/webp', bytes: bytes.toString('base64') }
}

/** The pictures of some messages, as the thread names them. */
export async function picturesOf(
  db: Queryable,
  resellerId: number,
  messages: readonly MessageRow[],
): Promise<(messageId: number) => { pictureId: string; width: number; height: number }[]> {
  const rows = await findPictures(db, { resellerId, messageIds: messages.map(({ id }) => id) })
  return (messageId) =>
    rows.filter((row) => row.messageId === messageId).map(({ id, width, height }) => ({ pictureId: id, width, height }))
}
