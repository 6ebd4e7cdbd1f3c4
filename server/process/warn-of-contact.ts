import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import { findWithoutContact } from '../domains/resellers/find-resellers.ts'
import type { Db } from '../platform/db/db.ts'

/** Without a contact, a reseller's help page can only say that users should ask, but not who can answer. */
export async function warnOfContact(db: Db, config: Config, log: Logger): Promise<void> {
  const resellers = await findWithoutContact({ db, config })
  if (resellers.length === 0) return
  log.warn(
    { resellers },
    'users of these resellers have nobody to ask: set OPERATOR_CONTACT, or resellers set --contact',
  )
}
