import { inTx, type Owner, type StaffCtx } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { reEncode } from '../../../platform/pictures/re-encode.ts'
import { randomId } from '../../../platform/secrets/crypto.ts'
import { lockTemplates, type Team } from './queries.ts'

const UPLOADS = { name: 'template_pictures', points: 60, windowMs: 3_600_000 }
/** Kept at once for one team: three for each template that it may have. */
const KEPT_MAX = 150

type Shown = { pictureId: string; width: number; height: number }

/** Takes a picture before its template is saved; without one it is gone after a day. */
export async function uploadTemplatePicture(ctx: StaffCtx<'any'>, { bytes }: { bytes: string }): Promise<Shown> {
  await takeOne(ctx, UPLOADS, String(ctx.actor.staffId))
  const picture = await reEncode(Buffer.from(bytes, 'base64'))
  const team = ctx.actor.resellerId
  const id = randomId()
  await inTx(ctx, async ({ db, now }) => {
    await lockTemplates(db, team)
    const kept = await db.query({
      name: 'template_pictures.kept',
      text: `select 1 as one from template_pictures where owner_key = coalesce($1::integer, -1)`,
      values: [team],
    })
    if (kept.length >= KEPT_MAX) fail('help.pictures_max')
    const row = { ...picture, id, resellerId: team, createdAt: now }
    await db.kysely.insertInto('templatePictures').values(row).execute()
  })
  return { pictureId: id, width: picture.width, height: picture.height }
}

/** Exactly these belong to the template from now on. One of another team, or of another template, refuses them all. */
export async function setPictures(db: Tx, team: Team, templateId: string, ids: readonly string[]): Promise<void> {
  const values = [team, templateId, ids]
  await db.query({
    name: 'template_pictures.drop',
    text: `delete from template_pictures
      where owner_key = coalesce($1::integer, -1) and template_id = $2 and id <> all($3::uuid[])`,
    values,
  })
  const set = await db.query({
    name: 'template_pictures.set',
    text: `update template_pictures set template_id = $2
      where owner_key = coalesce($1::integer, -1) and id = any($3::uuid[]) and (template_id is null or template_id = $2)
      returning id`,
    values,
  })
  if (set.length !== ids.length) fail('object.unknown')
}

export async function findTemplatePictures(db: Queryable, team: Team): Promise<(templateId: string) => Shown[]> {
  const rows = await db.query<Shown & { templateId: string }>({
    name: 'template_pictures.all',
    text: `select template_id, id as picture_id, width, height from template_pictures
      where owner_key = coalesce($1::integer, -1) and template_id is not null order by created_at, id`,
    values: [team],
  })
  return (templateId) =>
    rows
      .filter((row) => row.templateId === templateId)
      .map(({ pictureId, width, height }) => ({ pictureId, width, height }))
}

export async function showTemplatePicture(db: Queryable, team: Team, pictureId: string) {
  const rows = await db.query<{ bytes: Buffer }>({
    name: 'template_pictures.one',
    text: `select bytes from template_pictures where owner_key = coalesce($1::integer, -1) and id = $2`,
    values: [team, pictureId],
  })
  const { bytes } = rows[0] ?? fail('object.unknown')
  return { type: 'image/webp' as const, bytes: bytes.toString('base64') }
}

type Sent = { team: Team; ids: readonly string[]; messageId: number; now: Date }

/** The message gets copies: a template that changes later changes no answer. */
export async function copyPictures(db: Tx, { resellerId, accountId }: Owner, sent: Sent): Promise<void> {
  const { team, ids, messageId, now } = sent
  if (ids.length === 0) return
  const copied = await db.query({
    name: 'template_pictures.copy',
    text: `insert into ticket_pictures (id, reseller_id, account_id, message_id, width, height, bytes, created_at)
      select gen_random_uuid(), $1, $2, $3, width, height, bytes, $6::timestamptz + at * interval '1 microsecond'
      from unnest($5::uuid[]) with ordinality wanted (id, at) join template_pictures p using (id)
      where p.owner_key = coalesce($4::integer, -1) and p.template_id is not null returning id`,
    values: [resellerId, accountId, messageId, team, ids, now],
  })
  if (copied.length !== ids.length) fail('object.unknown')
}
