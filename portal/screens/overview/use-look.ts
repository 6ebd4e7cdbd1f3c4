import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { Connected } from '../../../contract/lines.ts'
import { call } from '../../../ui/http/client.ts'
import { LINES_KEY } from '../../features/lines/use-lines.ts'
import { loadUserInfo } from '../../session/user-info.ts'

/** Long enough to open a client and press its switch. */
export const LOOK_FOR_MS = 60_000
const LOOK_MS = 2000
/** After the first calls of the page: a phone fetches six at a time. */
const ASK_AFTER_MS = 1500
/** Whoever has not pressed the switch by then has left. */
const PATIENCE_MS = 15 * 60_000

type Look = {
  /** Null: not asked for yet. */
  sinceMs: number | null
  /** The last bytes that the page knows of. */
  knownAt: string | null
  /** Asks after the page's own calls, and goes on only while a client has the lines and its switch is missing. */
  isLate?: boolean
}

/** Asks again and again whether bytes flow, and reloads lines and account as soon as they do. */
export function useLook({ sinceMs, knownAt, isLate = false }: Look): Connected | undefined {
  const queries = useQueryClient()
  const isDue = useIsDue(isLate ? ASK_AFTER_MS : 0)
  const { data } = useQuery({
    enabled: sinceMs !== null && isDue,
    queryKey: ['connected', isLate ? 'ever' : sinceMs],
    queryFn: () => call(api.lines.connected, {}, { skipRecent: true }),
    refetchInterval: ({ state }) => {
      const passedMs = Date.now() - (sinceMs ?? 0)
      const goesOn = isLate ? state.data?.stage === 'imported' && passedMs < PATIENCE_MS : passedMs < LOOK_FOR_MS
      return goesOn ? LOOK_MS : false
    },
  })
  const lastAt = data?.lastAt ?? null
  useEffect(() => {
    if (lastAt === null || lastAt === knownAt) return
    void queries.invalidateQueries({ queryKey: LINES_KEY })
    void loadUserInfo({ skipRecent: true })
  }, [lastAt, knownAt, queries])
  return data
}

function useIsDue(afterMs: number): boolean {
  const [isDue, setDue] = useState(afterMs === 0)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return isDue
}
