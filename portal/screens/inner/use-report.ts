import { useEffect, useState } from 'react'

import { api } from '../../../contract/api.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { start } from '../../session/start.ts'
import { useConfigState } from '../../state/config.ts'
import { useWords } from '../../words/language.ts'
import { readFacts, type Group, reportOf } from './report.ts'

/** Grows as facts arrive: first what the browser knows, then the whitelist and the server's response time. */
export function useReport(): { groups: readonly Group[]; isMeasuring: boolean; measure: () => Promise<void> } {
  const t = useWords('inner')
  const config = useConfigState()
  const [latency, setLatency] = useState<Latency | null>(null)

  useEffect(() => {
    let left = false
    void start()
      .then(measureLatency)
      .then((measured) => left || setLatency(measured))
    return () => {
      left = true
    }
  }, [])

  async function measure(): Promise<void> {
    setLatency(null)
    setLatency(await measureLatency())
  }

  function latencyText(): string {
    if (latency === null) return t('measuring')
    if ('code' in latency) return t('unreachable', { code: latency.code })
    return `${latency.bestMs} ms (${latency.roundsMs.join(' / ')})`
  }

  return { groups: reportOf(readFacts(config), latencyText(), t), isMeasuring: latency === null, measure }
}

const ROUNDS = 3

export type Latency = { bestMs: number; roundsMs: number[] } | { code: string }

/** Several calls in a row: the first one may still be opening the connection. */
export async function measureLatency(): Promise<Latency> {
  const roundsMs: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const askedAtMs = performance.now()
      await call(api.resellers.keyByHost, {}, { noRedirect: true, skipRecent: true })
      roundsMs.push(Math.round(performance.now() - askedAtMs))
    }
    return { bestMs: Math.min(...roundsMs), roundsMs }
  } catch (error) {
    return { code: error instanceof ApiError ? error.code : 'unknown' }
  }
}
