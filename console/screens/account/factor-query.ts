import { useQuery, useQueryClient } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'
import { loadSession } from '../../session/session.ts'

export function useFactors() {
  return useQuery({ queryKey: ['factors'], queryFn: () => call(consoleApi.factors.state, {}) })
}

/**
 * Reloads everything: a changed factor signs out other devices, and the rail shows how well the account is protected.
 */
export function useReloadFactors(): () => void {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries()
    void loadSession()
  }
}
