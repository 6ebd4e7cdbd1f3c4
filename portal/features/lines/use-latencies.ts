import { useEffect, useState } from 'react'

import type { LineNode } from '../../../contract/lines.ts'
import { measureInFrame } from './measure-in-frame.ts'
import { sampleMs } from './sample-latency.ts'

/** Milliseconds by node, filled in as they are measured; one that is not up has none. */
export function useLatencies(nodes: readonly LineNode[]): ReadonlyMap<number, number> {
  const [measured, setMeasured] = useState<ReadonlyMap<string, number>>(new Map())
  const up = nodes.filter(({ state }) => state === 'up')
  const urls = new Set(up.map(({ probeUrl }) => probeUrl ?? ''))
  // Sorted: another speed mode orders the nodes anew, which is no reason to measure again.
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
