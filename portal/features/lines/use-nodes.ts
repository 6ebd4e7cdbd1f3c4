import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { useLineState } from '../../state/line.ts'

export const NODES_KEY = ['nodes'] as const

/** The nodes are in the store, best first for the user's speed mode; the query tells how asking for them went. */
export function useNodes() {
  const nodeList = useLineState((state) => state.nodeList)
  const query = useQuery({ queryKey: NODES_KEY, queryFn: loadNodes })
  return { ...query, nodes: query.data ? nodeList : null }
}

async function loadNodes({ signal }: QueryFunctionContext): Promise<{ count: number }> {
  const nodes = await call(api.lines.nodes, {}, { skipRecent: true })
  // Called off meanwhile: another speed mode has ordered them anew, or the user has left.
  if (!signal.aborted) useLineState.getState().setNodeList(nodes)
  return { count: nodes.length }
}
