import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api } from '../../../contract/api.ts'
import type { Line, LineNode } from '../../../contract/lines.ts'
import { call } from '../../../ui/http/client.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { isUnderWay } from './count-installs.ts'
import { sampleMs } from './latency-sign.tsx'
import { measureInFrame } from './measure-in-frame.ts'

/** The buyer waits: what is not timed by then is chosen without it. */
const MEASURE_MS = 1500
const POLL_MS = 2000

type Installed = { lines: readonly Line[]; subscriptionUrl: string }

/** Installs the first two lines by themselves and follows them until they are ready. The server does nothing twice. */
export function useFirstLines() {
  const installed = useQuery({
    queryKey: ['first-lines'],
    queryFn: installFirst,
    staleTime: 'static',
    retry: 2,
  })
  const { data: followed } = useQuery({
    queryKey: ['first-lines', 'state'],
    queryFn: () => call(api.lines.list, {}, { skipRecent: true }),
    enabled: installed.data !== undefined,
    refetchInterval: ({ state }) => (isReady(state.data) ? false : POLL_MS),
  })
  const data: Installed | undefined = followed ?? installed.data
  const ready = isReady(data)
  useEffect(() => {
    if (ready) void loadUserInfo({ skipRecent: true })
  }, [ready])
  return { data, error: installed.error, isReady: ready, refetch: installed.refetch }
}

function isReady(installed: Installed | undefined): boolean {
  return installed !== undefined && !installed.lines.some(isUnderWay)
}

async function installFirst(): Promise<Installed> {
  const nodes = await call(api.lines.nodes, {}, { skipRecent: true })
  return call(api.lines.installFirst, { latencies: await measure(nodes) })
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
