import { QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'

const RETRIES = 1

/** One client per visit to the user area: its data goes when the user signs out. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < RETRIES && !(error instanceof ApiError && error.isRefusal),
        staleTime: 10_000,
        // Otherwise a query waits silently while the browser believes it is offline, and the reader sees only
        // placeholders.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
