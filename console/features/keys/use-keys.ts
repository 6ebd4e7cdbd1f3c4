import { useQuery, useQueryClient } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'

/** Below the team's: a change of a member or a role shows in its keys too. */
const KEY = ['team', 'keys']

export const useKeys = () => useQuery({ queryKey: KEY, queryFn: () => call(consoleApi.keys.list, {}) })

export function useReloadKeys(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: KEY })
}
