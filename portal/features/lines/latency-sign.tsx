import { useEffect, useState } from 'react'

import type { LineNode } from '../../../contract/lines.ts'
import { useWords } from '../../words/language.ts'
import css from './latency-sign.module.css'
import { measureInFrame } from './measure-in-frame.ts'

const NEAR_MS = 80
const FAR_MS = 200

/** Three bars like a phone's signal, and the number. */
export function LatencySign({ ms }: { ms: number }) {
  const t = useWords('user')
  const level = ms < NEAR_MS ? 3 : ms < FAR_MS ? 2 : 1
  return (
    <span className={css.sign} role="img" aria-label={t('latency', { ms })} data-level={level}>
      <svg viewBox="0 0 14 12" width="14" height="12">
        <path d="M0 8h3.5v4H0Z" />
        <path d="M5.2 4.5h3.5V12H5.2Z" />
        <path d="M10.5 0H14v12h-3.5Z" />
      </svg>
      {ms} ms
    </span>
  )
}

/** Milliseconds by node, added as they are measured; nodes that are not up have none. */
export function useLatencies(nodes: readonly LineNode[]): ReadonlyMap<number, number> {
  const [measured, setMeasured] = useState<ReadonlyMap<string, number>>(new Map())
  const up = nodes.filter(({ state }) => state === 'up')
  const urls = new Set(up.map(({ probeUrl }) => probeUrl ?? ''))
  // Sorted: another speed mode only reorders the nodes, which needs no new measurement.
  const wanted = [...urls].toSorted().join('\n')
  useEffect(() => {
    const foreign = wanted.split('\n').filter((url) => url !== '' && sampleMs(url) === null)
    if (foreign.length === 0) return
    return measureInFrame(foreign, (url, ms) => setMeasured((before) => new Map(before).set(url, ms)))
  }, [wanted])
  return new Map(
    up.flatMap(({ id, probeUrl }) => {
      const ms = sampleMs(probeUrl ?? '') ?? measured.get(probeUrl ?? '')
      return ms === undefined ? [] : [[id, ms]]
    }),
  )
}

/** Nodes of the demo do not exist: their address contains a realistic figure. Null for any other address. */
export function sampleMs(url: string): number | null {
  const [, ms] = /^sample:(\d+)$/.exec(url) ?? []
  return ms === undefined ? null : Number(ms)
}
