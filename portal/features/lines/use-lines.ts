import { type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { Line } from '../../../contract/lines.ts'
import { showNotification } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { useLineState } from '../../state/line.ts'
import { useWords } from '../../words/language.ts'
import { countInstalls, isUnderWay } from './count-installs.ts'

export const LINES_KEY = ['lines'] as const
export const linesQuery = { queryKey: LINES_KEY, queryFn: loadLines }
const POLL_MS = 2000

/** The store has the lines; the query has the rest of the answer and its status. */
export function useLines() {
  const lineList = useLineState((state) => state.lineList)
  const isPolled = useLineState((state) => state.times > 0)
  const query = useQuery({ ...linesQuery, refetchInterval: isPolled ? POLL_MS : false })
  return {
    ...query,
    lines: query.data ? lineList : null,
    subscriptionUrl: query.data?.subscriptionUrl ?? null,
    reachUntil: query.data?.reachUntil ?? null,
  }
}

async function loadLines({
  signal,
}: QueryFunctionContext): Promise<{ subscriptionUrl: string; reachUntil: string | null }> {
  const { lines, subscriptionUrl, reachUntil } = await call(api.lines.list, {}, { skipRecent: true })
  // Cancelled in the meantime: the screen has something newer, or the user has left.
  if (!signal.aborted) useLineState.getState().setLineList(lines)
  return { subscriptionUrl, reachUntil }
}

export const NODES_KEY = ['nodes'] as const

/** The store has the nodes, best first for the user's speed mode; the query has the status. */
export function useNodes() {
  const nodeList = useLineState((state) => state.nodeList)
  const query = useQuery({ queryKey: NODES_KEY, queryFn: loadNodes })
  return { ...query, nodes: query.data ? nodeList : null }
}

async function loadNodes({ signal }: QueryFunctionContext): Promise<{ count: number }> {
  const nodes = await call(api.lines.nodes, {}, { skipRecent: true })
  // Cancelled in the meantime: another speed mode has reordered the nodes, or the user has left.
  if (!signal.aborted) useLineState.getState().setNodeList(nodes)
  return { count: nodes.length }
}

/**
 * Polls the list while a line is being set up, and reports when it is ready. `asked` are nodes with an unanswered
 * request: their line is not in the list yet.
 */
export function useUnderWay(lines: readonly Line[], asked: ReadonlySet<number>): void {
  const t = useWords('user')
  const queries = useQueryClient()
  const [installs] = useState(countInstalls)

  const follow = useEffectEvent((lines: readonly Line[], asked: ReadonlySet<number>) => {
    const waiting = lines.filter(isUnderWay).map(({ nodeId }) => nodeId)
    const ended = installs.show([...asked, ...waiting])
    const ready = lines.filter(({ nodeId, state }) => ended.includes(nodeId) && state === 'active')
    for (const { nodeName } of ready) showNotification('success', t('readyNow', { name: nodeName }), t('readyText'))
    if (ended.length === 0) return
    void queries.invalidateQueries({ queryKey: NODES_KEY })
    void loadUserInfo({ skipRecent: true })
  })

  useEffect(() => follow(lines, asked), [lines, asked])
  useEffect(() => () => installs.leave(), [installs])
}
