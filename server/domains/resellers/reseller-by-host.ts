import { DEFAULT_RESELLER_KEY } from '../../../contract/app-key.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { loadResellerByHost } from './queries.ts'

/** The reseller that owns the host of a request; an unknown or malformed host belongs to key 0. */
export async function resellerByHost(db: Db | Tx, host: string): Promise<number> {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  if (!/^[a-z0-9.-]{1,253}$/.test(name)) return DEFAULT_RESELLER_KEY
  return (await loadResellerByHost(db, name)) ?? DEFAULT_RESELLER_KEY
}
