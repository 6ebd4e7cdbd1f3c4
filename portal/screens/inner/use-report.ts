import { useEffect, useState } from 'react'

import { useWords } from '../../words/language.ts'
import { start } from '../../session/start.ts'
import { useConfigState } from '../../state/config.ts'
import { readFacts } from './facts.ts'
import { type Latency, measureLatency } from './measure-latency.ts'
import { type Group, reportOf } from './report.ts'

/** Fills up as it learns more: first what the browser knows, then the whitelist and how quickly the server answers. */
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
