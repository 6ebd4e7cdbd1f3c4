import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { FIRST_GENERATION, hashFeedToken } from './load-link.ts'

/** Another panel's token is random and opens the same feed as ours do, so it is kept in the same way. */
export function hashOldToken(token: string): Buffer {
  return hashFeedToken(token)
}

/**
 * Lets tokens of another panel open the feeds of their owners. One that is there already stays its owner's. Who has reset
 * the address here gets none: a second import must not bring back what the user has ended. Returns how many are kept.
 */
export async function keepOldTokens(
  db: Queryable,
  resellerId: number,
  tokens: readonly { accountId: number; token: string }[],
): Promise<number> {
  const rows = await db.query({
    name: 'feed.keep_old_tokens',
    text: `insert into old_feed_tokens (reseller_id, account_id, token_hash)
           select $1, t.account_id, t.token_hash from unnest($2::bigint[], $3::bytea[]) as t (account_id, token_hash)
            where not exists (select from feed_links l
                               where l.reseller_id = $1 and l.account_id = t.account_id and l.generation > $4)
           on conflict do nothing returning account_id`,
    values: [
      resellerId,
      tokens.map(({ accountId }) => accountId),
      tokens.map(({ token }) => hashOldToken(token)),
      FIRST_GENERATION,
    ],
  })
  return rows.length
}

/** After a reset, and when the account goes. */
export async function forgetOldTokens(db: Queryable, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'feed.forget_old_tokens',
    text: 'delete from old_feed_tokens where reseller_id = $1 and account_id = $2',
    values: [resellerId, accountId],
  })
}
