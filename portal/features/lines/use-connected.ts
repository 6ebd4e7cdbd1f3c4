import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { Connected } from '../../../contract/lines.ts'
import { call } from '../../../ui/http/client.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { LINES_KEY } from './use-lines.ts'

const LOOK_MS = 1000
/** Nothing was tapped here, but another device may have scanned the code. */
const IDLE_LOOK_MS = 3000
/** A user who has not connected by then has left. */
const PATIENCE_MS = 15 * 60_000
const DAY_S = 86_400

/**
 * How far the client came: of who never connected all that the server knows, else what happened since the tap. Asks only
 * while the page is seen and something is still missing.
 */
export function useConnected(tappedAtMs: number | null) {
  const queries = useQueryClient()
  const [openedAtMs] = useState(() => Date.now())
  const hasConnected = useKnownInfo((info) => info.hasConnected)
  const [isNew, setNew] = useState(false)
  // Stays so when the first byte arrives.
  if (hasConnected === false && !isNew) setNew(true)
  const { data, refetch } = useQuery({
    enabled: isNew || tappedAtMs !== null,
    queryKey: ['connected', isNew ? 'ever' : tappedAtMs],
    queryFn: () =>
      call(api.lines.connected, isNew ? {} : { within: secondsSince(tappedAtMs ?? 0) }, { skipRecent: true }),
    refetchInterval: ({ state }) => {
      if (isConnected(state.data) || Date.now() - (tappedAtMs ?? openedAtMs) > PATIENCE_MS) return false
      return tappedAtMs === null && state.data?.stage !== 'imported' ? IDLE_LOOK_MS : LOOK_MS
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
