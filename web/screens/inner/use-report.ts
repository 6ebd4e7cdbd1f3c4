import { useEffect, useState } from 'react'

import { useWords } from '../../locales/language.ts'
import { start } from '../../session/start.ts'
import { useConfigState } from '../../state/config.ts'
import { type Facts, readFacts } from './facts.ts'
import { type Latency, measureLatency } from './measure-latency.ts'
import { type Group, reportOf } from './report.ts'

/** Fills up as it learns more: first what the browser knows, then the whitelist and how quickly the server answers. */
export function useReport(): { groups: readonly Group[]; isMeasuring: boolean; measure: () => void } {
  const t = useWords('inner')
  const whiteList = useConfigState((state) => state.whiteList)
  const [facts, setFacts] = useState<Facts>(readFacts)
  const [latency, setLatency] = useState<Latency | null>(null)
  const [round, setRound] = useState(0)

  useEffect(() => {
    let left = false
    setLatency(null)
    void start()
      .then(measureLatency)
      .then((measured) => {
        if (left) return
        setLatency(measured)
        setFacts(readFacts())
      })
    return () => {
      left = true
    }
  }, [round])
  useEffect(() => setFacts(readFacts()), [whiteList, t])

  const groups = reportOf(facts, latency === null ? t('measuring') : latencyText(latency), t)
  return { groups, isMeasuring: latency === null, measure: () => setRound(round + 1) }

  function latencyText(measured: Latency): string {
    if ('code' in measured) return t('unreachable', { code: measured.code })
    return `${measured.bestMs} ms (${measured.roundsMs.join(' / ')})`
  }
}
