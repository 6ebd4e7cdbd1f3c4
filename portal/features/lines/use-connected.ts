import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api } from '../../../contract/api.ts'
import type { Connected } from '../../../contract/lines.ts'
import { call } from '../../../ui/http/client.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { LINES_KEY } from './use-lines.ts'

const LOOK_MS = 1000
/** A user who has not connected by then has left. */
const PATIENCE_MS = 15 * 60_000
const DAY_S = 86_400

/** How far the client came after an import tap. Asks only while the page is seen and something is still missing. */
export function useConnected(tappedAtMs: number | null) {
  const queries = useQueryClient()
  const { data, refetch } = useQuery({
    enabled: tappedAtMs !== null,
    queryKey: ['connected', tappedAtMs],
    queryFn: () => call(api.lines.connected, { within: secondsSince(tappedAtMs ?? 0) }, { skipRecent: true }),
    refetchInterval: ({ state }) => {
      const isOver = isConnected(state.data) || Date.now() - (tappedAtMs ?? 0) > PATIENCE_MS
      return isOver ? false : LOOK_MS
    },
    refetchOnWindowFocus: ({ state }) => (isConnected(state.data) ? false : 'always'),
  })
  const flows = isConnected(data)
  useEffect(() => {
    if (!flows) return
    void queries.invalidateQueries({ queryKey: LINES_KEY })
    void loadUserInfo({ skipRecent: true })
  }, [flows, queries])
  return { connected: data, lookNow: () => void refetch() }
}

const isConnected = (data: Connected | undefined): boolean => data?.stage === 'connected'

function secondsSince(ms: number): number {
  return Math.min(DAY_S, Math.max(1, Math.ceil((Date.now() - ms) / 1000)))
}
