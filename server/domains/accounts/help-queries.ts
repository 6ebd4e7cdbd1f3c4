import type { Owner } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

/** The ways in which staff can let a user into an account. */
export type HelpKind = 'reset_code' | 'factor' | 'unlock'
export type Help = { kind: HelpKind; actor: string; createdAt: Date }

export async function insertHelp(db: Tx, { resellerId, accountId }: Owner, help: Help): Promise<void> {
  await db.kysely
    .insertInto('accountHelps')
    .values({ resellerId, accountId, ...help })
    .execute()
}

/** Newest first. */
export function findHelpsSince(db: Queryable, { resellerId, accountId }: Owner, since: Date): Promise<Help[]> {
  return db.query<Help>({
    name: 'accounts.helps_since',
    text: `select kind, actor, created_at from account_helps
            where reseller_id = $1 and account_id = $2 and created_at > $3 order by created_at desc`,
    values: [resellerId, accountId, since],
  })
}
