import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api } from '../../../contract/api.ts'
import type { LineNode } from '../../../contract/lines.ts'
import { call } from '../../../ui/http/client.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { useLineState } from '../../state/line.ts'
import { isUnderWay } from './count-installs.ts'
import { sampleMs } from './latency-sign.tsx'
import { measureInFrame } from './measure-in-frame.ts'
import { LINES_KEY, linesQuery } from './use-lines.ts'

/** The buyer waits: what is not timed by then is chosen without it. */
const MEASURE_MS = 1500
const POLL_MS = 2000

/**
 * Follows the user's lines until they are ready; `installs`: first installs two by themselves for who has none. The
 * server does nothing twice.
 */
export function useFirstLines(installs: boolean) {
  const installed = useQuery({
    queryKey: ['first-lines'],
    queryFn: ({ client }) => installFirst(client),
    enabled: installs,
    staleTime: 'static',
    gcTime: 0,
    retry: 2,
  })
  const lines = useLineState((state) => state.lineList)
  const listed = useQuery({
    ...linesQuery,
    enabled: !installs || installed.data !== undefined,
    refetchInterval: lines.some(isUnderWay) ? POLL_MS : false,
  })
  const isReady = listed.data !== undefined && !lines.some(isUnderWay)
  useEffect(() => {
    if (isReady) void loadUserInfo({ skipRecent: true })
  }, [isReady])
  const failed = installed.error ? installed : listed
  return {
    lines: listed.data && (!installs || installed.data) ? lines : null,
    url: listed.data?.subscriptionUrl ?? null,
    error: failed.error,
    refetch: failed.refetch,
  }
}

async function installFirst(queries: QueryClient): Promise<true> {
  const nodes = await call(api.lines.nodes, {}, { skipRecent: true })
  const { lines, subscriptionUrl } = await call(api.lines.installFirst, { latencies: await measure(nodes) })
  useLineState.getState().setLineList(lines)
  queries.setQueryData(LINES_KEY, { subscriptionUrl, reachUntil: null })
  return true
}

/** Milliseconds of the nodes that answered in time. */
async function measure(nodes: readonly LineNode[]): Promise<{ nodeId: number; ms: number }[]> {
  const up = nodes.filter(({ state, isFull, probeUrl }) => state === 'up' && !isFull && probeUrl !== null)
  const timed = new Map<string, number>()
  const foreign = up.map(({ probeUrl }) => probeUrl!).filter((url) => sampleMs(url) === null)
  if (foreign.length > 0) {
    const end = measureInFrame(foreign, (url, ms) => timed.set(url, ms))
    await new Promise((done) => setTimeout(done, MEASURE_MS))
    end()
  }
  return up.flatMap(({ id, probeUrl }) => {
    const ms = sampleMs(probeUrl!) ?? timed.get(probeUrl!)
    return ms === undefined ? [] : [{ nodeId: id, ms }]
  })
}
