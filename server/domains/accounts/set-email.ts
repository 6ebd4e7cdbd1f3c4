import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

/**
 * Address and proof in one statement: there is no moment in which an address is verified that nobody proved. False when
 * another account of the reseller has it.
 */
export async function setEmail(db: Tx, { resellerId, accountId }: Owner, email: string, now: Date): Promise<boolean> {
  try {
    await db.query({
      name: 'accounts.set_email',
      text: `update accounts set email = $3, email_verified_at = $4 where reseller_id = $1 and id = $2`,
      values: [resellerId, accountId, email, now],
    })
    return true
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'accounts_email') return false
    throw error
  }
}
