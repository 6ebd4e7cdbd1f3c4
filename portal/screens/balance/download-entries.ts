import { api } from '../../../contract/api.ts'
import type { Route } from '../../../contract/route.ts'
import { call } from '../../../ui/http/client.ts'
import { type EntryFilter, toQuery } from './entry-filter.ts'

/** Answers a file instead of the envelope, so it is no call of the contract. */
const EXPORT: Pick<Route, 'method' | 'path'> = { method: 'GET', path: '/api/balance/export' }

/** The browser fetches the file by itself, without our token: a ticket for this one download stands in. */
export async function downloadEntries(filter: EntryFilter): Promise<void> {
  const { ticket } = await call(api.sessions.ticket, { audience: 'download' }, { unshared: true })
  await call(EXPORT as Route, { ...toQuery(filter), ticket }, { download: true })
}
