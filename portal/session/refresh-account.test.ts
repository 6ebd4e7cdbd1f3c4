import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'

import { openPortal, userInfo } from '../test/portal.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('reloads what is shown, marks the rest as outdated, and keeps a quoted price', async () => {
  const { browser, useUserState } = await openPortal({ stored: { userToken: 'Bearer t1' } })
  const { refreshAccount } = await import('./refresh-account.ts')
  browser.answer('/api/user/info', { data: userInfo({ balanceFen: 5 }) })
  const queries = new QueryClient()
  const asked: string[] = []
  const show = (name: string, staleTime: number | 'static') => {
    const queryFn = () => Promise.resolve(asked.push(name))
    return new QueryObserver(queries, { queryKey: [name], queryFn, staleTime }).subscribe(() => {})
  }
  const hides = [show('lines', 10_000), show('quote', 'static')]
  queries.setQueryData(['payments'], 'seen before')
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))

  await refreshAccount(queries)
  expect(asked).toEqual(['lines', 'quote', 'lines'])
  expect(queries.getQueryState(['payments'])?.isInvalidated).toBe(true)
  expect(useUserState.getState().knownInfo?.balanceFen).toBe(5)
  for (const hide of hides) hide()
})
