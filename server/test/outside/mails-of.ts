import type { Db } from '../../platform/db/db.ts'

/** The mails of one account, in order. */
export function mailsOf(db: Db, { resellerId, id }: { resellerId: number; id: number }) {
  return db.kysely
    .selectFrom('mails')
    .select(['template', 'toAddress', 'language', 'params'])
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', id)
    .orderBy('createdAt')
    .execute()
}
