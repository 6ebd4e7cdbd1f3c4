import { useQuery } from '@tanstack/react-query'

import { api } from '../../contract/api.ts'
import { call } from '../http/client.ts'
import { useLineState } from '../state/line.ts'

export const NODES_KEY = ['nodes'] as const

/** The nodes are in the store, best first for the user's speed mode; the query tells how asking for them went. */
export function useNodes() {
  const nodeList = useLineState((state) => state.nodeList)
  const query = useQuery({ queryKey: NODES_KEY, queryFn: loadNodes })
  return { ...query, nodes: query.data ? nodeList : null }
}

async function loadNodes(): Promise<{ count: number }> {
  const nodes = await call(api.lines.nodes, {}, { fresh: true })
  useLineState.getState().setNodeList(nodes)
  return { count: nodes.length }
}
