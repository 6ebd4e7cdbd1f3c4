import { useQuery, useQueryClient } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'

export function useUser(id: number) {
  return useQuery({ queryKey: [consoleApi.user.show.path, id], queryFn: () => call(consoleApi.user.show, { id }) })
}

/** Reloads the user, the user's history and the list of users after an action. */
export function useReloadUser(id: number): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    void queries.invalidateQueries({ queryKey: [consoleApi.user.history.path, id] })
    void queries.invalidateQueries({ queryKey: [consoleApi.user.timeline.path, id] })
    void queries.invalidateQueries({ queryKey: [consoleApi.tickets.desk.path] })
    void queries.invalidateQueries({ queryKey: [consoleApi.users.list.path] })
    await queries.invalidateQueries({ queryKey: [consoleApi.user.show.path, id] })
  }
}
