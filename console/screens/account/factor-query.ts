import { useQuery, useQueryClient } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'
import { loadSession } from '../../session/session.ts'

export function useFactors() {
  return useQuery({ queryKey: ['factors'], queryFn: () => call(consoleApi.factors.state, {}) })
}

/** Everything: a changed factor has signed the other devices out, and the rail shows how safe the member is. */
export function useReloadFactors(): () => void {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries()
    void loadSession()
  }
}
