import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { useLineState } from '../../state/line.ts'

export const LINES_KEY = ['lines'] as const
export const linesQuery = { queryKey: LINES_KEY, queryFn: loadLines }
const POLL_MS = 2000

/** The lines are in the store; the query holds the rest of the answer and how asking for it went. */
export function useLines() {
  const lineList = useLineState((state) => state.lineList)
  const isPolled = useLineState((state) => state.times > 0)
  const query = useQuery({ ...linesQuery, refetchInterval: isPolled ? POLL_MS : false })
  return { ...query, lines: query.data ? lineList : null, subscriptionUrl: query.data?.subscriptionUrl ?? null }
}

async function loadLines({ signal }: QueryFunctionContext): Promise<{ subscriptionUrl: string }> {
  const { lines, subscriptionUrl } = await call(api.lines.list, {}, { skipRecent: true })
  // Called off meanwhile: something newer is on the screen, or the user has left.
  if (!signal.aborted) useLineState.getState().setLineList(lines)
  return { subscriptionUrl }
}
