import { useEffect, useState } from 'react'

import type { LineNode } from '../../contract/lines.ts'
import { measureInFrame } from './measure-in-frame.ts'
import { isOwn, measureProbe } from './measure-probe.ts'

type OnMeasured = (url: string, ms: number) => void

/** Milliseconds by node, filled in as they are measured; one that is not up has none. */
export function useLatencies(nodes: readonly LineNode[]): ReadonlyMap<number, number> {
  const [measured, setMeasured] = useState<ReadonlyMap<string, number>>(new Map())
  const up = nodes.filter(({ state }) => state === 'up')
  const urls = new Set(up.map(({ probeUrl }) => probeUrl ?? ''))
  // Sorted: another speed mode orders the nodes anew, which is no reason to measure again.
  const wanted = [...urls].toSorted().join('\n')
  useEffect(() => {
    const onMeasured: OnMeasured = (url, ms) => setMeasured((before) => new Map(before).set(url, ms))
    const all = wanted.split('\n').filter(Boolean)
    const foreign = all.filter((url) => !isOwn(url))
    const endHere = measureHere(all.filter(isOwn), onMeasured)
    const endFrame = foreign.length > 0 ? measureInFrame(foreign, onMeasured) : null
    return () => {
      endHere()
      endFrame?.()
    }
  }, [wanted])
  return new Map(
    up.flatMap(({ id, probeUrl }) => {
      const ms = measured.get(probeUrl ?? '')
      return ms === undefined ? [] : [[id, ms]]
    }),
  )
}

/** One after the other: together they would slow each other down. */
function measureHere(urls: readonly string[], onMeasured: OnMeasured): () => void {
  let left = false
  const measureAll = async () => {
    for (const url of urls) {
      if (left) return
      const ms = await measureProbe(url)
      if (ms !== null && !left) onMeasured(url, ms)
    }
  }
  void measureAll()
  return () => {
    left = true
  }
}
