import { QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'

const RETRIES = 1

/** One per visit to the user area: what it holds goes with the user who signs out. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < RETRIES && !(error instanceof ApiError && error.isRefusal),
        staleTime: 10_000,
        // Otherwise a query waits in silence while the browser believes itself offline, and the reader sees bones.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
