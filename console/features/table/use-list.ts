import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Static } from 'typebox'

import type { Route } from '../../../contract/route.ts'
import { call } from '../../session/call.ts'
import { changed, type ListState, readListState, withFilter, writeListState } from './list-state.ts'

/** A page of a list, as defined in contract/console/list.ts. */
export type ListPage<Row> = { rows: Row[]; nextCursor: string | null; count: number; countIsFloor: boolean }
type RowOf<R extends Route> = Static<R['output']> extends { rows: (infer Row)[] } ? Row : never

export type ListOptions = {
  /** Names of the filters that the route accepts. */
  filters?: readonly string[]
  /** Sent with every call, but not part of the address. */
  fixed?: object
  /** Converts filters of the address for the server where they differ: a day becomes two moments. */
  toInput?: (filters: Readonly<Record<string, string>>) => object
  limit?: number
  /** The page reloads by itself after this time. The route must allow polling. */
  lookMs?: number
}

export type List<Row> = {
  state: ListState
  /** The last loaded page. It stays visible while the next one loads or after it failed. */
  page: ListPage<Row> | null
  /** Input of the list call without the page: for a file of the same rows. */
  asked: object
  isFetching: boolean
  error: unknown
  retry: () => void
  hasPrevious: boolean
  next: () => void
  previous: () => void
  change: (change: Partial<Omit<ListState, 'cursor'>>, how?: 'push' | 'replace') => void
  setFilter: (key: string, value: string) => void
}

/** The history entry keeps the cursors of earlier pages, so that going back works even after a reload. */
type Entry = { trail?: readonly (string | null)[] } | null

/** One list of the server, controlled by the address. */
export function useList<R extends Route>(route: R, options: ListOptions = {}): List<RowOf<R>> {
  const { filters = [], fixed, limit, lookMs, toInput = (given) => given } = options
  const [address, setAddress] = useSearchParams()
  const trail = (useLocation().state as Entry)?.trail ?? []
  const state = readListState(address, filters)
  const given = { ...fixed, ...toInput(state.filters) }
  const input = inputOf(state, { ...given, ...(limit === undefined ? {} : { limit }) })
  const client = useQueryClient()
  const queryKey = [route.path, input]
  const query = useQuery({
    queryKey,
    queryFn: () => {
      // Only the first load may ask the member to sign in. Automatic reloads keep the rows until the member acts.
      const quiet = lookMs !== undefined && client.getQueryData(queryKey) !== undefined
      return call(route, input as Static<R['input']>, { quiet }) as Promise<ListPage<RowOf<R>>>
    },
    refetchInterval: lookMs ?? false,
  })
  const [page, setPage] = useState<ListPage<RowOf<R>> | null>(null)
  if (query.data && query.data !== page) setPage(query.data)

  const go = (to: ListState, how: { replace?: boolean; state?: Entry } = {}) =>
    setAddress((kept) => writeListState(to, filters, kept), how)
  return {
    state,
    page: query.data ?? page,
    asked: inputOf({ ...state, cursor: null }, given),
    isFetching: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
    hasPrevious: state.cursor !== null,
    next: () => {
      const cursor = query.data?.nextCursor
      if (cursor) go({ ...state, cursor }, { state: { trail: [...trail, state.cursor] } })
    },
    // A shared link has no earlier cursors: "previous" then leads to the first page.
    previous: () => go({ ...state, cursor: trail.at(-1) ?? null }, { state: { trail: trail.slice(0, -1) } }),
    change: (change, how = 'push') => go(changed(state, change), { replace: how === 'replace' }),
    setFilter: (key, value) => go(withFilter(state, key, value)),
  }
}

function inputOf({ search, sort, cursor }: ListState, given: object): object {
  return {
    ...given,
    ...(search === '' ? {} : { search }),
    ...(sort === null ? {} : { sort }),
    ...(cursor === null ? {} : { cursor }),
  }
}
