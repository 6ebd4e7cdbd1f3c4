import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'

/** Tells whether the account has a line that may still change. Installing one locks the account's subscription. */
export async function ownsLines({ db }: { db: Tx }, { resellerId, accountId }: Owner): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>({
    name: 'lines.owned',
    text: `select exists (select from lines where reseller_id = $1 and account_id = $2 and state <> 'removed') as has`,
    values: [resellerId, accountId],
  })
  return row!.has
}
