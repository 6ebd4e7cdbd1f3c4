import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'

const { desk } = consoleApi.tickets

/** The user as it is now. A member who may not see users answers from what was sent along. */
export function useDesk(ticketId: number) {
  const may = useMay()
  return useQuery({
    queryKey: [desk.path, ticketId],
    queryFn: () => call(desk, { ticketId }),
    enabled: may('users.read'),
  })
}
