import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { LINES_KEY } from '../../features/lines/use-lines.ts'
import { loadUserInfo } from '../../session/user-info.ts'

/** Long enough to open a client and press its switch. */
export const LOOK_FOR_MS = 60_000
const LOOK_MS = 2000

/** `sinceMs`: null while nobody asked. `knownAt`: the last bytes that the page knows of. */
type Look = { sinceMs: number | null; knownAt: string }

/** Asks again and again whether bytes flow, and reloads lines and account as soon as they do. */
export function useLook({ sinceMs, knownAt }: Look): void {
  const queries = useQueryClient()
  const { data } = useQuery({
    enabled: sinceMs !== null,
    queryKey: ['connected', 'look', sinceMs],
    queryFn: () => call(api.lines.connected, {}, { skipRecent: true }),
    refetchInterval: () => (Date.now() - (sinceMs ?? 0) < LOOK_FOR_MS ? LOOK_MS : false),
  })
  const lastAt = data?.lastAt ?? null
  useEffect(() => {
    if (lastAt === null || lastAt === knownAt) return
    void queries.invalidateQueries({ queryKey: LINES_KEY })
    void loadUserInfo({ skipRecent: true })
  }, [lastAt, knownAt, queries])
}
