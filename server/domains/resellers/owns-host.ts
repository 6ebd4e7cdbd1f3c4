import type { Db, Tx } from '../../platform/db.ts'
import { loadResellerByHost } from './queries.ts'

/** Whether a verified domain of this very reseller; unlike resellerByHost an unknown host belongs to nobody. */
export async function ownsHost(db: Db | Tx, resellerId: number, hostName: string): Promise<boolean> {
  return (await loadResellerByHost(db, hostName.toLowerCase())) === resellerId
}
