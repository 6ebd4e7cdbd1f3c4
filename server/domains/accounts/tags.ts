import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { accountSubject, writeAudit, type AuditActor } from '../audit/audit.ts'

/** Each word once, with one step of the index for each: a hundred thousand users share a few. */
export async function findTags(db: Queryable, resellerId: number): Promise<string[]> {
  const rows = await db.query<{ tag: string }>({
    name: 'accounts.tags',
    text: `with recursive known as (
             (select t.tag from account_tags t where t.reseller_id = $1 order by t.tag limit 1)
             union all
             select (select t.tag from account_tags t where t.reseller_id = $1 and t.tag > k.tag order by t.tag limit 1)
               from known k where k.tag is not null)
           select tag from known where tag is not null`,
    values: [resellerId],
  })
  return rows.map(({ tag }) => tag)
}

export async function findTagsOf(db: Queryable, { resellerId, accountId }: Owner): Promise<string[]> {
  const rows = await db.query<{ tag: string }>({
    name: 'accounts.tags_of',
    text: 'select tag from account_tags where reseller_id = $1 and account_id = $2 order by tag',
    values: [resellerId, accountId],
  })
  return rows.map(({ tag }) => tag)
}

/** Refuses words beyond what a list of choices can show. */
export async function refuseNewTags(db: Queryable, resellerId: number, wanted: readonly string[]): Promise<void> {
  if (new Set([...(await findTags(db, resellerId)), ...wanted]).size > staffLimits.tagsMax) fail('request.too_many')
}

/** The user has these words afterwards, and no others; those that it had keep their time. */
export function setTags(
  ctx: Pick<Ctx, 'db' | 'now'>,
  owner: Owner,
  tags: readonly string[],
  actor: AuditActor,
): Promise<void> {
  const { resellerId, accountId } = owner
  return inTx(ctx, async (tx) => {
    const had = await findTagsOf(tx.db, owner)
    await refuseNewTags(tx.db, resellerId, tags)
    await tx.db.query({
      name: 'accounts.drop_tags',
      text: 'delete from account_tags where reseller_id = $1 and account_id = $2 and tag <> all ($3::text[])',
      values: [resellerId, accountId, tags],
    })
    for (const tag of tags) await putTag(tx.db, owner, tag, tx.now)
    const subject = accountSubject(accountId)
    const counts = { before: { tags: had.length }, after: { tags: tags.length } }
    await writeAudit(tx.db, { resellerId, actor, action: 'account.tagged', subject, ...counts }, tx.now)
  })
}

/** False when the user has the word. */
export async function putTag(db: Tx, { resellerId, accountId }: Owner, tag: string, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.put_tag',
    text: `insert into account_tags (reseller_id, account_id, tag, created_at) values ($1, $2, $3, $4)
           on conflict do nothing returning tag`,
    values: [resellerId, accountId, tag, now],
  })
  return rows.length === 1
}

type Drop = { tag: string; since?: Date }

/** False when the user does not have the word; with `since`, also when it has it from another time. */
export async function dropTag(db: Tx, { resellerId, accountId }: Owner, { tag, since }: Drop): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.drop_tag',
    text: `delete from account_tags where reseller_id = $1 and account_id = $2 and tag = $3
              and ($4::timestamptz is null or created_at = $4) returning tag`,
    values: [resellerId, accountId, tag, since ?? null],
  })
  return rows.length === 1
}

/** Who has words: how many, and whether this is one of them. */
export async function findTagged(db: Queryable, resellerId: number, tag: string) {
  const rows = await db.query<{ accountId: number; count: number; hasTag: boolean }>({
    name: 'accounts.tagged',
    text: `select account_id, count(*)::integer as count, bool_or(tag = $2) as has_tag
             from account_tags where reseller_id = $1 group by account_id`,
    values: [resellerId, tag],
  })
  return new Map(rows.map((row) => [row.accountId, row]))
}
