import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'
import { officeOf, useMay, useSession } from '../../session/session.ts'

const { counts } = consoleApi.tickets
/** Looks on its own, which does not keep the session alive. */
const LOOK_MS = 60_000
const NONE = { waiting: 0, held: 0 }

/** Tickets that wait in this office. */
export function useTicketCounts(): { waiting: number; held: number } {
  const session = useSession()
  const may = useMay()
  const { data } = useQuery({
    queryKey: [counts.path],
    queryFn: () => call(counts, {}, { quiet: true }),
    enabled: officeOf(session) !== null && may('tickets.answer') && !session.factor.required,
    refetchInterval: LOOK_MS,
    retry: false,
  })
  return data ?? NONE
}
