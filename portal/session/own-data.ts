import { api } from '../../contract/api.ts'
import type { Route } from '../../contract/route.ts'
import { call } from '../../ui/http/client.ts'

/** Answers with a file instead of the envelope, so it is no call of the contract. */
const OWN_DATA: Pick<Route, 'method' | 'path'> = { method: 'GET', path: '/api/user/export' }

/** The browser fetches the file itself, without our token: a ticket for this one download replaces it. */
export async function downloadOwnData(): Promise<void> {
  const { ticket } = await call(api.sessions.ticket, { audience: 'download' }, { unshared: true })
  await call(OWN_DATA as Route, { ticket }, { download: true })
}
