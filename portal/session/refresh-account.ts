import type { QueryClient } from '@tanstack/react-query'

import { loadUserInfo } from './user-info.ts'

/** After money moved or the service changed: balance, package, lines and records may all have changed. Never throws. */
export async function refreshAccount(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries(), loadUserInfo({ skipRecent: true })])
}
